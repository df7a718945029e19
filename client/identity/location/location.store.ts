/** The chosen or detected location, stored in this browser only. Other code reads only its ZIP code. */
import type { Location } from '../../../schema/identity/location/geolocation.ts'
import { storedValue } from '../../platform/storage/stored-value.store.ts'
import { isStringRecord } from '../../platform/storage/string-record.store.ts'
import { readZip, saveZip } from './zip.store.ts'
import { LOCATION_KEY, ZIP_CHANGED } from './zip-key.store.ts'

function parse(stored: unknown): Location | null {
  if (!isStringRecord(stored)) return null
  const { zip = '', city = '', state = '' } = stored
  return /^\d{5}$/.test(zip) ? { zip, city, state } : null
}

const stored = storedValue(LOCATION_KEY, parse)

/** Returns the stored location; `null` when there is none, or when the shopper typed another ZIP code afterwards. */
export function readLocation(): Location | null {
  const location = stored.read()
  const typed = readZip().slice(0, 5)
  return typed === '' || typed === location?.zip ? location : null
}

/** Saves the location that the shopper chose; all pages then use its ZIP code. */
export function saveLocation(location: Location): void {
  saveDetectedLocation(location)
  saveZip(location.zip)
}

/** Saves a location found by IP address. Pages show it as a guess and send no request for it. */
export function saveDetectedLocation({ zip, city, state }: Location): void {
  stored.save({ zip, city, state })
  globalThis.document?.dispatchEvent(new Event(ZIP_CHANGED))
}
