/** The cart that the server confirmed last: in memory, and in the storage for other tabs. A newer stored cart replaces it. */
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

export type ConfirmedCart = ReturnType<typeof createConfirmedCart>

export function createConfirmedCart({ storage, now }: Pick<CartPorts, 'storage' | 'now'>) {
  let cart = readStoredCart(storage) ?? emptyClientCart<CartView>()
  let isStored = cart.view !== null
  // Requests are numbered, so that a late response about another cart can be ignored.
  let requests = 0
  let accepted = 0
  let epoch = 0

  function save(next: ClientCart<CartView>): void {
    cart = next
    // Without a view nothing is stored: other tabs would treat the cart as cleared.
    if (next.view) isStored = storeCart(storage, next)
  }

  /** Merges the stored cart of other tabs: a newer cart replaces this one, a cleared one empties it. */
  function mergeStored(): void {
    const other = readStoredCart(storage)
    // Another tab has cleared the cart. Without storage there is never a stored cart.
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

  /** Accepts the cart from a response. Returns false when a newer one is known. */
  function accept(view: CartView, requestNumber: number): boolean {
    // Another tab may have stored a newer cart whose storage event has not arrived yet.
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
    /** Grows when the cart is cleared; responses to earlier requests must be ignored. */
    epoch: () => epoch,
    /** Sets the state of this page alone, which is not stored. */
    set(next: ClientCart<CartView>): void {
      cart = next
    },
    save,
    mergeStored,
    accept,
    /** Accepts a cart that a page has loaded. Returns false when a newer one is known. */
    acceptView(view: CartView): boolean {
      requests += 1
      // Before the page's screen is there, a pending addition may have created the cart that this view does not have.
      return accept(view, view.key === '' ? 0 : requests)
    },
    /** Runs a numbered request; resolves to `null` when the cart was cleared before the response. */
    async request<T>(call: () => Promise<T>): Promise<{ answer: T; requestNumber: number } | null> {
      const began = epoch
      requests += 1
      const requestNumber = requests
      const answer = await call()
      return began === epoch ? { answer, requestNumber } : null
    },
  }
}
