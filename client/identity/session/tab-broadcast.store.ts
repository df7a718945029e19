/**
 * Notifies the shopper's other tabs that the cart or the session has changed. The message carries no data to rely on: each
 * tab reads the cart from the server, and the cart count and the shopper's name from cookies that the server sets.
 */

export const TAB_CHANNEL = 'cart-count'

// One channel sends and receives: a channel does not receive its own messages.
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

/** Calls `listener` after changes in other tabs. Returns the function that unsubscribes. */
export function subscribeTabs(listener: () => void): () => void {
  open()
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Notifies the other tabs of a change; `count` is the number of tires in the cart. */
export function broadcastToTabs(count: number): void {
  open()?.postMessage(count)
}
