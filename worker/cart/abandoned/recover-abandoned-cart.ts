/** Restores an abandoned cart into the cart of this browser (D11). */
import { type Cart, isSameItem, tireCount } from '../../../schema/cart/cart.ts'
import { TIRE_SERVICES } from '../../../schema/cart/extras/tire-services.ts'
import type { Env } from '../../env.ts'
import { verifyQuoteId } from '../../identity/session/cart-id.ts'
import { findServiceUnits } from '../extras/cart-offers.ts'
import { addToCart, applyCouponCode, updateCartSettings } from '../update-cart.ts'
import { findReminder } from './cart-reminder.sql.ts'
import { verifyRecoveryLink } from './recovery-signature.ts'

/**
 * Returns the cart for the name in a recovery link or for a guest's quote id. Returns `null` when the name is forged or
 * expired, or when the cart was ordered, emptied or deleted.
 */
export async function findAbandonedCart(
  env: Env,
  cartSecret: string,
  name: string,
  now: number,
): Promise<Cart | null> {
  const quoteId = verifyQuoteId(cartSecret, name) ? name : await findQuoteOfLink(env, cartSecret, name, now)
  const cart = quoteId === null ? null : await env.CART.getByName(quoteId).read()
  if (!cart || cart.orderNumber !== null || cart.lines.length === 0) return null
  // A quote id alone does not open a customer's cart; the link in the mail to the customer does.
  return quoteId === name && cart.customerId !== null ? null : cart
}

async function findQuoteOfLink(
  env: Env,
  cartSecret: string,
  name: string,
  now: number,
): Promise<string | null> {
  const reminderId = verifyRecoveryLink(cartSecret, name, now)
  const reminder = reminderId === null ? null : await findReminder(env.DB, reminderId)
  return reminder?.quoteId ?? null
}

/**
 * Adds the lines of an abandoned cart to the cart `quoteId`. Lines that the cart already has are not changed, so a
 * repeated call adds nothing. Returns the names of the lines that are no longer available.
 */
export async function restoreAbandonedCart(
  env: Env,
  abandoned: Cart,
  quoteId: string,
  now: number,
): Promise<string[]> {
  if (abandoned.quoteId === quoteId) return []
  const unavailable: string[] = []
  const known = (await env.CART.getByName(quoteId).read())?.lines ?? []
  for (const line of abandoned.lines) {
    if (line.service || known.some((other) => isSameItem(other, line))) continue
    const { sku, parentSku, option, qty, name } = line
    const added = await addToCart(env, quoteId, { sku, parentSku, option, qty }, now)
    if (!added.ok) unavailable.push(name)
  }
  for (const service of TIRE_SERVICES) {
    // Tires that the cart had before must not be charged for what was chosen for others (decision 283).
    if (!abandoned[service] || tireCount({ lines: known }) > 0) continue
    const units = await findServiceUnits(env.DB, service, now)
    if (units.length > 0) await updateCartSettings(env, quoteId, { [service]: units }, now)
  }
  const cart = await env.CART.getByName(quoteId).read()
  if (abandoned.coupon && cart && !cart.coupon && cart.lines.length > 0) {
    await applyCouponCode(env, quoteId, abandoned.coupon.code, now)
  }
  return unavailable
}
