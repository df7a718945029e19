/** GET /api/ext/cart/live: the event for a customer's devices after another device changed the cart. */
import * as v from 'valibot'

export const CART_VERSION_EVENT = v.object({ version: v.number() })
export type CartVersionEvent = v.InferOutput<typeof CART_VERSION_EVENT>
