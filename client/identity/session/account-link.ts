/**
 * The account in the header: a link that becomes the first name of who is signed in. Pages are the same for everybody,
 * so it is filled in here. Plain DOM.
 */
import { signedInName } from './signed-in.store.ts'

/** Shows who is signed in now; called with everything that the header has from cookies (client/cart/cart-badge.ts). */
export function renderAccountLink(): void {
  const name = signedInName(document.cookie)
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-account]')) {
    link.textContent = name || 'Sign in'
    link.dataset.guest ??= link.pathname
    link.href = (name && link.dataset.account) || link.dataset.guest
  }
}
