/**
 * The name of who is signed in, out of the readable cookie beside the session's own. It decides nothing: the server
 * asks the session. A sign-in also changes the cart, so both travel from tab to tab by one channel.
 */
import { broadcastToTabs } from './tab-broadcast.store.ts'

/** Raised on the document once somebody has signed in or out here; code that stores something of theirs reads it anew. */
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

/** Notifies the shopper's other tabs that somebody else is signed in, or nobody any more. */
export function broadcastSessionChange(): void {
  broadcastToTabs(0)
}
