/** Storage keys and the event of the ZIP code and location, apart from their stores because every page loads them. */
import { storedText } from '../../platform/storage/stored-value.store.ts'

/** Islands that show the ZIP code name this key (`stored:zip`, client/platform/islands/island.tsx). */
export const ZIP_KEY = 'zip'
export const LOCATION_KEY = 'place'
/** Event on `document`: this page stored a ZIP code or a location. */
export const ZIP_CHANGED = 'treadline:zip'
/** Set in the tab after the lookup by IP address was answered, so that it runs once a visit. */
export const locationRequested = storedText('place-asked', () => sessionStorage)
