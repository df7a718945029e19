/** Signing out: ends the session and removes the customer's data from this browser (F1). */
import {
  ACCOUNT_MESSAGES,
  type AccountFormSuccess,
} from '../../../schema/identity/sign-in/account-form.api.ts'
import { paths } from '../../../schema/paths.ts'
import { callApi } from '../../platform/api/call-api.ts'
import { setFlashNotice } from '../../platform/islands/flash-notice.store.ts'
import { showToast } from '../../platform/ui/toast.ts'
import { sessionChanged } from './session.store.ts'
import { sessionPorts } from './session-ports.ts'

/**
 * Ends the session, on the server and in this browser. The server stores the customer's cart for the next sign-in. Returns
 * false when the request failed: the shopper is still signed in. `silent` shows no message; `isLeaving` shows the success on
 * the next page.
 */
export async function signOut({ silent = false, isLeaving = false } = {}): Promise<boolean> {
  const { flushPendingMutations, clearCustomerData } = await sessionPorts()
  // The last changes belong to the customer's cart.
  await flushPendingMutations()
  const reply = await callApi<AccountFormSuccess>(
    paths.accountForm,
    new URLSearchParams({ action: 'sign-out' }),
  )
  if (!reply.ok) {
    if (!silent) showToast({ message: reply.message, type: 'error' })
    return false
  }
  clearCustomerData()
  sessionChanged()
  if (isLeaving) setFlashNotice(ACCOUNT_MESSAGES.loggedOut, Date.now())
  else if (!silent) showToast({ message: ACCOUNT_MESSAGES.loggedOut, type: 'success' })
  return true
}
