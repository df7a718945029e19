/** Whether a car is stored, asked on every page before anything is fetched for it; saved-vehicle.store.ts reads it. */
import { storedText } from '../../platform/storage/stored-value.store.ts'

/** Islands that speak of the car wait under this name (`stored:car`, client/platform/islands/island.tsx). */
export const SAVED_VEHICLE_KEY = 'car'
/** On `document`: the car was stored or forgotten on this page. */
export const SAVED_VEHICLE_CHANGED = 'treadline:car'

export function hasSavedVehicle(): boolean {
  return storedText(SAVED_VEHICLE_KEY).read() !== null
}
