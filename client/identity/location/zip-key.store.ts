/** Keys and event of the stored ZIP code and place, for code on every page; zip.store.ts and location.store.ts read them. */
import { storedText } from '../../platform/storage/stored-value.store.ts'

/** Islands that show it wait under this name (`stored:zip`, client/platform/islands/island.tsx). */
export const ZIP_KEY = 'zip'
export const LOCATION_KEY = 'place'
/** On `document`: a ZIP code or a place was stored on this page. */
export const ZIP_CHANGED = 'treadline:zip'
/** Stored in the tab once the network has answered in this visit, so it is not asked again. */
export const locationRequested = storedText('place-asked', () => sessionStorage)
