/**
 * The location link in the header: it shows the stored ZIP code and opens the dialog; without JavaScript it leads to the
 * delivery page. Without a stored location, the server looks one up by IP address once a visit. Plain DOM.
 */
import { enhanceLinks } from '../../platform/islands/enhance-links.ts'
import { getLocalStorage, storedText } from '../../platform/storage/stored-value.store.ts'
import { LOCATION_KEY, locationRequested, ZIP_CHANGED, ZIP_KEY } from './zip-key.store.ts'

/** Returns the label of the typed ZIP code, else that of the stored location as a guess, else nothing. */
function zipLabel(): string | undefined {
  const typed = storedText(ZIP_KEY).read()?.slice(0, 5)
  const guess = /"zip":"(\d{5})"/.exec(storedText(LOCATION_KEY).read() ?? '')?.[1]
  return typed ? `Deliver to ${typed}` : guess && `Near ${guess}?`
}

/** Starts the location link of this page. */
export function initLocation(): void {
  enhanceLinks('[data-place]', async () => (await import('./location-dialog.tsx')).openLocationDialog())
  const render = () => {
    const label = zipLabel()
    for (const link of document.querySelectorAll('[data-place]')) {
      if (label) link.textContent = label
    }
    // Without browser storage every page would send the request again.
    if (label || !getLocalStorage() || locationRequested.read()) return
    import('./location-lookup.ts').then(
      ({ detectLocation }) => detectLocation(),
      () => {},
    )
  }
  render()
  document.addEventListener(ZIP_CHANGED, render)
  addEventListener('storage', render)
}
