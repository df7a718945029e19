/**
 * The name of who is signed in, out of the readable cookie beside the session's own. It decides nothing: the server
 * asks the session. A session takes its cart along, so its news travel from tab to tab with the cart's.
 */
import { broadcastCartChange, onCartBroadcast } from '../../cart/sync/cart-broadcast.store.ts'

/** Raised on the document once somebody has signed in or out here; whoever keeps something of his reads it anew. */
export const SESSION_CHANGED = 'session:changed'

/** First name out of `document.cookie`; empty for a guest. */
export function signedInName(cookies: string): string {
  const text = /(?:^|; ?)signed-in=([^;]+)/.exec(cookies)?.[1] ?? ''
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

/** Hears of sign-ins and sign-outs in other tabs, and of changed carts. Returns the way to stop. */
export const subscribeSession = onCartBroadcast

/** Tells the shopper's other tabs that somebody else is signed in, or nobody any more. */
export function broadcastSessionChange(): void {
  broadcastCartChange(0)
}
