/**
 * Reads the e-mail of an order, for the form without an account and for the cancellation by number and
 * e-mail.
 */
import { and, eq, ne } from 'drizzle-orm'
import { salesOrder } from '../../../schema/orders/order.table.ts'
import { connect } from '../../platform/drizzle.sql.ts'
import { WAS_PLACED } from '../order.sql.ts'

/** Returns the e-mail of a placed order; `null` without such an order. */
export async function findOrderEmail(db: D1Database, orderNumber: string): Promise<string | null> {
  const row = await connect(db)
    .select({ email: salesOrder.email })
    .from(salesOrder)
    .where(and(eq(salesOrder.orderNumber, orderNumber), ne(salesOrder.email, ''), WAS_PLACED))
    .get()
  return row?.email ?? null
}
