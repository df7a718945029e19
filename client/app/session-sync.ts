/** The app's pages follow the session: who signs in or out, here or in another tab, sees a page that fits. */

import { signInHref } from '../../schema/identity/sign-in/sign-in.api.ts'
import { paths } from '../../schema/paths.ts'
import { renderCookieState } from '../cart/cart-badge.ts'
import { whenUnblocked } from '../identity/session/navigation-guard.store.ts'
import { SESSION_CHANGED, signedInName } from '../identity/session/signed-in.store.ts'
import { subscribeTabs } from '../identity/session/tab-broadcast.store.ts'
import { takeFlashNotice } from '../platform/islands/flash-notice.store.ts'
import { showToast } from '../platform/ui/toast.ts'
import { clearTabDetails } from './session-work.ts'

export function syncSessionAcrossTabs(reread: () => void): void {
  const message = takeFlashNotice(Date.now())
  if (message !== null) showToast({ message, type: 'success' })
  let known = signedInName(document.cookie)
  const look = () => {
    const name = signedInName(document.cookie)
    if (name === known) return
    const left = name === ''
    known = name
    renderCookieState()
    if (left) clearTabDetails()
    const { pathname, search } = location
    const isOwn = pathname.startsWith(paths.account) && pathname !== paths.createPassword
    // After a sign-out no page shows the customer's data.
    if (left && isOwn) whenUnblocked(() => signedInName(document.cookie) === '' && leave(pathname + search))
    else reread()
  }
  subscribeTabs(look)
  document.addEventListener(SESSION_CHANGED, look)
  addEventListener('pageshow', (event) => {
    if (event.persisted) look()
  })
}

function leave(back: string): void {
  location.replace(signInHref(paths.login, back))
}
