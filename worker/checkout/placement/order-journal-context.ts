/**
 * What the cart's object lends to the order journal (worker/checkout/placement/order-journal.ts). The journal owns the steps,
 * the object owns the storage: one truth, two files.
 *
 * The journal offers, and the object calls:
 *   placeOrder(ctx, request: PlaceOrderRequest): Promise<PlaceOrderOutcome>
 *   resumeOrder(ctx): Promise<void>             after a crash, from the alarm
 *   paymentChanged(ctx, event): Promise<void>   a webhook spoke
 *   isOrderInProgress(ctx): boolean                synchronous, so that the answer cannot be stale when it is used
 * While `isOrderInProgress` says true the object refuses every change of the cart; nothing else freezes it.
 */
import type { Cart } from '../../../schema/cart/cart.ts'
import type { Cents } from '../../../schema/platform/money.ts'
import type { ObjectBindings } from '../../env.ts'

export interface JournalContext {
  /** The object's own storage. The journal keeps its rows in tables that begin with `journal`. */
  storage: DurableObjectStorage
  /** Bindings and raw variables; `parseConfig(env)` reads the latter. */
  env: ObjectBindings
  /** Milliseconds since the epoch. */
  now(): number
  /** That many random bytes. */
  random(bytes: number): Uint8Array
  /** The cart as it is at this moment; `null` when this object holds none. Synchronous. */
  readCart(): Cart | null
  /** The total that was last answered for exactly this cart with this address; `null` when none was. Synchronous. */
  answeredTotal(cart: Cart): Cents | null
  /** Stores the total that is answered now for this cart with this address. Synchronous. */
  noteTotal(cart: Cart, total: Cents): void
  /** Stores the cart. Synchronous: rides in the same output gate as the journal's own writes. */
  saveCart(cart: Cart): void
}
