/**
 * Every link to the size help opens it as a popup, by one listener; its code comes with the first such click. With a
 * modifier key, on the page of sizes itself, or when the code cannot be had, it is a link. Plain DOM.
 */
export function listenToSizeHelp(): void {
  document.addEventListener('click', (event) => {
    const link =
      event.target instanceof Element
        ? event.target.closest<HTMLAnchorElement>('[href="/sizes/#help"]')
        : null
    const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0
    if (!link || opensElsewhere || event.defaultPrevented || location.pathname === link.pathname) return
    event.preventDefault()
    import('./size-help-dialog.tsx').then(
      ({ openSizeHelp }) => openSizeHelp(),
      () => location.assign(link.href),
    )
  })
}
