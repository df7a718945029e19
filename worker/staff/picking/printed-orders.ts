/** The orders of a document that is printed for several of them (H14i). */
import type { Context } from 'hono'
import { isOrderNumber, type Order } from '../../../schema/orders/order.ts'
import type { AppEnv } from '../../env.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import { readOrderDetails } from '../../orders/life/order-lifecycle.sql.ts'
import { toActor } from '../changes/staff-actor.ts'
import { recordDocuments } from './record-documents.sql.ts'

/** Orders on one document. */
export const MAX_PRINTED_ORDERS = 100

/** Returns the orders that the parameter `orders` names, and writes their print into the audit log; empty without a known one. */
export async function readPrintedOrders(c: Context<AppEnv>, staff: StaffSession): Promise<Order[]> {
  const numbers = [...new Set((c.req.query('orders') ?? '').split(/[\s,]+/))].filter(isOrderNumber)
  const found = await Promise.all(
    numbers.slice(0, MAX_PRINTED_ORDERS).map((number) => readOrderDetails(c.env.DB, number)),
  )
  const orders = found.flatMap((details) => (details ? [details.order] : []))
  const printed = { record: 'order' as const, ids: orders.map(({ orderNumber }) => orderNumber) }
  if (orders.length > 0) await recordDocuments(c.env.DB, toActor(staff, 'page'), printed, Date.now())
  return orders
}
