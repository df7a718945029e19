/** Long lists of values: searching in them, and keeping them open when the filters are exchanged. Plain DOM. */

/** Shows the values whose words hold what was typed; chosen ones stay. */
export function narrowList(field: HTMLInputElement, say: (words: string) => void): void {
  const wanted = simple(field.value)
  const rows = [...(field.closest('fieldset')?.querySelectorAll<HTMLElement>('.check') ?? [])]
  let shown = 0
  for (const row of rows) {
    const name = row.querySelector('span')?.textContent ?? ''
    row.hidden = !simple(name).includes(wanted) && !row.querySelector('input')?.checked
    if (!row.hidden) shown += 1
  }
  say(wanted === '' ? '' : `${shown} of ${rows.length} ${field.dataset.find}`)
}

/** `225/45R17` is found by `22545`, `2254517` and `225 45`. */
function simple(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9.]/g, '')
    .replace(/(\d)z?r(\d)/, '$1$2')
}

/** Remembers which lists are open and what is searched in them; the returned act makes it so again. */
export function openAgain(): () => void {
  const open = new Map(
    [...document.querySelectorAll<HTMLDetailsElement>('.filters details[id]')].map((list) => [
      list.id,
      list.open,
    ]),
  )
  const typed = new Map(
    [...document.querySelectorAll<HTMLInputElement>('.filters [data-find]')].map(({ id, value }) => [
      id,
      value,
    ]),
  )
  return () => {
    for (const list of document.querySelectorAll<HTMLDetailsElement>('.filters details[id]')) {
      list.open ||= open.get(list.id) ?? false
    }
    for (const field of document.querySelectorAll<HTMLInputElement>('.filters [data-find]')) {
      const value = typed.get(field.id)
      if (!value) continue
      field.value = value
      narrowList(field, () => {})
    }
  }
}
