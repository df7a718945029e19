/**
 * The customer's first name, from the readable cookie beside the session's secret one. The name grants no access: the server
 * checks the session. A sign-in also changes the cart, so both changes use one broadcast channel.
 */
import { broadcastToTabs } from './tab-broadcast.store.ts'

/** Event on `document` after a sign-in or sign-out on this page; stores of customer data then reload. */
export const SESSION_CHANGED = 'session:changed'

/** Returns the first name in `document.cookie`; empty for a guest. */
export function signedInName(cookies: string): string {
  const encoded = /(?:^|; ?)signed-in=([^;]+)/.exec(cookies)?.[1] ?? ''
  try {
    return decodeURIComponent(encoded)
  } catch {
    return ''
  }
}

/** Notifies the shopper's other tabs of a sign-in or sign-out. */
export function broadcastSessionChange(): void {
  broadcastToTabs(0)
}
