/** GET /api/ext/cart/live: the event for a customer's devices after another device changed the cart. */
import * as v from 'valibot'

export const CART_FRAME = v.object({ version: v.number() })
export type CartFrame = v.InferOutput<typeof CART_FRAME>
