/** Counts the orders that came, and the notes that name a person (H14j). */
import { sql } from 'drizzle-orm'
import { salesOrder, salesOrderEvent } from '../../../schema/orders/order.table.ts'
import { orderNote } from '../../../schema/orders/order-note.table.ts'
import type { KnownOrders, NewOrdersEvent } from '../../../schema/staff/new-orders/new-orders.api.ts'
import { orderMention } from '../../../schema/staff/orders/order-work.table.ts'
import { connect } from '../../platform/drizzle.sql.ts'

/** Newest events that are looked at, so that no count grows with the shop. */
const EVENTS = 500

/** Returns how many orders became paid, or came with cash on delivery, how many notes name the person, and the newest of each. */
export async function countNewOrders(
  db: D1Database,
  { after, last, mention, staffId }: KnownOrders & { staffId: number },
): Promise<NewOrdersEvent> {
  const isNewMention = mention === undefined ? sql`n.created_at > ${after}` : sql`m.id > ${mention}`
  const isNew = last === undefined ? sql`e.at > ${after}` : sql`e.id > ${last}`
  const wasPaid = sql`exists (select 1 from ${salesOrderEvent} p where p.order_id = e.order_id and p.kind = 'paid')`
  const [row] = await connect(db).all<NewOrdersEvent>(
    sql`select coalesce(max(e.id), ${last ?? 0}) as last, count(distinct iif(${isNew}
        and o.payment_method not like 'counter%' and (e.kind = 'paid' or (e.kind = 'processing' and not ${wasPaid})), o.id, null)) as orders,
        (select count(*) from ${orderMention} m join ${orderNote} n on n.id = m.note_id
          where m.staff_id = ${staffId} and m.done_at is null and ${isNewMention}) as mentions,
        coalesce((select max(id) from ${orderMention}), 0) as mention
      from (select * from ${salesOrderEvent} order by id desc limit ${EVENTS}) e join ${salesOrder} o on o.id = e.order_id`,
  )
  return row ?? { orders: 0, last: 0, mentions: 0, mention: 0 }
}
