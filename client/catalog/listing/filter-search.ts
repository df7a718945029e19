/** Search in long lists of filter values, and the state of the panels when the filters are replaced. Plain DOM. */

/** Shows the values that contain the text of the field; checked ones stay visible. */
export function filterOptionList(field: HTMLInputElement, announce: (message: string) => void): void {
  const wanted = normalize(field.value)
  const rows = [...(field.closest('fieldset')?.querySelectorAll<HTMLElement>('.check') ?? [])]
  let shown = 0
  for (const row of rows) {
    const name = row.querySelector('span')?.textContent ?? ''
    row.hidden = !normalize(name).includes(wanted) && !row.querySelector('input')?.checked
    if (!row.hidden) shown += 1
  }
  announce(wanted === '' ? '' : `${shown} of ${rows.length} ${field.dataset.find}`)
}

/** Normalizes a text, so that `225/45R17` is found by `22545`, `2254517` and `225 45`. */
function normalize(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9.]/g, '')
    .replace(/(\d)z?r(\d)/, '$1$2')
}

/** Filters the lists whose search fields were filled before this script was loaded. */
export function filterOptionLists(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>('.filters [data-find]')) {
    if (field.value !== '') filterOptionList(field, () => {})
  }
}

const findScroller = () => document.querySelector<HTMLElement>('.filters-scroll')

/** Saves the scroll position, the open lists and the search texts of the filters; returns a function that restores them. */
export function savePanelState(): () => void {
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
  const top = findScroller()?.scrollTop ?? 0
  return () => {
    for (const list of document.querySelectorAll<HTMLDetailsElement>('.filters details[id]')) {
      list.open ||= open.get(list.id) ?? false
    }
    for (const field of document.querySelectorAll<HTMLInputElement>('.filters [data-find]')) {
      field.value = typed.get(field.id) ?? ''
    }
    filterOptionLists()
    findScroller()?.scrollTo({ top, behavior: 'instant' })
  }
}
