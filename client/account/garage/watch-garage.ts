/** Starts the exchange of the saved car with the customer's garage; its code is loaded only while somebody is signed in. */
import { SAVED_VEHICLE_CHANGED } from '../../catalog/vehicle/saved-vehicle-key.store.ts'
import { SESSION_CHANGED, signedInName } from '../../identity/session/signed-in.store.ts'

export function watchGarage(): void {
  const sync = () => {
    if (signedInName(document.cookie) === '') return
    import('./garage-sync.ts').then(
      ({ syncGarage }) => syncGarage(),
      () => {},
    )
  }
  sync()
  for (const name of [SESSION_CHANGED, SAVED_VEHICLE_CHANGED]) document.addEventListener(name, sync)
}
