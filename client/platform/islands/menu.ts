/** The menu of small screens is a `<details>`; with JavaScript, Esc and a touch beside it close it too. */
export function enhanceMenu(): void {
  const menu = document.querySelector<HTMLDetailsElement>('details.menu')
  if (!menu) return
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !menu.open) return
    menu.open = false
    menu.querySelector('summary')?.focus()
  })
  document.addEventListener('click', (event) => {
    if (menu.open && event.target instanceof Node && !menu.contains(event.target)) menu.open = false
  })
  // A page that comes back from the bfcache comes back with its menu closed.
  window.addEventListener('pagehide', () => {
    menu.open = false
  })
}
