/** Money that goes back, from the moment that it is wanted to the moment that it is certain; see order-life.ts. */

import type { RefundStatus } from '../../../schema/orders/life/order-lifecycle.ts'
import type { OrderStatus } from '../../../schema/orders/order.ts'
import { addOutbox } from '../../platform/mail/outbox.sql.ts'
import {
  appendEvent,
  NOT_CANCELING,
  NOTHING_SHIPPED,
  RESTOCKED,
  type Recorded,
  wasRecorded,
} from './order-event.sql.ts'
import { restockStatements } from './restock.sql.ts'

interface RefundBegun {
  orderNumber: string
  key: string
  amount: number
  cancels: boolean
  /** Item ids of lines that go back on the shelf; a cancellation puts all of them back. */
  restock: readonly number[]
  reason: string
  by: string
  now: number
  /** Not to be repeated by the cron before. */
  nextAt: number
}

/**
 * Writes down that money is to go back, within `captured`, before the provider is asked. `changed` is false when the key
 * is known already, or when the order no longer has so much to give back.
 */
export async function beginRefund(
  db: D1Database,
  refund: RefundBegun & { from: OrderStatus; captured: number },
): Promise<Recorded> {
  const { orderNumber, from, key, amount, cancels, restock, reason, by, now, nextAt, captured } = refund
  const results = await db.batch([
    db
      .prepare(
        `INSERT OR IGNORE INTO order_refund (order_id, refund_key, amount, status, cancels, restock, reason, made_by,
           provider_ref, next_at, created_at, updated_at)
         SELECT o.id, ?3, ?4, 'pending', ?5, ?6, ?7, ?8,
           (SELECT provider_ref FROM payment_attempt AS a WHERE a.order_id = o.id AND a.status = 'settled'), ?9, ?10, ?10
         FROM sales_order AS o
         WHERE order_number = ?1 AND status = ?2 AND ${RESTOCKED} + ?4 <= ?11 AND ${NOT_CANCELING}
           AND (?5 = 0 OR ${NOTHING_SHIPPED})`,
      )
      .bind(
        ...[orderNumber, from, key, amount, cancels ? 1 : 0, JSON.stringify(restock), reason, by],
        ...[nextAt, now, captured],
      ),
    appendEvent(db, {
      orderNumber,
      kind: cancels ? 'cancel-begun' : 'refund-begun',
      detail: { by, amount, text: reason },
      now,
    }),
  ])
  return wasRecorded(results)
}

/** A refund that waits for its provider. */
export interface WaitingRefund {
  id: number
  orderNumber: string
  paymentMethod: string
  key: string
  amount: number
  /** Nothing was given back of this order before, and nothing will be left. */
  isWhole: boolean
  cancels: boolean
  restock: number[]
  reason: string
  by: string
  providerRef: string | null
  status: RefundStatus
  tries: number
  createdAt: number
}

const WAITING = `SELECT r.id, o.order_number AS orderNumber, o.payment_method AS paymentMethod, r.refund_key AS key, r.amount,
    r.amount = o.grand_total AS isWhole, r.cancels, r.restock, r.reason, r.made_by AS "by", r.provider_ref AS providerRef,
    r.status, r.tries, r.created_at AS createdAt
  FROM order_refund AS r JOIN sales_order AS o ON o.id = r.order_id`

type WaitingRow = Omit<WaitingRefund, 'isWhole' | 'cancels' | 'restock'> & {
  isWhole: number
  cancels: number
  restock: string
}

function waitingOf(row: WaitingRow): WaitingRefund {
  return {
    ...row,
    isWhole: row.isWhole === 1,
    cancels: row.cancels === 1,
    restock: JSON.parse(row.restock) as number[],
  }
}

export async function findRefund(db: D1Database, key: string): Promise<WaitingRefund | null> {
  const row = await db.prepare(`${WAITING} WHERE r.refund_key = ?`).bind(key).first<WaitingRow>()
  return row && waitingOf(row)
}

/** Refunds that nobody asks for at the moment and whose provider has not answered. */
export async function findDueRefunds(db: D1Database, now: number, limit: number): Promise<WaitingRefund[]> {
  const { results } = await db
    .prepare(`${WAITING} WHERE r.status = 'pending' AND r.next_at <= ?1 ORDER BY r.next_at LIMIT ?2`)
    .bind(now, limit)
    .all<WaitingRow>()
  return results.map(waitingOf)
}

/** The order that stands on this payment of a provider; `null` when none does. */
export async function findOrderOfPayment(
  db: D1Database,
  provider: string,
  paymentRef: string,
): Promise<string | null> {
  return db
    .prepare(
      `SELECT o.order_number FROM payment_attempt AS a JOIN sales_order AS o ON o.id = a.order_id
       WHERE a.provider = ? AND a.provider_ref = ? AND a.status = 'settled'`,
    )
    .bind(provider, paymentRef)
    .first<string>('order_number')
}

/** The status that an order has by what went back of it; refunds exist only of orders that were paid in full. */
const STATUS_BY_MONEY = `CASE WHEN (SELECT coalesce(sum(amount), 0) FROM order_refund AS r
    WHERE r.order_id = sales_order.id AND r.status = 'done') >= grand_total THEN 'refunded' ELSE 'partly_refunded' END`

/** The provider has given the money back: only now the status says so, and what belongs to it goes back on the shelf. */
export async function settleRefund(
  db: D1Database,
  refund: WaitingRefund,
  { by, now }: { by: string; now: number },
): Promise<Recorded> {
  const { id, orderNumber, amount, cancels, reason } = refund
  const may = {
    sql: "EXISTS (SELECT 1 FROM order_refund WHERE id = ? AND status IN ('pending', 'stuck'))",
    values: [id],
  }
  const items = cancels ? null : refund.restock
  const tells = cancels ? 'order-canceled' : 'order-refunded'
  const results = await db.batch([
    ...(items === null || items.length > 0
      ? restockStatements(db, { orderNumber, items, coupon: cancels, now, may })
      : []),
    db
      .prepare(
        "UPDATE order_refund SET status = 'done', updated_at = ?2 WHERE id = ?1 AND status IN ('pending', 'stuck')",
      )
      .bind(id, now),
    moneyMoved(db, orderNumber, now),
    ...(cancels
      ? [appendEvent(db, { orderNumber, kind: 'canceled', detail: { by, text: reason }, now })]
      : []),
    appendEvent(db, { orderNumber, kind: null, detail: { by, amount, text: reason }, now }),
    addOutbox(db, { kind: tells, payload: { orderNumber, reason, refund: id }, now }, 'ifChanged'),
  ])
  return wasRecorded(results)
}

/** The provider will not, or staff found that it did not: the order is what it was. */
export async function failRefund(
  db: D1Database,
  { id, orderNumber, amount }: Pick<WaitingRefund, 'id' | 'orderNumber' | 'amount'>,
  { by, now }: { by: string; now: number },
): Promise<Recorded> {
  const results = await db.batch([
    db
      .prepare(
        "UPDATE order_refund SET status = 'refused', updated_at = ?2 WHERE id = ?1 AND status IN ('pending', 'stuck')",
      )
      .bind(id, now),
    appendEvent(db, { orderNumber, kind: 'refund-refused', detail: { by, amount }, now }),
  ])
  return wasRecorded(results)
}

/** No answer: asked again at `nextAt`, or never (`null`), for somebody has to look. */
export async function postponeRefund(
  db: D1Database,
  { id, orderNumber, amount }: Pick<WaitingRefund, 'id' | 'orderNumber' | 'amount'>,
  { nextAt, now }: { nextAt: number | null; now: number },
): Promise<void> {
  if (nextAt !== null) {
    await db
      .prepare(
        "UPDATE order_refund SET tries = tries + 1, next_at = ?2, updated_at = ?3 WHERE id = ?1 AND status = 'pending'",
      )
      .bind(id, nextAt, now)
      .run()
    return
  }
  await db.batch([
    db
      .prepare(
        "UPDATE order_refund SET status = 'stuck', tries = tries + 1, updated_at = ?2 WHERE id = ?1 AND status = 'pending'",
      )
      .bind(id, now),
    appendEvent(db, { orderNumber, kind: 'refund-stuck', detail: { by: 'shop', amount }, now }),
  ])
}

/** What the provider has ever given back by its latest total: that total lacks only what had failed before it was told. */
const EVER_TOLD = `(a.refunded + (SELECT coalesce(sum(amount), 0) FROM order_refund AS r
    WHERE r.order_id = o.id AND r.failed_at < a.refunded_at))`
/** What is known of it here, what failed later too. */
const EVER_KNOWN = `(SELECT coalesce(sum(amount), 0) FROM order_refund AS r
    WHERE r.order_id = o.id AND (r.status <> 'refused' OR r.failed_at IS NOT NULL))`

/** What a provider says that it has given back of an order's payment. */
export interface ProviderTotal {
  orderNumber: string
  /** In all, without what failed. */
  total: number
  /** When it was so; without it sums only grow. */
  at?: number
  now: number
}

/**
 * The provider says that it has given back `total` of the order's payment in all. What of it we did not ask for was made
 * at the provider's own desk and is noted here, once. Said late or twice it changes nothing.
 */
export async function recordProviderRefund(db: D1Database, said: ProviderTotal): Promise<Recorded> {
  const { orderNumber, total, at = 0, now } = said
  const results = await db.batch([
    db
      .prepare(
        `UPDATE payment_attempt SET refunded = CASE WHEN refunded_at < ?3 THEN ?2 ELSE max(refunded, ?2) END,
           refunded_at = ?3, updated_at = ?4
         WHERE status = 'settled' AND refunded_at <= ?3
           AND order_id = (SELECT id FROM sales_order WHERE order_number = ?1)`,
      )
      .bind(orderNumber, total, at, now),
    db
      .prepare(
        `INSERT OR IGNORE INTO order_refund (order_id, refund_key, amount, status, cancels, restock, reason, made_by,
           provider_ref, next_at, created_at, updated_at)
         SELECT o.id, o.order_number || ':provider:' || ${EVER_TOLD}, ${EVER_TOLD} - ${EVER_KNOWN}, 'done', 0, '[]', '',
           'provider', a.provider_ref, ?2, ?2, ?2
         FROM sales_order AS o JOIN payment_attempt AS a ON a.order_id = o.id AND a.status = 'settled'
         WHERE o.order_number = ?1 AND a.provider_ref IS NOT NULL AND o.status NOT IN ('pending_payment', 'canceled')
           AND ${EVER_TOLD} > ${EVER_KNOWN} AND ${RESTOCKED} + ${EVER_TOLD} - ${EVER_KNOWN} <= o.grand_total`,
      )
      .bind(orderNumber, now),
    moneyMoved(db, orderNumber, now),
    appendEvent(db, { orderNumber, kind: null, detail: { by: 'provider' }, now }),
    addOutbox(
      db,
      { kind: 'order-refunded', payload: { orderNumber, reason: '', refund: null }, now },
      'ifChanged',
    ),
  ])
  return wasRecorded(results)
}

/** A refund that the provider says has failed, by its own id and, if we asked for it, our key. */
export interface FailedRefund {
  orderNumber: string
  ref: string
  key: string | null
  amount: number
  at: number
  now: number
}

/** The refund that failed: the one of that key; made at the provider's own desk, the last one over that amount. */
const FAILED = `SELECT r.id FROM order_refund AS r JOIN sales_order AS o ON o.id = r.order_id
  WHERE o.order_number = ?1 AND r.failed_at IS NULL AND (r.refund_key = ?3 OR (r.status = 'done' AND r.amount = ?4))
  ORDER BY r.refund_key = ?3 DESC, r.made_by = 'provider' DESC, r.id DESC LIMIT 1`

/**
 * A refund that was done came back to us: the buyer's bank did not take it. It is left to a person, who pays some other way
 * and says so; the order stays what it was. One that we never heard of is noted as refused, so that the total that
 * it is in, when it comes late, finds it. A failure that is told again changes nothing.
 */
export async function recordFailedRefund(db: D1Database, failed: FailedRefund): Promise<void> {
  const { orderNumber, ref, amount, at, now } = failed
  const key = failed.key ?? `${orderNumber}:provider:${ref}`
  await db.batch([
    db
      .prepare(
        `INSERT OR IGNORE INTO order_refund (order_id, refund_key, amount, status, cancels, restock, reason, made_by,
           provider_ref, next_at, created_at, updated_at)
         SELECT o.id, ?3, ?4, 'refused', 0, '[]', '', 'provider', a.provider_ref, ?5, ?5, ?5
         FROM sales_order AS o JOIN payment_attempt AS a ON a.order_id = o.id AND a.status = 'settled'
         WHERE o.order_number = ?1 AND NOT EXISTS (SELECT 1 FROM order_refund WHERE failed_ref = ?2)
           AND NOT EXISTS (${FAILED})`,
      )
      .bind(orderNumber, ref, key, amount, now),
    db
      .prepare(
        `UPDATE order_refund SET failed_ref = ?2, failed_at = ?6, updated_at = ?5,
           status = CASE status WHEN 'refused' THEN 'refused' ELSE 'stuck' END
         WHERE id = (${FAILED}) AND NOT EXISTS (SELECT 1 FROM order_refund WHERE failed_ref = ?2)`,
      )
      .bind(orderNumber, ref, key, amount, now, at),
    appendEvent(db, { orderNumber, kind: 'refund-failed', detail: { by: 'provider', amount }, now }),
  ])
}

function moneyMoved(db: D1Database, orderNumber: string, now: number): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE sales_order SET status = ${STATUS_BY_MONEY}, updated_at = ?2 WHERE order_number = ?1 AND changes() > 0`,
    )
    .bind(orderNumber, now)
}
