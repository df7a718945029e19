/**
 * Follows changes on a customer's other devices: a WebSocket reports a new version of the cart, and the store reads the
 * cart. Opened only on pages of the cart and the checkout.
 */
import type { CartVersionEvent } from '../../../schema/cart/sync/cart-live.api.ts'
import { isChangedElsewhere } from '../../../schema/cart/sync/cart-sync.ts'
import { createReconnectTimer } from '../../platform/api/reconnect.ts'
import type { CartStore } from './cart-ports.ts'

const CHANGED_ELSEWHERE = 'Your cart changed on another device.'
/** Wait before a reported version is compared: by then the store has the answer to this browser's own mutation. */
const OWN_ANSWER_MS = 500

export interface CartSocketPorts {
  /** Opens the socket; `ended` is called once when it has closed, for whatever reason. */
  listen(receive: (frame: CartVersionEvent) => void, ended: () => void): { close(): void }
  after(ms: number, act: () => void): () => void
  /** Returns a random number from 0 to 1. */
  chance(): number
}

/** Subscribes to changes; reconnects after a growing delay. Returns a function that unsubscribes. */
export function subscribeToCartVersion(cart: CartStore, ports: CartSocketPorts): () => void {
  let isStopped = false
  let token = cart.get().cart.token
  const reconnect = createReconnectTimer(ports, () => {
    socket ??= open()
  })
  let socket = open()

  function open(): { close(): void } | null {
    return ports.listen(receive, () => {
      socket = null
      if (!isStopped) reconnect.schedule()
    })
  }

  function receive({ version }: CartVersionEvent): void {
    reconnect.reset()
    ports.after(OWN_ANSWER_MS, () => {
      const known = cart.get().cart.view?.version ?? 0
      if (!isStopped && version > known) void showChange()
    })
  }

  /** Reads the cart and shows a message if another device has changed its lines. */
  async function showChange(): Promise<void> {
    const before = cart.get().view?.lines
    if (!(await cart.sync({ forced: true })) || !before) return
    const after = cart.get().view?.lines ?? []
    if (isChangedElsewhere(before, after))
      cart.showMessage({ good: true, text: CHANGED_ELSEWHERE, about: 'elsewhere' })
  }

  // After an order or a sign-in the customer has another cart, so the socket to its cart object is opened.
  const unsubscribe = cart.subscribe(() => {
    const next = cart.get().cart.token
    if (next === token) return
    token = next
    socket?.close()
  })

  return () => {
    isStopped = true
    reconnect.cancel()
    unsubscribe()
    socket?.close()
  }
}
