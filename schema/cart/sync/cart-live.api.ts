/** GET /api/ext/cart/live: what a customer's devices are told when the cart has changed on another one. */
import * as v from 'valibot'

export const CART_FRAME = v.object({ version: v.number() })
export type CartFrame = v.InferOutput<typeof CART_FRAME>
