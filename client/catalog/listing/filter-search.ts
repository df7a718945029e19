/** Long lists of values: searching in them, and keeping them as they were when the filters are exchanged. Plain DOM. */

/** Shows the values whose words hold what was typed; chosen ones stay. */
export function filterOptionList(field: HTMLInputElement, say: (words: string) => void): void {
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

/** Searches in the lists whose fields were filled before this code was here. */
export function filterOptionLists(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>('.filters [data-find]')) {
    if (field.value !== '') filterOptionList(field, () => {})
  }
}

const scroller = () => document.querySelector<HTMLElement>('.filters-scroll')

/** Remembers how far the filters are scrolled, which lists are open and what is searched; the returned act makes it so again. */
export function restoreOpenPanels(): () => void {
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
  const at = scroller()?.scrollTop ?? 0
  return () => {
    for (const list of document.querySelectorAll<HTMLDetailsElement>('.filters details[id]')) {
      list.open ||= open.get(list.id) ?? false
    }
    for (const field of document.querySelectorAll<HTMLInputElement>('.filters [data-find]')) {
      field.value = typed.get(field.id) ?? ''
    }
    filterOptionLists()
    scroller()?.scrollTo({ top: at, behavior: 'instant' })
  }
}
