/** The place that was chosen or found, stored in this browser alone; its ZIP code is what everything else asks for. */
import type { Location } from '../../../schema/identity/location/geolocation.ts'
import { isStringRecord } from '../../platform/islands/string-record.store.ts'
import { readZip, saveZip } from './zip.store.ts'
import { ZIP_CHANGED } from './zip-key.store.ts'

const KEY = 'place'

type TextStorage = () => Pick<Storage, 'getItem' | 'setItem'>

/** The place that was chosen or found; `null` when none was, or when another ZIP code was typed elsewhere since. */
export function readLocation(storage: TextStorage): Location | null {
  try {
    const stored: unknown = JSON.parse(storage().getItem(KEY) ?? 'null')
    if (!isStringRecord(stored)) return null
    const { zip = '', city = '', state = '' } = stored
    const typed = readZip(storage).slice(0, 5)
    return /^\d{5}$/.test(zip) && (typed === '' || typed === zip) ? { zip, city, state } : null
  } catch {
    // Storage may be forbidden or hold something else; then nobody has chosen.
    return null
  }
}

/** Keeps what the shopper chose; its ZIP code answers wherever one is asked for. */
export function saveLocation(storage: TextStorage, place: Location): void {
  saveDetectedLocation(storage, place)
  saveZip(storage, place.zip)
}

/** Keeps what the network said. It is shown, and stands in fields, but nothing is asked in its name. */
export function saveDetectedLocation(storage: TextStorage, { zip, city, state }: Location): void {
  try {
    storage().setItem(KEY, JSON.stringify({ zip, city, state }))
  } catch {
    // Full or forbidden: the place lasts as long as the page.
  }
  globalThis.document?.dispatchEvent(new Event(ZIP_CHANGED))
}
