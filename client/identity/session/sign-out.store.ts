/** Signing out (spec §4 "User session"): the session ends, and this browser forgets what it kept of the customer. */
import {
  ACCOUNT_MESSAGES,
  type AccountFormSuccess,
} from '../../../schema/identity/sign-in/account-form.api.ts'
import { paths } from '../../../schema/paths.ts'
import { clearStoredCart } from '../../cart/sync/cart-storage.ts'
import { flushPendingMutations, getLocalStorage } from '../../cart/sync/flush-mutations.ts'
import { clearCompare, compareStorage } from '../../catalog/compare/compare.store.ts'
import { clearCheckoutDetails } from '../../checkout/checkout-details.store.ts'
import { NEWSLETTER_KEY } from '../../content/newsletter/newsletter.store.ts'
import { callApi } from '../../platform/api/call-api.ts'
import { setFlashNotice } from '../../platform/islands/flash-notice.store.ts'
import { showToast } from '../../platform/ui/toast.ts'
import { clearLastUser } from './last-user.store.ts'
import { sessionChanged } from './session.store.ts'
import { TASKS_KEY } from './task-storage.store.ts'

/** Keys of localStorage that belong to a customer, and leave with him. */
const CUSTOMER_KEYS = ['wish-list', 'viewed', TASKS_KEY, NEWSLETTER_KEY] as const

/**
 * Ends the session, on the server and here. The server keeps a customer's cart for the next time. False when the server
 * was not reached: then the shopper is still signed in, and is told so. `isLeaving`: the next page says that it is done.
 */
export async function signOut({ silent = false, isLeaving = false } = {}): Promise<boolean> {
  // What was wished of the customer's cart a moment ago still goes into it.
  await flushPendingMutations()
  const answer = await callApi<AccountFormSuccess>(
    paths.accountForm,
    new URLSearchParams({ action: 'sign-out' }),
  )
  if (!answer.ok) {
    if (!silent) showToast({ message: answer.message, type: 'error' })
    return false
  }
  clearCustomerData()
  sessionChanged()
  if (isLeaving) setFlashNotice(sessionStorage, ACCOUNT_MESSAGES.loggedOut, Date.now())
  else if (!silent) showToast({ message: ACCOUNT_MESSAGES.loggedOut, type: 'success' })
  return true
}

/** Everything of a customer that this browser keeps: compare, wish list, checkout details, what waits to be sent. */
export function clearCustomerData(): void {
  clearCompare(compareStorage())
  clearLastUser(kept())
  clearTabDetails()
  for (const key of CUSTOMER_KEYS) kept().removeItem(key)
  const storage = getLocalStorage()
  if (storage) clearStoredCart(storage)
}

/** What a tab alone keeps; each drops its own when the customer signs out in another. */
export function clearTabDetails(): void {
  try {
    clearCheckoutDetails(sessionStorage)
  } catch {
    // Forbidden storage kept nothing.
  }
}

type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
const NOTHING: Kept = { getItem: () => null, setItem: () => {}, removeItem: () => {} }

function kept(): Kept {
  return compareStorage() ?? NOTHING
}
