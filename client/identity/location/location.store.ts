/** The place that was chosen or found, stored in this browser alone; its ZIP code is what everything else asks for. */
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

/** Returns the place that was chosen or found; `null` when none was, or when another ZIP code was typed elsewhere since. */
export function readLocation(): Location | null {
  const location = stored.read()
  const typed = readZip().slice(0, 5)
  return typed === '' || typed === location?.zip ? location : null
}

/** Saves what the shopper chose; its ZIP code answers wherever one is asked for. */
export function saveLocation(place: Location): void {
  saveDetectedLocation(place)
  saveZip(place.zip)
}

/** Saves what the network said. It is shown, and stands in fields, but nothing is asked in its name. */
export function saveDetectedLocation({ zip, city, state }: Location): void {
  stored.save({ zip, city, state })
  globalThis.document?.dispatchEvent(new Event(ZIP_CHANGED))
}
