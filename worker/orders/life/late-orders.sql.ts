/** Orders that passed their promised day without a delivery. */
import { and, asc, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import { salesOrder, salesOrderEvent } from '../../../schema/orders/order.table.ts'
import { connect, toStatement } from '../../platform/drizzle.sql.ts'
import { addOutbox } from '../../platform/mail/outbox.sql.ts'
import { appendEvent, type BatchResult, toBatchResult } from './order-event.sql.ts'

// The same statuses as in the index `sales_order_arrives`.
const IS_UNDERWAY = sql`${salesOrder.status} in ('paid', 'processing', 'shipped', 'partly_refunded')`
const HAS_NO_EVENT = sql`not exists (select 1 from ${salesOrderEvent}
  where ${salesOrderEvent.orderId} = ${salesOrder.id} and ${salesOrderEvent.kind} in ('delivered', 'late'))`

/** Returns orders whose promised day is within `[from, today)`, both UTC midnights, and whose buyers do not know yet. */
export async function findLateOrders(
  db: D1Database,
  { from, today, limit }: { from: number; today: number; limit: number },
): Promise<string[]> {
  const { orderNumber, arrivesOn } = salesOrder
  const rows = await connect(db)
    .select({ orderNumber })
    .from(salesOrder)
    .where(and(IS_UNDERWAY, gte(arrivesOn, from), lt(arrivesOn, today), HAS_NO_EVENT))
    .orderBy(asc(arrivesOn))
    .limit(limit)
  return rows.map((row) => row.orderNumber)
}

/** Records that an order is late and mails its buyer, once. */
export async function recordLateOrder(
  db: D1Database,
  orderNumber: string,
  now: number,
): Promise<BatchResult> {
  const isLate = connect(db)
    .select({ id: salesOrder.id })
    .from(salesOrder)
    .where(and(eq(salesOrder.orderNumber, orderNumber), IS_UNDERWAY, HAS_NO_EVENT))
  const results = await db.batch([
    // Changes nothing but the time: the event and the mail follow only a statement that changed a row.
    toStatement(
      db,
      connect(db).update(salesOrder).set({ updatedAt: now }).where(inArray(salesOrder.id, isLate)),
    ),
    appendEvent(db, { orderNumber, kind: 'late', detail: { by: 'shop' }, now }),
    addOutbox(db, { kind: 'order-late', payload: { orderNumber }, now }, 'ifChanged'),
  ])
  return toBatchResult(results)
}
