/** The cash of a day at the counter, and counts of the drawer (H14p). Amounts in cents. */
import { desc, eq, sql } from 'drizzle-orm'
import { staff } from '../../../schema/identity/staff/staff.table.ts'
import { orderRefund, salesOrder } from '../../../schema/orders/order.table.ts'
import { COUNTER_CASH_METHOD } from '../../../schema/orders/payment.ts'
import { drawerCount } from '../../../schema/staff/counter/drawer-count.table.ts'
import { CREDIT_SPENT } from '../../orders/credit/credit.sql.ts'
import { connect } from '../../platform/drizzle.sql.ts'

const MAX_COUNTS = 60

/** Returns the cash of sales and of refunds from `since` on, without what was paid with store credit. */
export async function readCashOf(db: D1Database, since: number): Promise<{ sales: number; refunds: number }> {
  const isCash = sql`${salesOrder.paymentMethod} = ${COUNTER_CASH_METHOD}`
  const [row] = await connect(db).all<{ sales: number; refunds: number }>(sql`select
    (select coalesce(sum(${salesOrder.grandTotal} - ${CREDIT_SPENT}), 0) from ${salesOrder}
      where ${salesOrder.placedAt} >= ${since} and ${isCash}
        and ${salesOrder.status} not in ('pending_payment', 'canceled')) as sales,
    (select coalesce(sum(${orderRefund.amount} - ${orderRefund.credit}), 0) from ${orderRefund}
      join ${salesOrder} on ${salesOrder.id} = ${orderRefund.orderId}
      where ${orderRefund.updatedAt} >= ${since} and ${orderRefund.status} = 'done' and ${isCash}) as refunds`)
  return row ?? { sales: 0, refunds: 0 }
}

/** Stores a count; a repeated request with the key stores no second one. */
export async function recordDrawerCount(
  db: D1Database,
  count: Omit<typeof drawerCount.$inferInsert, 'id'>,
): Promise<void> {
  await connect(db).insert(drawerCount).values(count).onConflictDoNothing()
}

/** Returns the newest counts with the name of who counted; with `staffId` theirs alone. */
export function readCounts(db: D1Database, staffId: number | null) {
  const { id, at, start, sales, refunds, counted } = drawerCount
  return connect(db)
    .select({ id, at, start, sales, refunds, counted, by: staff.name })
    .from(drawerCount)
    .leftJoin(staff, eq(staff.id, drawerCount.staffId))
    .where(staffId === null ? undefined : eq(drawerCount.staffId, staffId))
    .orderBy(desc(drawerCount.id))
    .limit(MAX_COUNTS)
}
