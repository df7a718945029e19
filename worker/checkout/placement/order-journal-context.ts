/**
 * The interface of the cart object for the order journal (worker/checkout/placement/order-journal.ts). The journal owns
 * the steps, the object owns the storage. While `isOrderInProgress` of the journal returns true, the object refuses
 * every change of the cart; nothing else freezes the cart.
 */
import type { Cart } from '../../../schema/cart/cart.ts'
import type { Cents } from '../../../schema/platform/money.ts'
import type { ObjectBindings } from '../../env.ts'

export interface JournalContext {
  /** The object's own storage. The journal stores its rows in tables whose names begin with `journal`. */
  storage: DurableObjectStorage
  /** Bindings and raw variables; `parseConfig(env)` reads the variables. */
  env: ObjectBindings
  /** Milliseconds since the epoch. */
  now(): number
  /** Returns `bytes` random bytes. */
  random(bytes: number): Uint8Array
  /** Returns the current cart, or `null` when this object has none. Synchronous. */
  readCart(): Cart | null
  /** Returns the last total that a response had for exactly this cart with this destination, or `null`. Synchronous. */
  findReportedTotal(cart: Cart): Cents | null
  /** Stores the total that a response has for this cart with this destination. Synchronous. */
  saveReportedTotal(cart: Cart, total: Cents): void
  /** Stores the cart. Synchronous, so that the cart is stored together with the journal's own writes or not at all. */
  saveCart(cart: Cart): void
}
