/**
 * The place in the header: a link to how we deliver, whose text becomes the ZIP code that this browser knows, and which
 * opens the popup. Once a visit, where no place is known, the network is asked for one. Plain DOM.
 */
import { getLocalStorage, storedText } from '../../platform/storage/stored-value.store.ts'
import { LOCATION_KEY, locationRequested, ZIP_CHANGED, ZIP_KEY } from './zip-key.store.ts'

function zip(): string {
  const found = /"zip":"(\d{5})"/.exec(storedText(LOCATION_KEY).read() ?? '')?.[1] ?? ''
  return storedText(ZIP_KEY).read()?.slice(0, 5) || found
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
    const known = zip()
    for (const link of document.querySelectorAll('[data-place]')) {
      if (known) link.textContent = `Deliver to ${known}`
    }
    // Where storage is forbidden no place is ever known, and asking on every page would be a nuisance.
    if (known || !getLocalStorage() || locationRequested.read()) return
    import('./location-lookup.ts').then(
      ({ detectLocation }) => detectLocation(),
      () => {},
    )
  }
  show()
  document.addEventListener(ZIP_CHANGED, show)
  addEventListener('storage', show)
}
