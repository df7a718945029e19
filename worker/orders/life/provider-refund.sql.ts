/** Refunds that a provider reports: made at its dashboard, or failed after they were done; see order-lifecycle.ts. */
import { and, desc, eq, lte, sql } from 'drizzle-orm'
import { orderRefund, paymentAttempt, salesOrder } from '../../../schema/orders/order.table.ts'
import { connect, toStatement } from '../../platform/drizzle.sql.ts'
import { addOutbox } from '../../platform/mail/outbox.sql.ts'
import { orderId } from '../order.sql.ts'
import { appendEvent, type BatchResult, REFUNDED, toBatchResult } from './order-event.sql.ts'
import { IS_SETTLED, insertRefund, updateStatus } from './order-refund.sql.ts'

/**
 * All refunds that the provider ever made: its latest total, plus the refunds that had failed before that
 * total.
 */
const EVER_REPORTED = sql`(${paymentAttempt.refunded} + (select coalesce(sum(${orderRefund.amount} - ${orderRefund.credit}), 0) from ${orderRefund}
  where ${orderRefund.orderId} = ${salesOrder.id} and ${orderRefund.failedAt} < ${paymentAttempt.refundedAt}))`
/** All refunds of money that the shop has recorded, including those that failed later. */
const EVER_RECORDED = sql`(select coalesce(sum(${orderRefund.amount} - ${orderRefund.credit}), 0) from ${orderRefund}
  where ${orderRefund.orderId} = ${salesOrder.id}
    and (${orderRefund.status} <> 'refused' or ${orderRefund.failedAt} is not null))`

/** The total that a provider has refunded of an order's payment. */
export interface ProviderTotal {
  orderNumber: string
  /** The sum of all refunds except failed ones. */
  total: number
  /** The time of the total; without a time, a total can only raise the stored one. */
  at?: number
  now: number
}

/**
 * Records the provider's total of refunds. Refunds that the shop did not request come from the provider's own
 * dashboard and are added here, once. A late or repeated total changes nothing.
 */
export async function recordProviderRefund(db: D1Database, reported: ProviderTotal): Promise<BatchResult> {
  const { orderNumber, total, at = 0, now } = reported
  const { refunded, refundedAt } = paymentAttempt
  const isPaid = sql`${salesOrder.status} not in ('pending_payment', 'canceled')`
  const results = await db.batch([
    toStatement(
      db,
      connect(db)
        .update(paymentAttempt)
        .set({
          refunded: sql`case when ${refundedAt} < ${at} then ${total} else max(${refunded}, ${total}) end`,
          refundedAt: at,
          updatedAt: now,
        })
        .where(
          and(
            eq(paymentAttempt.status, 'settled'),
            lte(refundedAt, at),
            eq(paymentAttempt.orderId, orderId(orderNumber)),
          ),
        ),
    ),
    insertRefund(
      db,
      {
        ...AT_PROVIDER,
        refundKey: sql`${salesOrder.orderNumber} || ':provider:' || ${EVER_REPORTED}`,
        amount: sql`${EVER_REPORTED} - ${EVER_RECORDED}`,
        status: 'done',
        nextAt: now,
      },
      sql`from ${salesOrder} join ${paymentAttempt} on ${IS_SETTLED}
        where ${salesOrder.orderNumber} = ${orderNumber} and ${paymentAttempt.providerRef} is not null and ${isPaid}
          and ${EVER_REPORTED} > ${EVER_RECORDED}
          and ${REFUNDED} + ${EVER_REPORTED} - ${EVER_RECORDED} <= ${salesOrder.grandTotal}`,
      now,
    ),
    updateStatus(db, orderNumber, now),
    appendEvent(db, { orderNumber, kind: null, detail: { by: 'provider' }, now }),
    addOutbox(
      db,
      { kind: 'order-refunded', payload: { orderNumber, reason: '', refund: null }, now },
      'ifChanged',
    ),
  ])
  return toBatchResult(results)
}

/** The values of a refund that the shop did not request. */
const AT_PROVIDER = {
  cancels: false,
  restock: [],
  reason: '',
  madeBy: 'provider',
  providerRef: paymentAttempt.providerRef,
}

/** A refund that the provider reports as failed. */
export interface FailedRefund {
  orderNumber: string
  /** The provider's id of the refund. */
  ref: string
  /** The shop's idempotency key; `null` for a refund that the shop did not request. */
  key: string | null
  amount: number
  at: number
  now: number
}

/**
 * Records a refund that failed after it was done, because the buyer's bank did not accept it. Staff pay the
 * buyer another way and record the outcome; the order stays unchanged. A refund that the shop did not know is
 * recorded as refused, so that a late total that includes it adds no refund. A repeated report changes
 * nothing.
 */
export async function recordFailedRefund(db: D1Database, failed: FailedRefund): Promise<void> {
  const { orderNumber, ref, amount, at, now } = failed
  const key = failed.key ?? `${orderNumber}:provider:${ref}`
  const { id, refundKey, status, madeBy, failedRef, failedAt } = orderRefund
  // The refund with this key, else the last completed one with this amount, preferably from the provider's
  // dashboard.
  const found = sql`(select ${id} from ${orderRefund} where ${orderRefund.orderId} = ${orderId(orderNumber)}
    and ${failedAt} is null and (${refundKey} = ${key} or (${status} = 'done' and ${orderRefund.amount} = ${amount}))
    order by ${desc(eq(refundKey, key))}, ${desc(eq(madeBy, 'provider'))}, ${desc(id)} limit 1)`
  const isNew = sql`not exists (select 1 from ${orderRefund} where ${failedRef} = ${ref})`
  await db.batch([
    insertRefund(
      db,
      { ...AT_PROVIDER, refundKey: key, amount, status: 'refused', nextAt: now },
      sql`from ${salesOrder} join ${paymentAttempt} on ${IS_SETTLED}
        where ${salesOrder.orderNumber} = ${orderNumber} and ${isNew} and not exists ${found}`,
      now,
    ),
    toStatement(
      db,
      connect(db)
        .update(orderRefund)
        .set({
          failedRef: ref,
          failedAt: at,
          updatedAt: now,
          status: sql`case ${status} when 'refused' then 'refused' else 'stuck' end`,
        })
        .where(and(sql`${id} = ${found}`, isNew)),
    ),
    appendEvent(db, { orderNumber, kind: 'refund-failed', detail: { by: 'provider', amount }, now }),
  ])
}
