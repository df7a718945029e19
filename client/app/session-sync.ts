/** Updates pages of the app when the shopper signs in or out, in this tab or in another one. */

import { signInHref } from '../../schema/identity/sign-in/sign-in.api.ts'
import { paths } from '../../schema/paths.ts'
import { renderCookieState } from '../cart/cart-badge.ts'
import { whenUnblocked } from '../identity/session/navigation-guard.store.ts'
import { SESSION_CHANGED, signedInName } from '../identity/session/signed-in.store.ts'
import { subscribeTabs } from '../identity/session/tab-broadcast.store.ts'
import { consumeFlashNotice } from '../platform/islands/flash-notice.store.ts'
import { showToast } from '../platform/ui/toast.ts'
import { clearTabDetails } from './session-end.ts'

/** Shows the message of the previous page; then calls `reread`, or leaves the page, whenever the session changes. */
export function syncSessionAcrossTabs(reread: () => void): void {
  const message = consumeFlashNotice(Date.now())
  if (message !== null) showToast({ message, type: 'success' })
  let knownName = signedInName(document.cookie)
  const check = () => {
    const name = signedInName(document.cookie)
    if (name === knownName) return
    const isSignedOut = name === ''
    knownName = name
    renderCookieState()
    if (isSignedOut) clearTabDetails()
    const { pathname, search } = location
    const isAccountPage = pathname.startsWith(paths.account) && pathname !== paths.createPassword
    // After a sign-out no page shows the customer's data.
    if (isSignedOut && isAccountPage)
      whenUnblocked(() => signedInName(document.cookie) === '' && goToSignIn(pathname + search))
    else reread()
  }
  subscribeTabs(check)
  document.addEventListener(SESSION_CHANGED, check)
  addEventListener('pageshow', (event) => {
    if (event.persisted) check()
  })
}

function goToSignIn(back: string): void {
  location.replace(signInHref(paths.login, back))
}
