/** Key and event of the stored ZIP code, for code on every page; zip.store.ts reads it. */

/** Islands that show it wait under this name (`stored:zip`, client/platform/islands/island.tsx). */
export const ZIP_KEY = 'zip'
/** On `document`: a ZIP code or a place was stored on this page. */
export const ZIP_CHANGED = 'treadline:zip'
/** In sessionStorage: the network has answered in this visit, so it is not asked again. */
export const LOCATION_REQUESTED = 'place-asked'
