/** Connects the cart store with a page of the app: the store accepts the loaded cart and returns the one to show. */
import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react'
import type { CartView } from '../../schema/cart/cart.api.ts'
import { signedInName } from '../identity/session/signed-in.store.ts'
import { getCartStore } from './sync/browser-cart.store.ts'
import { subscribeToCartVersion } from './sync/cart-live.ts'
import type { CartState } from './sync/cart-ports.ts'

const subscribeNever = () => () => {}
const getNull = () => null

/** Returns the state of the store; `null` on the server and at the first paint, which shows the loaded cart. */
export function useCartStore(loaded: CartView): CartState | null {
  const isBrowser = typeof window !== 'undefined'
  const state = useSyncExternalStore(
    isBrowser ? getCartStore().subscribe : subscribeNever,
    isBrowser ? getCartStore().get : getNull,
    getNull,
  )
  useLayoutEffect(() => getCartStore().acceptView(loaded), [loaded])
  useEffect(() => {
    // Only this browser has a guest's cart, and its tabs notify each other.
    if (signedInName(document.cookie) === '' || typeof WebSocket === 'undefined') return
    return subscribeToCartVersion(getCartStore(), {
      listen(receive, ended) {
        const address = new URL('/api/ext/cart/live', location.href)
        address.protocol = address.protocol === 'http:' ? 'ws:' : 'wss:'
        const socket = new WebSocket(address)
        socket.onmessage = ({ data }) => receive(JSON.parse(String(data)))
        socket.onclose = ended
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
