/**
 * Removes the customer's name from the page when the session has ended elsewhere. The server clears the cookie with
 * its next response; a page requests one when it becomes visible, at most once a minute. Plain DOM.
 */

import { renderCookieState } from '../cart/cart-badge.ts'
import { readSession } from '../identity/session/session.store.ts'
import { SESSION_CHANGED, signedInName } from '../identity/session/signed-in.store.ts'
import { UNAUTHORIZED_EVENT } from '../platform/api/call-api.ts'
import { storedText } from '../platform/storage/stored-value.store.ts'

const lastCheckedAt = storedText('session-asked', () => sessionStorage)
const PAUSE_MS = 60_000

const currentName = () => signedInName(document.cookie)

/** Returns true and stores the time when a check is due. Without storage a check is always due. */
function claimCheck(): boolean {
  if (Date.now() - Number(lastCheckedAt.read() ?? 0) < PAUSE_MS) return false
  lastCheckedAt.save(String(Date.now()))
  return true
}

/** Checks the session now and whenever the page becomes visible, and follows its changes. */
export function watchSessionExpiry(): void {
  let shownName = currentName()
  /** Clears the customer's data if the cookie of the name is gone: by a response, or because it expired. */
  const handleSignOut = () => {
    if (shownName === '' || currentName() !== '') return
    document.dispatchEvent(new Event(SESSION_CHANGED))
    import('./session-end.ts').then(({ clearCustomerData }) => clearCustomerData()).catch(() => {})
  }
  const check = () => {
    handleSignOut()
    if (currentName() === '' || document.visibilityState !== 'visible' || !claimCheck()) return
    void readSession().then(handleSignOut)
  }
  document.addEventListener(SESSION_CHANGED, () => {
    shownName = currentName()
    // After a sign-in the next check is not due for a minute.
    if (shownName !== '') claimCheck()
    renderCookieState()
  })
  document.addEventListener(UNAUTHORIZED_EVENT, handleSignOut)
  document.addEventListener('visibilitychange', check)
  addEventListener('pageshow', check)
  check()
}
