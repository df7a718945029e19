/** The car that the shopper chose, stored in this browser; a customer's garage has it too (decision 293). */
import * as v from 'valibot'
import { SAVED_VEHICLE, type SavedVehicle } from '../../../schema/catalog/vehicle/vehicle.ts'
import { storedValue } from '../../platform/storage/stored-value.store.ts'
import { subscribeStoredValue } from '../../platform/storage/stored-value-changes.store.ts'
import { SAVED_VEHICLE_CHANGED, SAVED_VEHICLE_KEY } from './saved-vehicle-key.store.ts'

const stored = storedValue(SAVED_VEHICLE_KEY, v.parser(v.fallback(v.nullable(SAVED_VEHICLE), null)))

/** Returns the saved car; `null` when none is stored, or none in the current format. */
export const readSavedVehicle = stored.read

/** Returns the answers of the car wizard for the saved car; empty without one. */
export function savedVehicleAnswers(): string[] {
  const car = readSavedVehicle()
  return car ? [String(car.year), car.make.slug, car.model.slug, car.trim.slug] : []
}

/** Stores the car; returns whether the browser has stored it. */
export function saveVehicle(car: SavedVehicle): boolean {
  const isStored = stored.save(car)
  if (isStored) document.dispatchEvent(new Event(SAVED_VEHICLE_CHANGED))
  return isStored
}

export function clearSavedVehicle(): void {
  stored.clear()
  document.dispatchEvent(new Event(SAVED_VEHICLE_CHANGED))
}

/** Subscribes to changes of the saved car: on this page, in another tab, or while the page was in the bfcache. */
export function onSavedVehicleChange(listener: () => void): () => void {
  const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && listener()
  const unsubscribe = subscribeStoredValue(SAVED_VEHICLE_KEY, listener)
  addEventListener('pageshow', onPageShow)
  document.addEventListener(SAVED_VEHICLE_CHANGED, listener)
  return () => {
    unsubscribe()
    removeEventListener('pageshow', onPageShow)
    document.removeEventListener(SAVED_VEHICLE_CHANGED, listener)
  }
}
