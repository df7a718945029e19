/** The cart store under a page of the app: what the page has read goes in, what the shopper sees comes out. */
import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react'
import type { CartView } from '../../schema/cart/cart.api.ts'
import { signedInName } from '../identity/session/signed-in.store.ts'
import { getCartStore } from './sync/browser-cart.store.ts'
import { subscribeToCartVersion } from './sync/cart-live.ts'
import type { CartState } from './sync/cart-ports.ts'

const NEVER = () => () => {}
const NOTHING = () => null

/** `null` on the server and for the first paint, which shows what the page has read. */
export function useCartStore(loaded: CartView): CartState | null {
  const isBrowser = typeof window !== 'undefined'
  const state = useSyncExternalStore(
    isBrowser ? getCartStore().subscribe : NEVER,
    isBrowser ? getCartStore().get : NOTHING,
    NOTHING,
  )
  useLayoutEffect(() => getCartStore().acceptView(loaded), [loaded])
  useEffect(() => {
    // A guest's cart is in this browser alone, whose tabs notify each other.
    if (signedInName(document.cookie) === '' || typeof WebSocket === 'undefined') return
    return subscribeToCartVersion(getCartStore(), {
      listen(heard, gone) {
        const address = new URL('/api/ext/cart/live', location.href)
        address.protocol = address.protocol === 'http:' ? 'ws:' : 'wss:'
        const socket = new WebSocket(address)
        socket.onmessage = ({ data }) => heard(JSON.parse(String(data)))
        socket.onclose = gone
        return socket
      },
      after(ms, act) {
        const timer = setTimeout(act, ms)
        return () => clearTimeout(timer)
      },
      chance: Math.random,
    })
  }, [])
  return state
}
