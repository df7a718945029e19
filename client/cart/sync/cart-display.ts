/** The state that a page shows: the confirmed cart with the pending mutations of all tabs applied. */
import type { CartPorts, CartState } from './cart-ports.ts'
import { readPendingMutations } from './cart-storage.ts'
import type { ConfirmedCart } from './confirmed-cart.ts'
import { applyAllOptimistically } from './optimistic-cart.ts'

export type CartDisplay = ReturnType<typeof createCartDisplay>

export function createCartDisplay({ storage }: Pick<CartPorts, 'storage'>, confirmed: ConfirmedCart) {
  const listeners = new Set<() => void>()
  let state: CartState = {
    view: null,
    cart: confirmed.get(),
    busy: false,
    message: null,
    unanswered: false,
  }

  function show(part: Partial<Pick<CartState, 'message' | 'unanswered'>> = {}): void {
    const cart = confirmed.get()
    const mutations = readPendingMutations(storage).map(({ wish }) => wish)
    const view = cart.view && applyAllOptimistically(cart.view, mutations)
    state = { ...state, ...part, cart, view, busy: mutations.length > 0 }
    for (const changed of listeners) changed()
  }

  show()
  return {
    get: () => state,
    subscribe(changed: () => void): () => void {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    show,
  }
}
