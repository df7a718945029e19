/** The car that a shopper chose, stored in this browser alone. */
import * as v from 'valibot'
import { SAVED_VEHICLE, type SavedVehicle } from '../../../schema/catalog/vehicle/vehicle.ts'
import { SAVED_VEHICLE_CHANGED, SAVED_VEHICLE_KEY } from './saved-vehicle-key.store.ts'

type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Reached for only inside `try`: where storage is forbidden, even that throws. */
const browserStorage = (): TextStorage => localStorage

/** `null` when no car is stored, or nothing that this version of the shop can read. */
export function readSavedVehicle(storage: () => TextStorage = browserStorage): SavedVehicle | null {
  try {
    const read = v.safeParse(SAVED_VEHICLE, JSON.parse(storage().getItem(SAVED_VEHICLE_KEY) ?? 'null'))
    return read.success ? read.output : null
  } catch {
    // Storage may be forbidden or hold something else; then the shop asks for the car again.
    return null
  }
}

/** False where the browser keeps nothing: then the car lasts no longer than this answer. */
export function saveVehicle(car: SavedVehicle, storage: () => TextStorage = browserStorage): boolean {
  try {
    storage().setItem(SAVED_VEHICLE_KEY, JSON.stringify(car))
  } catch {
    return false
  }
  document.dispatchEvent(new Event(SAVED_VEHICLE_CHANGED))
  return true
}

export function clearSavedVehicle(storage: () => TextStorage = browserStorage): void {
  try {
    storage().removeItem(SAVED_VEHICLE_KEY)
  } catch {
    // Forbidden: then nothing was stored either.
  }
  document.dispatchEvent(new Event(SAVED_VEHICLE_CHANGED))
}

/** Subscribes to a car that was stored or forgotten, here, in another tab, or while the page lay in the bfcache. */
export function onSavedVehicleChange(listener: () => void): () => void {
  const elsewhere = ({ key }: StorageEvent) => {
    // Without a key everything was cleared.
    if (key === SAVED_VEHICLE_KEY || key === null) listener()
  }
  const back = ({ persisted }: PageTransitionEvent) => persisted && listener()
  addEventListener('storage', elsewhere)
  addEventListener('pageshow', back)
  document.addEventListener(SAVED_VEHICLE_CHANGED, listener)
  return () => {
    removeEventListener('storage', elsewhere)
    removeEventListener('pageshow', back)
    document.removeEventListener(SAVED_VEHICLE_CHANGED, listener)
  }
}
