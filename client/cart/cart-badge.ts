/**
 * The number at the cart. Cached pages are the same for all shoppers, so the browser fills the number in from a
 * readable cookie, which the server sets together with the cart's own cookie.
 */

import { renderAccountLink } from '../identity/session/account-link.ts'
import { subscribeTabs } from '../identity/session/tab-broadcast.store.ts'

/** Dispatched on the document when the number at the cart may have changed; the cookie has the new one. */
export const CART_COUNT_CHANGED = 'cart:counted'

/** Reads the number of lines or units (as configured) from `document.cookie`; 0 without the cookie. */
export function parseCartCount(cookies: string): number {
  return Number(/(?:^|; ?)cart-count=(\d{1,5})(?:;|$)/.exec(cookies)?.[1] ?? 0)
}

function showCount(count: number): void {
  for (const badge of document.querySelectorAll<HTMLElement>('[data-cart-count]')) {
    badge.hidden = count === 0
    badge.textContent = String(count)
    // Not by `formatQuantity`, whose file would be loaded before a page's first interaction.
    badge.closest('a')?.setAttribute('aria-label', `Cart, ${count} ${count === 1 ? 'item' : 'items'}`)
  }
}

/** Shows the parts of the header that come from cookies: the number at the cart and the customer's name. */
export function renderCookieState(): void {
  showCount(parseCartCount(document.cookie))
  renderAccountLink()
}

/** Shows them now and whenever another tab or script may have changed the cookies. */
export function watchCookieState(): void {
  renderCookieState()
  subscribeTabs(renderCookieState)
  document.addEventListener(CART_COUNT_CHANGED, renderCookieState)
  // A page from the bfcache still shows the state at which it was left.
  addEventListener('pageshow', renderCookieState)
}
