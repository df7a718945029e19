/**
 * That the cart has changed, told from tab to tab (spec §4 "sync across browser tabs"). What it holds now is never in
 * the message: whoever shows it reads it from the server, or its count from the cookie that the server sets.
 */

/** Also heard by the number at the cart in the header (client/cart/cart-badge.ts). */
export const CART_CHANNEL = 'cart-count'

/** Raised on the document when the number at the cart may be another one; the cookie says which. */
export const CART_COUNT_CHANGED = 'cart:counted'

// One channel for both directions: a channel does not hear itself, so a page never answers its own news.
let channel: BroadcastChannel | null = null
const listeners = new Set<() => void>()

function open(): BroadcastChannel | null {
  if (channel === null && typeof BroadcastChannel !== 'undefined') {
    channel = new BroadcastChannel(CART_CHANNEL)
    channel.onmessage = () => {
      for (const listener of listeners) listener()
    }
  }
  return channel
}

/** Hears of changes made elsewhere. Returns the way to stop. */
export function onCartBroadcast(listener: () => void): () => void {
  open()
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Tells everybody else that the cart is not what it was. */
export function broadcastCartChange(count: number): void {
  open()?.postMessage(count)
}

/** Lets go of the channel; the next call opens it again. */
export function closeCartChannel(): void {
  channel?.close()
  channel = null
  listeners.clear()
}
