/** What a person has refunded in a day, for the limits of their role (H14a). */
import { type SQL, sql } from 'drizzle-orm'
import { orderRefund } from '../../../schema/orders/order.table.ts'
import { connect } from '../../platform/drizzle.sql.ts'

/** The money of an actor's refunds since a time, also by cancellations; refused refunds do not count, and store credit has its own limit. */
export function refundedBy(by: string, since: number): SQL<number> {
  return sql<number>`(select coalesce(sum(made.amount - made.credit), 0) from ${orderRefund} as made where made.made_by = ${by}
    and made.created_at >= ${since} and made.status <> 'refused')`
}

/** Returns the sum of an actor's refunds since a time, in cents. */
export async function readRefundedBy(db: D1Database, by: string, since: number): Promise<number> {
  const row = await connect(db).get<{ sum: number }>(sql`select ${refundedBy(by, since)} as sum`)
  return row?.sum ?? 0
}
