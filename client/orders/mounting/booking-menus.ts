/** Shows the times of another store or day as soon as its menu changes, so that menus and times agree (H13k). Plain DOM. */

/** Listens to the menus of store and day. */
export function followBookingMenus(): void {
  const show = document.querySelector<HTMLButtonElement>('.mounting-day button')
  for (const menu of document.querySelectorAll('.mounting-day select'))
    menu.addEventListener('change', () => {
      // The fragment leaves the focus on the menu after the load.
      show?.setAttribute('formaction', `#${menu.id}`)
      show?.click()
    })
}
