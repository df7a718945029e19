/** The refund of a payment that arrived after its order was canceled. */
import { sql } from 'drizzle-orm'
import { salesOrder, salesOrderEvent } from '../../../schema/orders/order.table.ts'
import type { Cents } from '../../../schema/platform/money.ts'
import { toStatement } from '../../platform/drizzle.sql.ts'
import { addOutbox } from '../../platform/mail/outbox.sql.ts'
import { insertEvent } from './order-placement.sql.ts'

/**
 * Records that the payment of a canceled order was refunded, and writes the mail about the refund, once per charge.
 * Returns the ids of the outbox rows. Throws when D1 does not answer.
 */
export async function recordLateRefund(
  db: D1Database,
  refund: { orderNumber: string; chargeRef: string; amount: Cents; now: number },
): Promise<number[]> {
  const { orderNumber, chargeRef, amount, now } = refund
  const isNew = sql`not exists (select 1 from ${salesOrderEvent} where ${salesOrderEvent.orderId} = ${salesOrder.id}
    and ${salesOrderEvent.kind} = 'refunded' and ${salesOrderEvent.detail} ->> '$.text' = ${chargeRef})`
  const condition = sql`${salesOrder.orderNumber} = ${orderNumber} and ${isNew}`
  const [, mail] = await db.batch<{ id: number }>([
    toStatement(db, insertEvent(condition, { kind: 'refunded', detail: { text: chargeRef }, at: now })),
    addOutbox(db, { kind: 'payment-returned', payload: { orderNumber, amount }, now }, 'ifChanged'),
  ])
  return (mail?.results ?? []).map(({ id }) => id)
}
