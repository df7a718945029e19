/**
 * A customer's other devices: the socket says that the cart has another version, and the cart is asked for.
 * Opened on pages of the cart and the checkout only.
 */
import type { CartFrame } from '../../../schema/cart/sync/cart-live.api.ts'
import { isChangedElsewhere } from '../../../schema/cart/sync/cart-sync.ts'
import { openReconnect } from '../../platform/api/reconnect.ts'
import type { CartStore } from './cart-ports.ts'

const CHANGED_ELSEWHERE = 'Your cart was changed on another device.'
/** What this browser has just done itself is answered and reported by then. */
const OWN_NEWS_MS = 500

export interface CartSocketPorts {
  /** Opens the socket; `gone` is called once when it has ended, however it did. */
  listen(receive: (frame: CartFrame) => void, gone: () => void): { close(): void }
  after(ms: number, act: () => void): () => void
  chance(): number
}

/** Listens until it is stopped; the way back to a lost line takes longer each time. */
export function subscribeToCartVersion(cart: CartStore, ports: CartSocketPorts): () => void {
  let isStopped = false
  let token = cart.get().cart.token
  const reconnect = openReconnect(ports, () => {
    socket ??= open()
  })
  let socket = open()

  function open(): { close(): void } | null {
    return ports.listen(receive, () => {
      socket = null
      if (!isStopped) reconnect.later()
    })
  }

  function receive({ version }: CartFrame): void {
    reconnect.succeeded()
    ports.after(OWN_NEWS_MS, () => {
      const known = cart.get().cart.view?.version ?? 0
      if (!isStopped && version > known) void showChange()
    })
  }

  /** What comes of another device is said; what this one owes the cart is not news. */
  async function showChange(): Promise<void> {
    const before = cart.get().view?.lines
    if (!(await cart.sync({ forced: true })) || !before) return
    const after = cart.get().view?.lines ?? []
    if (isChangedElsewhere(before, after))
      cart.showMessage({ good: true, text: CHANGED_ELSEWHERE, about: 'elsewhere' })
  }

  // An order or a sign-in gives the customer another cart, and another object reports that.
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
