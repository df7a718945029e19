/**
 * The place in the header: a link to how we deliver, whose text becomes the ZIP code that this browser knows, and which
 * opens the popup. Once a visit, where no place is known, the network is asked for one. Plain DOM.
 */
import { LOCATION_REQUESTED, ZIP_CHANGED, ZIP_KEY } from './zip-key.store.ts'

function zip(): string {
  const found = /"zip":"(\d{5})"/.exec(localStorage.getItem('place') ?? '')?.[1] ?? ''
  return localStorage.getItem(ZIP_KEY)?.slice(0, 5) || found
}

export function initLocation(): void {
  document.addEventListener('click', (event) => {
    const link =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('[data-place]') : null
    const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0
    if (!link || opensElsewhere || event.defaultPrevented) return
    event.preventDefault()
    import('./location-dialog.tsx').then(
      ({ openLocationDialog }) => openLocationDialog(),
      () => location.assign(link.href),
    )
  })
  const show = () => {
    try {
      const known = zip()
      for (const link of document.querySelectorAll('[data-place]')) {
        if (known) link.textContent = `Deliver to ${known}`
      }
      if (known || sessionStorage.getItem(LOCATION_REQUESTED)) return
    } catch {
      // Storage may be forbidden; then no place is ever known, and asking on every page would be a nuisance.
      return
    }
    import('./location-lookup.ts').then(
      ({ detectLocation }) => detectLocation(),
      () => {},
    )
  }
  show()
  document.addEventListener(ZIP_CHANGED, show)
  addEventListener('storage', show)
}
