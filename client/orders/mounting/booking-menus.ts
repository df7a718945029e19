/** Shows the times of another store or day as soon as its menu changes, so that menus and times agree (H13k). Plain DOM. */

/** Listens to the menus of store and day. */
export function followBookingMenus(): void {
  const menus = document.querySelector('.mounting-day')
  menus?.addEventListener('change', ({ target }) => {
    const show = menus.querySelector('button')
    // The fragment leaves the focus on the menu after the load.
    show?.setAttribute('formaction', `#${(target as Element).id}`)
    show?.click()
  })
}
