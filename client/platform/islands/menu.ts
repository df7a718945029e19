/** Closes the menu of small screens, a `<details>`, on Esc and on a click outside. */
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
  // When the page returns from the bfcache, its menu is closed.
  addEventListener('pagehide', () => {
    menu.open = false
  })
}
