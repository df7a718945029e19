/** The place that was chosen or found, stored in this browser alone; its ZIP code is what everything else asks for. */
import type { Location } from '../../../schema/identity/location/geolocation.ts'
import { storedValue, type TextStorage } from '../../platform/storage/stored-value.store.ts'
import { isStringRecord } from '../../platform/storage/string-record.store.ts'
import { readZip, saveZip } from './zip.store.ts'
import { LOCATION_KEY, ZIP_CHANGED } from './zip-key.store.ts'

function parse(stored: unknown): Location | null {
  if (!isStringRecord(stored)) return null
  const { zip = '', city = '', state = '' } = stored
  return /^\d{5}$/.test(zip) ? { zip, city, state } : null
}

/** Returns the place that was chosen or found; `null` when none was, or when another ZIP code was typed elsewhere since. */
export function readLocation(storage?: TextStorage): Location | null {
  const location = storedValue(LOCATION_KEY, parse, storage).read()
  const typed = readZip().slice(0, 5)
  return typed === '' || typed === location?.zip ? location : null
}

/** Saves what the shopper chose; its ZIP code answers wherever one is asked for. */
export function saveLocation(storage: TextStorage, place: Location): void {
  saveDetectedLocation(place, storage)
  saveZip(place.zip)
}

/** Saves what the network said. It is shown, and stands in fields, but nothing is asked in its name. */
export function saveDetectedLocation({ zip, city, state }: Location, storage?: TextStorage): void {
  storedValue(LOCATION_KEY, parse, storage).save({ zip, city, state })
  globalThis.document?.dispatchEvent(new Event(ZIP_CHANGED))
}
