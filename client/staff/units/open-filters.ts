/** Opens the filters beside a list where the window has room for them; on a phone they stay closed. */
export function openFilters(): void {
  const filters = document.querySelector<HTMLDetailsElement>('[data-open-wide]')
  if (filters && matchMedia('(min-width: 1100px)').matches) filters.open = true
}
