/** The car that a shopper chose, stored in this browser alone. */
import * as v from 'valibot'
import { SAVED_VEHICLE, type SavedVehicle } from '../../../schema/catalog/vehicle/vehicle.ts'
import { storedValue } from '../../platform/storage/stored-value.store.ts'
import { subscribeStoredValue } from '../../platform/storage/stored-value-changes.store.ts'
import { SAVED_VEHICLE_CHANGED, SAVED_VEHICLE_KEY } from './saved-vehicle-key.store.ts'

const stored = storedValue(SAVED_VEHICLE_KEY, v.parser(v.fallback(v.nullable(SAVED_VEHICLE), null)))

/** Returns `null` when no car is stored, or nothing that this version of the shop can read. */
export const readSavedVehicle = stored.read

/** Returns whether the browser has stored the car; else the car lasts no longer than this answer. */
export function saveVehicle(car: SavedVehicle): boolean {
  const isStored = stored.save(car)
  if (isStored) document.dispatchEvent(new Event(SAVED_VEHICLE_CHANGED))
  return isStored
}

export function clearSavedVehicle(): void {
  stored.clear()
  document.dispatchEvent(new Event(SAVED_VEHICLE_CHANGED))
}

/** Subscribes to a car that was stored or forgotten, here, in another tab, or while the page lay in the bfcache. */
export function onSavedVehicleChange(listener: () => void): () => void {
  const back = ({ persisted }: PageTransitionEvent) => persisted && listener()
  const unsubscribe = subscribeStoredValue(SAVED_VEHICLE_KEY, listener)
  addEventListener('pageshow', back)
  document.addEventListener(SAVED_VEHICLE_CHANGED, listener)
  return () => {
    unsubscribe()
    removeEventListener('pageshow', back)
    document.removeEventListener(SAVED_VEHICLE_CHANGED, listener)
  }
}
