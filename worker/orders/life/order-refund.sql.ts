/** Refunds, from the request to the provider's answer; see order-lifecycle.ts. */
import { and, eq, inArray, lte, min, type SQL, sql } from 'drizzle-orm'
import { creditAccount } from '../../../schema/orders/credit/credit.table.ts'
import type { RefundStatus } from '../../../schema/orders/life/order-lifecycle.ts'
import { orderRefund, paymentAttempt, salesOrder } from '../../../schema/orders/order.table.ts'
import type { OrderStatus } from '../../../schema/orders/order.ts'
import {
  type ColumnValues,
  connect,
  HAS_CHANGED,
  insertFrom,
  toStatement,
} from '../../platform/drizzle.sql.ts'
import { addOutbox } from '../../platform/mail/outbox.sql.ts'
import {
  addRefundedCredit,
  CREDIT_SPENT,
  creditGivenBy,
  HOLDER_OF_ORDER,
  openCreditOfBuyer,
  SPENDING_ACCOUNT,
} from '../credit/credit.sql.ts'
import {
  appendEvent,
  type BatchResult,
  NOT_CANCELING,
  NOTHING_SHIPPED,
  REFUNDED,
  toBatchResult,
} from './order-event.sql.ts'
import { refundedBy } from './refund-budget.sql.ts'
import { restockStatements } from './restock.sql.ts'

const IS_OPEN = inArray(orderRefund.status, ['pending', 'stuck'])
const IS_PENDING = eq(orderRefund.status, 'pending')
/** True of the payment that an order was paid with. */
export const IS_SETTLED = and(eq(paymentAttempt.orderId, salesOrder.id), eq(paymentAttempt.status, 'settled'))

/** Returns the query of the time since which the oldest refund has no answer. */
export function oldestOpenRefund(client: ReturnType<typeof connect>) {
  return client
    .select({ at: min(orderRefund.createdAt) })
    .from(orderRefund)
    .where(IS_OPEN)
}

/** A refund to record. */
export interface NewRefund {
  orderNumber: string
  /** The status of the order that the caller has read. */
  from: OrderStatus
  /** The captured amount, which all refunds together must not exceed. */
  captured: number
  key: string
  amount: number
  /** The part of the amount that goes to store credit, of the buyer for `creditFor: 'return'`, else of the account that paid. */
  credit: number
  creditFor: 'return' | 'payment'
  cancels: boolean
  /** Item ids of lines that are restocked; a cancellation restocks all of them. */
  restock: readonly number[]
  reason: string
  by: string
  now: number
  /** The earliest time at which the cron may request the refund. */
  nextAt: number
  /** The largest sum of the actor's refunds since a time, in cents; also parallel requests stay below. */
  budget?: { since: number; max: number } | undefined
  /** The same for credit that is given for returns. */
  creditBudget?: { since: number; max: number } | undefined
}

/** The sum of the money of an order's completed and pending refunds. */
export const MONEY_REFUNDED = sql`(select coalesce(sum(${orderRefund.amount} - ${orderRefund.credit}), 0) from ${orderRefund}
  where ${orderRefund.orderId} = ${salesOrder.id} and ${orderRefund.status} <> 'refused')`

/**
 * Records a refund within `captured` before it is requested from the provider. `changed` is false when the
 * key is known already, or when less than `amount` is left to refund.
 */
export async function beginRefund(db: D1Database, refund: NewRefund): Promise<BatchResult> {
  const { orderNumber, from, key, amount, cancels, restock, reason, by, now, nextAt, captured, budget } =
    refund
  const { credit, creditFor, creditBudget } = refund
  const money = amount - credit
  const creditAccountId =
    creditFor === 'return'
      ? sql`(select ${creditAccount.id} from ${creditAccount} where ${creditAccount.holder} = ${HOLDER_OF_ORDER})`
      : SPENDING_ACCOUNT
  const mayRefund = and(
    eq(salesOrder.orderNumber, orderNumber),
    eq(salesOrder.status, from),
    sql`${REFUNDED} + ${amount} <= ${captured}`,
    NOT_CANCELING,
    cancels ? NOTHING_SHIPPED : undefined,
    // Also of refunds at the same moment: never more money goes back than was paid in money.
    sql`${MONEY_REFUNDED} + ${money} <= ${captured} - ${CREDIT_SPENT}`,
    credit > 0 ? sql`${creditAccountId} is not null` : undefined,
    budget ? sql`${refundedBy(by, budget.since)} + ${money} <= ${budget.max}` : undefined,
    creditBudget
      ? sql`${creditGivenBy(by, creditBudget.since)} + ${credit} <= ${creditBudget.max}`
      : undefined,
  )
  const results = await db.batch([
    ...(credit > 0 && creditFor === 'return' ? [openCreditOfBuyer(db, orderNumber, now)] : []),
    insertRefund(
      db,
      {
        refundKey: key,
        amount,
        credit,
        creditAccount: credit > 0 ? creditAccountId : null,
        status: 'pending',
        cancels,
        restock: [...restock],
        reason,
        madeBy: by,
        providerRef: PAID_WITH,
        nextAt,
      },
      sql`from ${salesOrder} where ${mayRefund}`,
      now,
    ),
    appendEvent(db, {
      orderNumber,
      kind: cancels ? 'cancel-begun' : 'refund-begun',
      detail: { by, amount, text: reason },
      now,
    }),
  ])
  return toBatchResult(results)
}

/** Returns the statement that adds a refund of the order that `source` finds, unless its key is known. */
export function newRefund(values: ColumnValues<typeof orderRefund>, source: SQL, now: number): SQL {
  const row = { orderId: salesOrder.id, ...values, createdAt: now, updatedAt: now }
  return insertFrom(orderRefund, row, source, { orIgnore: true })
}

/** The statement of `newRefund` for a batch of D1. */
export function insertRefund(db: D1Database, ...refund: Parameters<typeof newRefund>): D1PreparedStatement {
  return toStatement(db, newRefund(...refund))
}

/** The provider's id of the payment that an order was paid with. */
export const PAID_WITH = sql`(select ${paymentAttempt.providerRef} from ${paymentAttempt} where ${IS_SETTLED})`

/** A refund as it is stored, with the payment method of its order. */
export interface StoredRefund {
  id: number
  orderNumber: string
  paymentMethod: string
  key: string
  amount: number
  /** The part of the amount that goes to store credit. */
  credit: number
  /** Whether the refund is the order's whole total. */
  isFull: boolean
  cancels: boolean
  restock: number[]
  reason: string
  by: string
  providerRef: string | null
  status: RefundStatus
  attempts: number
  createdAt: number
}

function selectRefunds(db: D1Database) {
  const { id, refundKey, amount, credit, cancels, restock, reason, madeBy } = orderRefund
  const { providerRef, status, attempts, createdAt } = orderRefund
  const { orderNumber, paymentMethod, grandTotal } = salesOrder
  const isFull = eq(amount, grandTotal).mapWith(Boolean)
  return connect(db)
    .select({
      id,
      orderNumber,
      paymentMethod,
      key: refundKey,
      amount,
      credit,
      isFull,
      cancels,
      restock,
      reason,
      by: madeBy,
      providerRef,
      status,
      attempts,
      createdAt,
    })
    .from(orderRefund)
    .innerJoin(salesOrder, eq(salesOrder.id, orderRefund.orderId))
}

/** Returns the refund with this idempotency key; `null` when there is none. */
export async function findRefund(db: D1Database, key: string): Promise<StoredRefund | null> {
  return (await selectRefunds(db).where(eq(orderRefund.refundKey, key)).get()) ?? null
}

/** Returns the pending refunds that are due to be requested again, the longest due first. */
export function findDueRefunds(db: D1Database, now: number, limit: number): Promise<StoredRefund[]> {
  return selectRefunds(db)
    .where(and(IS_PENDING, lte(orderRefund.nextAt, now)))
    .orderBy(orderRefund.nextAt)
    .limit(limit)
}

/** Returns the order that was paid by this payment of a provider; `null` when there is none. */
export async function findOrderOfPayment(
  db: D1Database,
  provider: string,
  paymentId: string,
): Promise<string | null> {
  const isPayment = and(eq(paymentAttempt.provider, provider), eq(paymentAttempt.providerRef, paymentId))
  const row = await connect(db)
    .select({ orderNumber: salesOrder.orderNumber })
    .from(paymentAttempt)
    .innerJoin(salesOrder, IS_SETTLED)
    .where(isPayment)
    .get()
  return row?.orderNumber ?? null
}

/** An order's status by the sum of its completed refunds; only orders that were paid in full have refunds. */
const STATUS_BY_REFUNDS = sql`case when (select coalesce(sum(${orderRefund.amount}), 0) from ${orderRefund}
    where ${orderRefund.orderId} = ${salesOrder.id} and ${orderRefund.status} = 'done') >= ${salesOrder.grandTotal}
  then 'refunded' else 'partly_refunded' end`

/**
 * Completes a refund that the provider has made: updates the order's status and restocks the refund's lines.
 */
export async function settleRefund(
  db: D1Database,
  refund: StoredRefund,
  { by, now }: { by: string; now: number },
): Promise<BatchResult> {
  const { id, orderNumber, amount, credit, cancels, reason } = refund
  const isOpen = and(eq(orderRefund.id, id), IS_OPEN)
  const condition = sql`exists (select 1 from ${orderRefund} where ${isOpen})`
  const items = cancels ? null : refund.restock
  const kind = cancels ? 'order-canceled' : 'order-refunded'
  const results = await db.batch([
    ...(credit > 0 ? [addRefundedCredit(db, { isOpen, by, now })] : []),
    ...(items === null || items.length > 0
      ? restockStatements(db, { orderNumber, items, coupon: cancels, now, condition })
      : []),
    toStatement(db, connect(db).update(orderRefund).set({ status: 'done', updatedAt: now }).where(isOpen)),
    updateStatus(db, orderNumber, now),
    ...(cancels
      ? [appendEvent(db, { orderNumber, kind: 'canceled', detail: { by, text: reason }, now })]
      : []),
    appendEvent(db, { orderNumber, kind: null, detail: { by, amount, text: reason }, now }),
    addOutbox(db, { kind, payload: { orderNumber, reason, refund: id }, now }, 'ifChanged'),
  ])
  return toBatchResult(results)
}

/**
 * Marks a refund as refused, by the provider or because staff found that it was not made; the order stays
 * unchanged.
 */
export async function failRefund(
  db: D1Database,
  { id, orderNumber, amount }: Pick<StoredRefund, 'id' | 'orderNumber' | 'amount'>,
  { by, now }: { by: string; now: number },
): Promise<BatchResult> {
  const isOpen = and(eq(orderRefund.id, id), IS_OPEN)
  const results = await db.batch([
    toStatement(db, connect(db).update(orderRefund).set({ status: 'refused', updatedAt: now }).where(isOpen)),
    appendEvent(db, { orderNumber, kind: 'refund-refused', detail: { by, amount }, now }),
  ])
  return toBatchResult(results)
}

/** Postpones a refund without an answer to `nextAt`; with `null`, staff have to decide. */
export async function postponeRefund(
  db: D1Database,
  { id, orderNumber, amount }: Pick<StoredRefund, 'id' | 'orderNumber' | 'amount'>,
  { nextAt, now }: { nextAt: number | null; now: number },
): Promise<void> {
  const attempts = sql`${orderRefund.attempts} + 1`
  const update = connect(db)
    .update(orderRefund)
    .set({ ...(nextAt === null ? { status: 'stuck' } : { nextAt }), attempts, updatedAt: now })
    .where(and(eq(orderRefund.id, id), IS_PENDING))
  if (nextAt !== null) {
    await update
    return
  }
  await db.batch([
    toStatement(db, update),
    appendEvent(db, { orderNumber, kind: 'refund-stuck', detail: { by: 'shop', amount }, now }),
  ])
}

/** Updates the order's status by its refunds if the previous statement changed a refund. */
export function updateStatus(db: D1Database, orderNumber: string, now: number): D1PreparedStatement {
  return toStatement(
    db,
    connect(db)
      .update(salesOrder)
      .set({ status: STATUS_BY_REFUNDS, updatedAt: now })
      .where(and(eq(salesOrder.orderNumber, orderNumber), HAS_CHANGED)),
  )
}
