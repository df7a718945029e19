/** Counts the orders that came (H14j). */
import { sql } from 'drizzle-orm'
import { salesOrder, salesOrderEvent } from '../../../schema/orders/order.table.ts'
import type { KnownOrders, NewOrdersEvent } from '../../../schema/staff/new-orders/new-orders.api.ts'
import { connect } from '../../platform/drizzle.sql.ts'

/** Newest events that are looked at, so that no count grows with the shop. */
const EVENTS = 500

/** Returns how many orders became paid, or came with cash on delivery, and the newest event. */
export async function countNewOrders(db: D1Database, { after, last }: KnownOrders): Promise<NewOrdersEvent> {
  const isNew = last === undefined ? sql`e.at > ${after}` : sql`e.id > ${last}`
  const wasPaid = sql`exists (select 1 from ${salesOrderEvent} p where p.order_id = e.order_id and p.kind = 'paid')`
  const [row] = await connect(db).all<NewOrdersEvent>(
    sql`select coalesce(max(e.id), ${last ?? 0}) as last, count(distinct iif(${isNew}
        and o.payment_method not like 'counter%' and (e.kind = 'paid' or (e.kind = 'processing' and not ${wasPaid})), o.id, null)) as orders
      from (select * from ${salesOrderEvent} order by id desc limit ${EVENTS}) e join ${salesOrder} o on o.id = e.order_id`,
  )
  return row ?? { orders: 0, last: 0 }
}
