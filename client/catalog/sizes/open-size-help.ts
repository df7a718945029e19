import { opensElsewhere } from '../../platform/islands/opens-elsewhere.ts'

/**
 * Makes every link to the size help open it as a dialog, with one listener; the dialog's code is loaded at the first
 * click. With a modifier key, on the page of sizes itself, or when loading fails, it stays a link. Plain DOM.
 */
export function enhanceSizeHelpLink(): void {
  // Not by `enhanceLinks`, whose code would be loaded by every page before its first interaction.
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
        closeMenu(link)
        openSizeHelp()
      },
      () => location.assign(link.href),
    )
  })
}

/** Closes the menu of small screens that contains the link, so that the dialog can return the focus to the menu's button. */
function closeMenu(link: HTMLElement): void {
  const menu = link.closest('details')
  if (!menu) return
  menu.open = false
  menu.querySelector('summary')?.focus()
}
