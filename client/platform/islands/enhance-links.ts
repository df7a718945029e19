/**
 * Makes links open a dialog instead of their page, with one listener for the document. `open` returns `null` for a
 * link that leads to its page; where its code cannot be loaded, the link leads there too. Plain DOM.
 */
export function enhanceLinks(
  selector: string,
  open: (link: HTMLAnchorElement) => Promise<unknown> | null,
): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(selector) : null
    // Not by `opensElsewhere`: shared with the app, it would be one more file before a page's first interaction.
    const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0
    if (!link || opensElsewhere || event.defaultPrevented) return
    const opening = open(link)
    if (!opening) return
    event.preventDefault()
    opening.catch(() => location.assign(link.href))
  })
}
