/** The one read behind the look-up without an account and the cancellation by number and e-mail. */
import { and, eq, ne } from 'drizzle-orm'
import { salesOrder } from '../../../schema/orders/order.table.ts'
import { connect } from '../../platform/drizzle.sql.ts'
import { WAS_PLACED } from '../order.sql.ts'

/** Returns the e-mail of a placed order; `null` for every other number. */
export async function findOrderEmail(db: D1Database, orderNumber: string): Promise<string | null> {
  const row = await connect(db)
    .select({ email: salesOrder.email })
    .from(salesOrder)
    .where(and(eq(salesOrder.orderNumber, orderNumber), ne(salesOrder.email, ''), WAS_PLACED))
    .get()
  return row?.email ?? null
}
