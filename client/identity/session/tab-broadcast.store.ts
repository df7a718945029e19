/**
 * Says to the shopper's other tabs that the cart or the session has changed. The message never holds what is true now:
 * each tab reads the cart from the server, and its count and the shopper's name from cookies that the server sets.
 */

export const TAB_CHANNEL = 'cart-count'

// One channel for both directions: a channel does not receive its own messages, so a page never answers itself.
let channel: BroadcastChannel | null = null
const listeners = new Set<() => void>()

function open(): BroadcastChannel | null {
  if (channel === null && typeof BroadcastChannel !== 'undefined') {
    channel = new BroadcastChannel(TAB_CHANNEL)
    channel.onmessage = () => {
      for (const listener of listeners) listener()
    }
  }
  return channel
}

/** Calls `listener` after changes in other tabs. Returns the function that ends this. */
export function subscribeTabs(listener: () => void): () => void {
  open()
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Says to the other tabs that something has changed; `count` is the number at the cart. */
export function broadcastToTabs(count: number): void {
  open()?.postMessage(count)
}
