/**
 * A page shows the name of a session that may have ended elsewhere. The name leaves with the first answer that says so;
 * a page asks for one when it comes (back) into sight, at most once a minute. Plain DOM.
 */

import { renderCookieState } from '../cart/cart-badge.ts'
import { readSession } from '../identity/session/session.store.ts'
import { SESSION_CHANGED, signedInName } from '../identity/session/signed-in.store.ts'
import { UNAUTHORIZED_EVENT } from '../platform/api/call-api.ts'
import { storedText } from '../platform/storage/stored-value.store.ts'

const askedAt = storedText('session-asked', () => sessionStorage)
const PAUSE_MS = 60_000

const nameShown = () => signedInName(document.cookie)

/** True, and noted, when it is time to ask again; a tab that may keep nothing asks each time. */
function isTime(): boolean {
  if (Date.now() - Number(askedAt.read() ?? 0) < PAUSE_MS) return false
  askedAt.save(String(Date.now()))
  return true
}

export function watchSessionExpiry(): void {
  let known = nameShown()
  /** The name may have left with an answer, or with its cookie's time. */
  const hasLeft = () => {
    if (known === '' || nameShown() !== '') return
    document.dispatchEvent(new Event(SESSION_CHANGED))
    import('./session-work.ts').then(({ clearCustomerData }) => clearCustomerData()).catch(() => {})
  }
  const look = () => {
    hasLeft()
    if (nameShown() === '' || document.visibilityState !== 'visible' || !isTime()) return
    void readSession().then(hasLeft)
  }
  document.addEventListener(SESSION_CHANGED, () => {
    known = nameShown()
    // Who has just signed in need not be asked for.
    if (known !== '') isTime()
    renderCookieState()
  })
  document.addEventListener(UNAUTHORIZED_EVENT, hasLeft)
  document.addEventListener('visibilitychange', look)
  addEventListener('pageshow', look)
  look()
}
