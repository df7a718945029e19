/**
 * Keeps the saved car of this browser and the customer's garage together (H13a): at the sign-in the guest's car is added to the
 * garage, and a browser without a car gets the newest one. Loaded only while somebody is signed in.
 */
import type { Garage } from '../../../schema/account/garage/garage.api.ts'
import type { SavedVehicle } from '../../../schema/catalog/vehicle/vehicle.ts'
import { paths } from '../../../schema/paths.ts'
import {
  clearSavedVehicle,
  readSavedVehicle,
  saveVehicle,
} from '../../catalog/vehicle/saved-vehicle.store.ts'
import { SAVED_VEHICLE_CHANGED } from '../../catalog/vehicle/saved-vehicle-key.store.ts'
import { SESSION_CHANGED, signedInName } from '../../identity/session/signed-in.store.ts'
import { callApi } from '../../platform/api/call-api.ts'
import { storedText } from '../../platform/storage/stored-value.store.ts'

const GARAGE_URL = '/api/ext/garage'
/** The car, as JSON, that the garage had at the last reply; cleared at the sign-out together with the car. */
const known = storedText('garage')
/** Set after this tab has requested the garage, which another device may have changed. */
const requested = storedText('garage-asked', () => sessionStorage)

const isSame = (one: SavedVehicle, other: SavedVehicle) => JSON.stringify(one) === JSON.stringify(other)

/** Adds a new car of this browser to the garage, or takes the garage's car over. Repeated calls change nothing. */
async function syncGarage(): Promise<void> {
  const name = signedInName(document.cookie)
  const car = readSavedVehicle()
  const isNew = car !== null && known.read() !== JSON.stringify(car)
  // One request per tab is enough, except on the garage's own page, where cars are added and removed. A sign-out clears `known`, so
  // that the next customer of this tab requests their own garage.
  const isFresh = requested.read() !== null && known.read() !== null && location.pathname !== paths.garage
  // The car was removed in this browser. The garage still has it and must not restore it here.
  const wasRemoved = car === null && ![null, JSON.stringify(null)].includes(known.read())
  if (name === '' || (!isNew && isFresh)) return
  const reply = await callApi<Garage>(GARAGE_URL, isNew ? { car } : undefined)
  // Someone else has signed in, or the shopper has chosen another car meanwhile: the next call has its own reply.
  const now = readSavedVehicle()
  if (!reply.ok || name !== signedInName(document.cookie)) return
  if (JSON.stringify(now) !== JSON.stringify(car)) return
  requested.save('1')
  const { cars } = reply.value
  const isInGarage = car !== null && cars.some((one) => isSame(one, car))
  // A full garage does not take a new car; this browser keeps it and offers it again.
  if (wasRemoved || (isNew && !isInGarage)) return
  const next = isInGarage ? car : (cars[0] ?? null)
  known.save(JSON.stringify(next))
  // A car that was removed from the garage on another device is removed here too.
  if (next === null) {
    if (car !== null) clearSavedVehicle()
  } else if (car === null || !isSame(next, car)) saveVehicle(next)
}

// At the import, now and whenever the car or the session changes.
void syncGarage()
for (const name of [SESSION_CHANGED, SAVED_VEHICLE_CHANGED])
  document.addEventListener(name, () => void syncGarage())
