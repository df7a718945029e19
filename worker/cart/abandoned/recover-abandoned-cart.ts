/** A cart that was left behind comes back into the cart of this browser (D11). */
import { type Cart, isSameItem } from '../../../schema/cart/cart.ts'
import type { Env } from '../../env.ts'
import { verifyQuoteId } from '../../identity/session/cart-id.ts'
import { addToCart, applyCouponCode } from '../update-cart.ts'
import { findReminder } from './cart-reminder.sql.ts'
import { verifyRecoveryLink } from './recovery-signature.ts'

/**
 * The cart that a name speaks of: that of a mail's link, or a guest's quote id, which opens its cart everywhere else too.
 * `null` when the name is none of ours, has ended, or its cart is bought, empty or forgotten.
 */
export async function findAbandonedCart(
  env: Env,
  cartSecret: string,
  name: string,
  now: number,
): Promise<Cart | null> {
  const quoteId = verifyQuoteId(cartSecret, name) ? name : await quoteOf(env, cartSecret, name, now)
  const cart = quoteId === null ? null : await env.CART.getByName(quoteId).read()
  if (!cart || cart.orderNumber !== null || cart.lines.length === 0) return null
  // A customer's cart is opened by its customer, or by the link that only the customer was sent.
  return quoteId === name && cart.customerId !== null ? null : cart
}

async function quoteOf(env: Env, cartSecret: string, name: string, now: number): Promise<string | null> {
  const reminderId = verifyRecoveryLink(cartSecret, name, now)
  const reminder = reminderId === null ? null : await findReminder(env.DB, reminderId)
  return reminder?.quoteId ?? null
}

/**
 * Puts what was left behind into the cart `quoteId`; what is in it already stays as it is, so a second press adds nothing.
 * Gives the lines that could not be had any more.
 */
export async function restoreAbandonedCart(
  env: Env,
  left: Cart,
  quoteId: string,
  now: number,
): Promise<string[]> {
  if (left.quoteId === quoteId) return []
  const gone: string[] = []
  const known = (await env.CART.getByName(quoteId).read())?.lines ?? []
  for (const line of left.lines) {
    if (known.some((other) => isSameItem(other, line))) continue
    const { sku, parentSku, option, qty, name } = line
    const added = await addToCart(env, quoteId, { sku, parentSku, option, qty }, now)
    if (!added.ok) gone.push(name)
  }
  const cart = await env.CART.getByName(quoteId).read()
  if (left.coupon && cart && !cart.coupon && cart.lines.length > 0) {
    await applyCouponCode(env, quoteId, left.coupon.code, now)
  }
  return gone
}
