/**
 * The session of this browser (spec §4 "User session"). Who is signed in is the server's to say, by a cookie that no
 * script can read; this ends it, asks whether it goes on, and forgets what the shopper leaves behind.
 */
import { ACCOUNT_MESSAGES, type AccountDone } from '../../schema/api/account-form.ts'
import type { SignInOffer } from '../../schema/api/sign-in.ts'
import { paths } from '../../schema/paths.ts'
import { type Outcome, send } from '../call.ts'
import { notify } from '../ui/notify.ts'
import { dropCheckoutDetails } from './checkout-details.ts'
import { clearCompare, compareStorage } from './compare.ts'
import { dropLastUser } from './last-user.ts'
import { announceSession } from './signed-in.ts'

/** Raised on the document once somebody has signed in or out here; whoever keeps something of his reads it anew. */
export const SESSION_CHANGED = 'session:changed'

/** Keys of localStorage that belong to a customer, and leave with him. */
export const CUSTOMER_KEYS = ['wish-list', 'sync-tasks'] as const

/** The one piece of text that stands for a session in the task queue: the cookie goes along by itself. */
export const BY_COOKIE = 'cookie'

/** Whether the session goes on, and who else may say who somebody is. */
export function readSession(): Promise<Outcome<SignInOffer>> {
  return send('/api/ext/session')
}

/** What the task queue asks after a 401: the session's stand-in for a token, or `null` when it is over. */
export async function renewSession(): Promise<string | null> {
  const answer = await readSession()
  return answer.ok && answer.value.firstname !== null ? BY_COOKIE : null
}

/** Somebody has signed in on this page. */
export function sessionStarted(): void {
  changed()
}

/**
 * Ends the session, on the server and here. The server keeps a customer's cart for the next time. False when the server
 * was not reached: then the shopper is still signed in, and is told so.
 */
export async function signOut({ silent = false } = {}): Promise<boolean> {
  const answer = await send<AccountDone>(paths.accountForm, new URLSearchParams({ action: 'sign-out' }))
  if (!answer.ok) {
    if (!silent) notify({ message: answer.message, type: 'error' })
    return false
  }
  forgetCustomer()
  changed()
  if (!silent) notify({ message: ACCOUNT_MESSAGES.loggedOut, type: 'success' })
  return true
}

/** Everything of a customer that this browser keeps: compare, wish list, checkout details, what waits to be sent. */
export function forgetCustomer(): void {
  clearCompare(compareStorage())
  dropLastUser(kept())
  dropTabDetails()
  for (const key of CUSTOMER_KEYS) kept().removeItem(key)
}

/** What a tab alone keeps; each drops its own when the customer signs out in another. */
export function dropTabDetails(): void {
  try {
    dropCheckoutDetails(sessionStorage)
  } catch {
    // Forbidden storage kept nothing.
  }
}

function changed(): void {
  announceSession()
  document.dispatchEvent(new Event(SESSION_CHANGED))
}

type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
const NOTHING: Kept = { getItem: () => null, setItem: () => {}, removeItem: () => {} }

function kept(): Kept {
  return compareStorage() ?? NOTHING
}
