/** Signing out: the session ends, and this browser removes what it stored of the customer (F1). */
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
 * Ends the session, on the server and here. The server keeps a customer's cart for the next time. False when the server
 * was not reached: then the shopper is still signed in, and is notified. `isLeaving`: the next page says that it is done.
 */
export async function signOut({ silent = false, isLeaving = false } = {}): Promise<boolean> {
  const { flushPendingMutations, clearCustomerData } = await sessionPorts()
  // The last changes still go into the customer's cart.
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
  if (isLeaving) setFlashNotice(ACCOUNT_MESSAGES.loggedOut, Date.now())
  else if (!silent) showToast({ message: ACCOUNT_MESSAGES.loggedOut, type: 'success' })
  return true
}
