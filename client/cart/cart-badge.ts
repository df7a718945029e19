/**
 * The number at the cart. Pages are the same for everybody, so it is filled in here, from a readable cookie that the
 * server sets beside the cart's own.
 */

import { renderAccountLink } from '../identity/session/account-link.ts'
import { subscribeTabs } from '../identity/session/tab-broadcast.store.ts'

/** Raised on the document when the number at the cart may be another one; the cookie says which. */
export const CART_COUNT_CHANGED = 'cart:counted'

/** Lines or units in the cart, as the shop is configured, out of `document.cookie`; 0 when it does not say. */
export function parseCartCount(cookies: string): number {
  return Number(/(?:^|; ?)cart-count=(\d{1,5})(?:;|$)/.exec(cookies)?.[1] ?? 0)
}

function paint(count: number): void {
  for (const badge of document.querySelectorAll<HTMLElement>('[data-cart-count]')) {
    badge.hidden = count === 0
    badge.textContent = String(count)
    badge.closest('a')?.setAttribute('aria-label', `Cart, ${count} ${count === 1 ? 'item' : 'items'}`)
  }
}

/** What the header has from cookies: the number at the cart, and who is signed in. */
export function renderCookieState(): void {
  paint(parseCartCount(document.cookie))
  renderAccountLink()
}

/** Shows it now and whenever it may have changed behind this page's back. */
export function watchCookieState(): void {
  renderCookieState()
  subscribeTabs(renderCookieState)
  document.addEventListener(CART_COUNT_CHANGED, renderCookieState)
  // A page that comes back from the bfcache shows what it showed when it was left.
  window.addEventListener('pageshow', renderCookieState)
}
