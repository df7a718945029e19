/** The orders of a document that is printed for several of them (H14i). */
import type { Context } from 'hono'
import { isOrderNumber, type Order } from '../../../schema/orders/order.ts'
import type { AppEnv } from '../../env.ts'
import { readOrderDetails } from '../../orders/life/order-lifecycle.sql.ts'

/** Orders on one document. */
export const MAX_PRINTED_ORDERS = 100

/** Returns the orders that the parameter `orders` names; empty without a known one. */
export async function readOrdersToPrint(c: Context<AppEnv>): Promise<Order[]> {
  const numbers = [...new Set((c.req.query('orders') ?? '').split(/[\s,]+/))].filter(isOrderNumber)
  const found = await Promise.all(
    numbers.slice(0, MAX_PRINTED_ORDERS).map((number) => readOrderDetails(c.env.DB, number)),
  )
  return found.flatMap((details) => (details ? [details.order] : []))
}
