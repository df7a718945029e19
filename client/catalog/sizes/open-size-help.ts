import { opensElsewhere } from '../../platform/islands/opens-elsewhere.ts'

/**
 * Every link to the size help opens it as a popup, by one listener; its code comes with the first such click. With a
 * modifier key, on the page of sizes itself, or when the code cannot be had, it is a link. Plain DOM.
 */
export function enhanceSizeHelpLink(): void {
  document.addEventListener('click', (event) => {
    const link =
      event.target instanceof Element
        ? event.target.closest<HTMLAnchorElement>('[href="/sizes/#help"]')
        : null
    if (!link || opensElsewhere(event) || event.defaultPrevented || location.pathname === link.pathname)
      return
    event.preventDefault()
    import('./size-help-dialog.tsx').then(
      ({ openSizeHelp }) => {
        closeAround(link)
        openSizeHelp()
      },
      () => location.assign(link.href),
    )
  })
}

/** The menu of small screens goes first, so that the focus has a place to come back to. */
function closeAround(link: HTMLElement): void {
  const menu = link.closest('details')
  if (!menu) return
  menu.open = false
  menu.querySelector('summary')?.focus()
}
