/** Checks on every page whether a car is stored, before any code for it is loaded; saved-vehicle.store.ts reads the car. */
import { storedText } from '../../platform/storage/stored-value.store.ts'

/** This key decides when islands that show the car are hydrated (`stored:car`, client/platform/islands/island.tsx). */
export const SAVED_VEHICLE_KEY = 'car'
/** Dispatched on the document when the car was stored or cleared on this page. */
export const SAVED_VEHICLE_CHANGED = 'treadline:car'

export function hasSavedVehicle(): boolean {
  return storedText(SAVED_VEHICLE_KEY).read() !== null
}
