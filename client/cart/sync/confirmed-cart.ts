/** The cart that the server confirmed last: in memory, and stored for the other tabs, whose newer one replaces it. */
import type { CartView } from '../../../schema/cart/cart.api.ts'
import {
  type ClientCart,
  emptyClientCart,
  loadCart,
  markSynced,
  saveHash,
} from '../../../schema/cart/sync/client-cart.ts'
import type { CartPorts } from './cart-ports.ts'
import { readStoredCart, storeCart } from './cart-storage.ts'

export type ConfirmedCart = ReturnType<typeof openConfirmedCart>

export function openConfirmedCart({ storage, now }: Pick<CartPorts, 'storage' | 'now'>) {
  let cart = readStoredCart(storage) ?? emptyClientCart<CartView>()
  let isStored = cart.view !== null
  // Questions are numbered, so that a late answer about another cart is known as such.
  let requests = 0
  let accepted = 0
  let epoch = 0

  function save(next: ClientCart<CartView>): void {
    cart = next
    // Without a view there is nothing to store, and the other tabs would take the cart for cleared.
    if (next.view) isStored = storeCart(storage, next)
  }

  /** Takes over what another tab has stored: a newer cart, or that there is none any more. */
  function mergeStored(): void {
    const other = readStoredCart(storage)
    // Cleared in another tab; where nothing can be stored it was never there.
    if (!other && isStored) {
      epoch += 1
      isStored = false
      cart = emptyClientCart()
    } else if (
      other &&
      (other.token !== cart.token || (other.view?.version ?? 0) > (cart.view?.version ?? 0))
    ) {
      const { isAdding, isOpen, bypassCount } = cart
      cart = { ...other, isAdding, isOpen, bypassCount }
    }
  }

  /** Takes over the answer to a request. False when something newer is known. */
  function accept(view: CartView, requestNumber: number): boolean {
    // Another tab may know more, whose storage event comes only later.
    mergeStored()
    const known = cart.view
    const isOlder =
      known?.key === view.key ? view.version < known.version : known !== null && requestNumber < accepted
    if (isOlder) return false
    accepted = Math.max(accepted, requestNumber)
    save(markSynced(saveHash(loadCart(cart, view)), now()))
    return true
  }

  return {
    get: () => cart,
    /** Rises when the cart is cleared: answers to what was asked before belong to nobody. */
    epoch: () => epoch,
    /** Sets what this page alone is doing, which is not stored. */
    set(next: ClientCart<CartView>): void {
      cart = next
    },
    save,
    mergeStored,
    accept,
    /** Takes over what a page has read. False when something newer is known. */
    acceptView(view: CartView): boolean {
      requests += 1
      return accept(view, requests)
    },
    /** Asks the server; `null` when the cart was cleared before the answer. */
    async request<T>(call: () => Promise<T>): Promise<{ answer: T; requestNumber: number } | null> {
      const began = epoch
      requests += 1
      const requestNumber = requests
      const answer = await call()
      return began === epoch ? { answer, requestNumber } : null
    },
  }
}
