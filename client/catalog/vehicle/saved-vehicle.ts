/**
 * The shopper's car on content pages: one listener for every "This is my car", and a look whether a car is stored. A
 * page without a car pays for this file only; reading it, marking cards and the line above them come when there is one.
 */

import { showToast } from '../../platform/ui/toast.ts'
import { hasSavedVehicle, SAVED_VEHICLE_CHANGED } from './saved-vehicle-key.store.ts'

const NOT_SAVED = 'The car could not be kept. Check your connection and try again.'
const page = () => import('./saved-vehicle-page.ts')

export function enhanceSavedVehicle(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-car]') : null
    if (button)
      page().then(
        ({ toggleSavedVehicle }) => toggleSavedVehicle(button),
        () => showToast({ message: NOT_SAVED, type: 'error' }),
      )
  })
  const show = () => {
    if (hasSavedVehicle())
      page().then(
        ({ initSavedVehicle }) => initSavedVehicle(),
        () => {},
      )
  }
  show()
  // Chosen in another island, in another tab, or on the page from which the shopper comes back.
  document.addEventListener(SAVED_VEHICLE_CHANGED, show)
  for (const event of ['storage', 'pageshow']) addEventListener(event, show)
}
