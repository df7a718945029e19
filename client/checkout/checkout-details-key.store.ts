/** Clears the typed values of the checkout; apart from their store, because every screen of the app loads this file. */
import { storedText } from '../platform/storage/stored-value.store.ts'

export const CHECKOUT_DETAILS_KEY = 'checkout'

const details = storedText(CHECKOUT_DETAILS_KEY, () => sessionStorage)

/** Clears all steps, after an order or at the sign-out. */
export function clearCheckoutDetails(): void {
  details.clear()
}
