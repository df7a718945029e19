/** The order of a browser's cart, for the page that thanks for it. Placing it is the object's work (objects/order-journal.ts). */

import { isPlaced, type Order } from '../../schema/orders/order.ts'
import { type ThankYouView, thankYouView } from '../../schema/orders/status/thank-you.api.ts'
import type { Env } from '../env.ts'
import { readActiveOrder } from './order.sql.ts'
import { readOrderDownloads } from './status/order-downloads.ts'

/**
 * The page that thanks for the order of this cart, with fresh links to its files; `null` when there is no order. That of a
 * customer is shown while that customer is signed in: a browser whose session was ended still holds the cart's number.
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
  const offersAccount = customerId === null
  return thankYouView(order, await readOrderDownloads(env.DB, cartSecret, order, now), offersAccount)
}

/**
 * The order that this cart became. `quoteId` is the proof of ownership: take it from the cookie, verified. With
 * `orderNumber` it must be that one. `null` when there is none.
 */
export async function readOrderForThankYou(
  env: Pick<Env, 'DB' | 'CART'>,
  quoteId: string,
  orderNumber: string | null = null,
): Promise<Order | null> {
  const order = await readActiveOrder(env.DB, quoteId)
  if (!order || (orderNumber !== null && order.orderNumber !== orderNumber)) return null
  if (isPlaced(order.status)) return order
  // The object may know of the payment before D1 does.
  const cart = await env.CART.getByName(quoteId).read()
  return cart?.orderNumber === order.orderNumber ? order : null
}
