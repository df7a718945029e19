/** Keeps the filters beside a list open where the window has room for them; on a phone they are closed until somebody opens them. */
export function openFilters(): void {
  const filters = document.querySelector<HTMLDetailsElement>('[data-open-wide]')
  if (!filters) return
  const wide = matchMedia('(min-width: 1100px)')
  const update = () => {
    filters.open = wide.matches
  }
  wide.addEventListener('change', update)
  update()
}
