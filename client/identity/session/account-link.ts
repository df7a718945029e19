/**
 * The account link in the header, which shows the customer's first name. Cached pages are the same for every visitor, so
 * the browser fills in the name. Plain DOM.
 */
import { signedInName } from './signed-in.store.ts'

/** Shows the signed-in name, or the link to sign in; client/cart/cart-badge.ts calls it when cookies change. */
export function renderAccountLink(): void {
  const name = signedInName(document.cookie)
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-account]')) {
    link.textContent = name || 'Sign in'
    link.dataset.guest ??= link.pathname
    link.href = (name && link.dataset.account) || link.dataset.guest
  }
}
