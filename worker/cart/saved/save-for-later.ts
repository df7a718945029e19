/**
 * Moves lines between the cart and the list of saved lines. The target is written first, so that a fault in between leaves the line in
 * both and loses nothing; both steps can be repeated.
 */
import { findLine, MAX_LINES } from '../../../schema/cart/cart.ts'
import { type CartError, cartError } from '../../../schema/cart/cart-error.ts'
import type { CartMutationResult } from '../../../schema/cart/sync/processed-mutations.ts'
import type { Env } from '../../env.ts'
import { addToCart, removeFromCart } from '../update-cart.ts'
import { deleteSavedLine, findSavedLine, saveLine } from './saved-line.sql.ts'

/** Saves a line for later and removes it from the cart. */
export async function saveForLater(
  env: Env,
  quoteId: string,
  { itemId, mutationId }: { itemId: number; mutationId: string | null },
  now: number,
): Promise<CartMutationResult> {
  const stub = env.CART.getByName(quoteId)
  const { cart, isInOrder } = await stub.readForMerge()
  // Before the line is saved: an order in progress refuses its removal, and then it would be in both.
  if (isInOrder && !(await stub.cancelPendingOrder())) return cartError('checkout-in-progress')
  const line = cart && findLine(cart, { itemId, sku: null })
  if (line?.service) return cartError(`${line.service}-follows-tires`)
  // Without the line this may be a repeated request, which the cart answers as before.
  if (line && !(await saveLine(env.DB, quoteId, line, now))) return cartError('saved-full', MAX_LINES)
  return removeFromCart(env, quoteId, { itemId, sku: null, mutationId }, now)
}

/** Adds a saved line to the cart again; 'gone' when the list does not have it, as after a repeated request. */
export async function restoreSavedLine(
  env: Env,
  quoteId: string,
  id: number,
  now: number,
): Promise<{ ok: true } | CartError | 'gone'> {
  const saved = await findSavedLine(env.DB, quoteId, id)
  if (!saved) return 'gone'
  const { sku, parentSku, option, qty } = saved
  // The id of the saved line names the addition, so that the cart applies it once even if the deletion fails.
  const added = await addToCart(env, quoteId, { sku, parentSku, option, qty, mutationId: `saved-${id}` }, now)
  if (added.ok) await deleteSavedLine(env.DB, quoteId, id)
  return added
}
