/**
 * The saved vehicle on content pages: one listener for every button "This is my car", and a check whether a car is stored.
 * Without a stored car a page loads only this file; the code that marks cards is loaded when there is one.
 */

import { showToast } from '../../platform/ui/toast.ts'
import { hasSavedVehicle, SAVED_VEHICLE_CHANGED } from './saved-vehicle-key.store.ts'

const NOT_SAVED = 'We couldn’t save your car. Check your connection and try again.'
/** Loads the code for a page with a saved car. */
export const savedVehiclePage = () => import('./saved-vehicle-page.ts')

/** Starts the listeners; called once per page. */
export function enhanceSavedVehicle(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-car]') : null
    if (button)
      savedVehiclePage().then(
        ({ toggleSavedVehicle }) => toggleSavedVehicle(button),
        () => showToast({ message: NOT_SAVED, type: 'error' }),
      )
  })
  const show = () => {
    if (hasSavedVehicle())
      savedVehiclePage().then(
        ({ initSavedVehicle }) => initSavedVehicle(),
        () => {},
      )
  }
  show()
  // The car may be chosen in an island, in another tab, or on the page from which the shopper returns.
  document.addEventListener(SAVED_VEHICLE_CHANGED, show)
  for (const event of ['storage', 'pageshow']) addEventListener(event, show)
}
