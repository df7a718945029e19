/** Connects the session with other rooms: clears their stored data, pending mutations and queued tasks at its end. */
import type { Task } from '../../schema/identity/session/queued-task.ts'
import { clearStoredCart } from '../cart/sync/cart-storage.ts'
import { COMPARE_KEY } from '../catalog/compare/compare-key.store.ts'
import { SAVED_VEHICLE_KEY } from '../catalog/vehicle/saved-vehicle-key.store.ts'
import { clearCheckoutDetails } from '../checkout/checkout-details-key.store.ts'
import { ORDER_URL } from '../checkout/placement/offline-order.store.ts'
import { subscriber } from '../content/newsletter/newsletter.store.ts'
import { lastUser } from '../identity/session/last-user.store.ts'
import { TASKS_KEY } from '../identity/session/task-storage.store.ts'
import { getLocalStorage, storedText } from '../platform/storage/stored-value.store.ts'

export { withCartLock } from '../cart/sync/cart-lock.ts'
export { flushPendingMutations } from '../cart/sync/flush-mutations.ts'

/** Keys of localStorage that belong to a customer and are cleared at the sign-out. */
const CUSTOMER_KEYS = [COMPARE_KEY, SAVED_VEHICLE_KEY, 'garage', 'wish-list', 'viewed', TASKS_KEY] as const

/** Removes a customer's data from this browser: comparison, car, wish list, checkout details, cart, queued tasks. */
export function clearCustomerData(): void {
  const storage = getLocalStorage()
  clearTabDetails()
  lastUser.clear()
  subscriber.clear()
  for (const key of CUSTOMER_KEYS) storedText(key).clear()
  if (storage) clearStoredCart(storage)
}

/** Removes the data that only this tab stores; each tab calls this when the customer signs out in another. */
export const clearTabDetails = clearCheckoutDetails

/** Shows the result of an order that waited for a connection. */
export function notifyTaskDone(task: Task): void {
  if (task.url !== ORDER_URL) return
  void import('../checkout/placement/queued-order-notice.ts').then(({ notifyQueuedOrderResult }) =>
    notifyQueuedOrderResult(task),
  )
}
