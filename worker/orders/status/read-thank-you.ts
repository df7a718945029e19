/** Reads the order of a browser's cart for the thank-you page. The cart object places the order. */

import { formatMountingNote } from '../../../schema/cart/extras/mounting-note.ts'
import { hasMounting } from '../../../schema/orders/mounting/mounting.ts'
import { mountingHref } from '../../../schema/orders/mounting/mounting-paths.ts'
import { isPlaced, type Order } from '../../../schema/orders/order.ts'
import { type ThankYouView, thankYouView } from '../../../schema/orders/status/thank-you.api.ts'
import { orderStatusHref } from '../../../schema/paths.ts'
import type { Env } from '../../env.ts'
import { storeCities } from '../../identity/location/physical-stores.ts'
import { readActiveOrder } from '../order.sql.ts'
import { signOrderLink } from '../order-signature.ts'
import { readOrderDownloads } from './order-downloads.ts'

/**
 * Returns the thank-you page of this cart's order, with new links to its files; `null` when there is no
 * order. An order of a customer is shown only while that customer is signed in: after a session has ended,
 * the browser still has the cart's id.
 */
export async function readThankYou(
  env: Pick<Env, 'DB' | 'CART'>,
  cartSecret: string,
  quoteId: string,
  now: number,
  customerId: number | null,
): Promise<ThankYouView | null> {
  const order = await readOrderForThankYou(env, quoteId)
  if (!order || (order.customerId !== null && order.customerId !== customerId)) return null
  const { orderNumber } = order
  const statusHref = orderStatusHref(orderNumber, signOrderLink(cartSecret, orderNumber))
  return thankYouView(order, await readOrderDownloads(env.DB, cartSecret, order, now), {
    offersAccount: customerId === null,
    mounting: hasMounting(order)
      ? { href: mountingHref(statusHref), note: formatMountingNote(await storeCities(env.DB)) }
      : null,
    now,
  })
}

/**
 * Returns the placed order of this cart, and with `orderNumber` only that order; `null` without one.
 * `quoteId` authorizes the read, so it must come from the verified cookie.
 */
export async function readOrderForThankYou(
  env: Pick<Env, 'DB' | 'CART'>,
  quoteId: string,
  orderNumber: string | null = null,
): Promise<Order | null> {
  const order = await readActiveOrder(env.DB, quoteId)
  if (!order || (orderNumber !== null && order.orderNumber !== orderNumber)) return null
  if (isPlaced(order.status)) return order
  // The cart object may have recorded the payment before D1 has.
  const cart = await env.CART.getByName(quoteId).read()
  return cart?.orderNumber === order.orderNumber ? order : null
}
