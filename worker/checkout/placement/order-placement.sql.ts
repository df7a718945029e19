/**
 * The order in D1. Each of the three changes (reserve, confirm, release) is one batch and so one transaction. A
 * repeated change has no effect.
 */
import { and, eq, inArray, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { coupon, couponUse } from '../../../schema/cart/coupon/coupon.table.ts'
import { totalStockDemand } from '../../../schema/catalog/product/line-component.ts'
import { downloadableLink, product } from '../../../schema/catalog/product/product.table.ts'
import { stock } from '../../../schema/catalog/product/stock.table.ts'
import { deskPaths } from '../../../schema/orders/life/desk.ts'
import type { EventDetail } from '../../../schema/orders/life/order-lifecycle.ts'
import type { OrderActor } from '../../../schema/orders/limits/order-limits.ts'
import {
  orderDownload,
  paymentAttempt,
  salesOrder,
  salesOrderEvent,
  salesOrderLine,
} from '../../../schema/orders/order.table.ts'
import type { OrderDraft, OrderLine, OrderStatus } from '../../../schema/orders/order.ts'
import { CASH_METHOD, isPaidAtCounter } from '../../../schema/orders/payment.ts'
import { config } from '../../../schema/platform/config.table.ts'
import { toMailbox } from '../../../schema/platform/mail/mailbox.ts'
import { outbox } from '../../../schema/platform/mail/outbox.table.ts'
import { CURRENCY } from '../../../schema/platform/money.ts'
import { BELOW_ZERO, CREDIT_SPENT, spendCredit } from '../../orders/credit/credit.sql.ts'
import { restockStatements } from '../../orders/life/restock.sql.ts'
import { insertActors } from '../../orders/limits/order-actor.sql.ts'
import { orderId, readOrderStatus } from '../../orders/order.sql.ts'
import {
  type ColumnValues,
  connect,
  inList,
  insertFrom,
  prepareStatement,
  toStatement,
} from '../../platform/drizzle.sql.ts'
import type { CouponLimits } from './order-attempt.sql.ts'

export type ReserveResult =
  /** The batch is committed, now or by an earlier call. */
  | 'held'
  | 'out-of-stock'
  /** The coupon has reached its limit for all shoppers or for this one. */
  | 'coupon'
  /** The store credit was spent elsewhere meanwhile. */
  | 'credit'
  /** An actor of the order has too many orders. */
  | 'too-many'
  /** Another active order has this cart. */
  | 'cart-taken'
  /** D1 did not answer and has no order yet. The batch may still commit; `blockLateReservation` prevents that. */
  | 'unclear'

/**
 * Reserves stock and coupon and writes the order, all or nothing. The order row comes first: a repeat after a commit
 * fails at this row, before its stock is reserved twice or reported as missing.
 */
export async function reserveOrder(
  db: D1Database,
  draft: OrderDraft,
  limits: CouponLimits,
  actors: readonly OrderActor[],
): Promise<ReserveResult> {
  try {
    await db.batch([
      insertOrder(db, toOrderRow(draft, 'pending_payment')),
      ...spendCredit(db, draft),
      ...(actors.length > 0 ? [insertActors(db, draft, actors)] : []),
      insertLines(db, { orderNumber: draft.orderNumber, lines: JSON.stringify(draft.lines) }),
      ...(draft.lines.some(hasFiles) ? [insertDownloads(db, draft)] : []),
      deductStock(db, {
        demand: JSON.stringify(Object.fromEntries(totalStockDemand(draft.lines))),
        placedAt: draft.placedAt,
      }),
      ...(draft.couponCode ? redeemCoupon(db, draft, draft.couponCode, limits) : []),
      pendingEvent(db, {
        orderNumber: draft.orderNumber,
        kind: 'placed',
        detail: draft.marketing === null ? null : { text: draft.marketing },
        now: draft.placedAt,
      }),
      insertPaymentAttempt(db, { orderNumber: draft.orderNumber }),
    ])
    return 'held'
  } catch (error) {
    return toReserveResult(db, draft, error)
  }
}

async function toReserveResult(db: D1Database, draft: OrderDraft, error: unknown): Promise<ReserveResult> {
  const text = error instanceof Error ? error.message : String(error)
  // Each of these means that the batch was rolled back.
  if (text.includes('order_limit')) return 'too-many'
  if (text.includes('stock_not_below_zero')) return 'out-of-stock'
  if (text.includes(BELOW_ZERO)) return 'credit'
  // `redeemCoupon` aborts the batch by malformed JSON.
  if (text.includes('coupon_usage') || text.includes('malformed JSON')) return 'coupon'
  if (text.includes('sales_order.quote_id')) return 'cart-taken'
  // Every other error may come from before or after the commit: only the order itself shows which.
  const status = await readOrderStatus(db, draft.orderNumber).catch(() => null)
  return status === null || status === 'canceled' ? 'unclear' : 'held'
}

/**
 * Makes sure that a batch whose result is unclear can no longer commit, by inserting a canceled order with its number.
 * Returns the status of the order afterwards; throws when D1 does not answer.
 */
export async function blockLateReservation(db: D1Database, draft: OrderDraft): Promise<OrderStatus> {
  await insertOrderOrIgnore(db, toOrderRow(draft, 'canceled')).run()
  return (await readOrderStatus(db, draft.orderNumber)) ?? 'canceled'
}

/**
 * Confirms the order and writes the mails to the buyer and to the order desk into the outbox. Returns the ids of the
 * outbox rows, or an empty list when the order was confirmed before. Throws when D1 does not answer.
 */
export async function confirmOrder(
  db: D1Database,
  { orderNumber, email, paymentMethod, handedOverBy: by }: OrderDraft,
  { paymentId, now }: { paymentId: string | null; now: number },
): Promise<number[]> {
  const paid = paymentMethod === CASH_METHOD ? 'processing' : 'paid'
  const detail = by === undefined ? null : { by }
  // A buyer at the counter may have given no address, and staff know of what they sold there.
  const mails = [
    ...(email === '' ? [] : [insertOrderMail(db, { orderNumber, now })]),
    ...(isPaidAtCounter(paymentMethod) ? [] : [insertDeskMail(db, { orderNumber, now })]),
  ]
  const results = await db.batch<{ id: number }>([
    ...mails,
    pendingEvent(db, { orderNumber, kind: paid, detail, now }),
    ...(detail ? [pendingEvent(db, { orderNumber, kind: 'delivered', detail, now })] : []),
    settleAttempt(db, { orderNumber, status: 'settled', paymentId, now }),
    setStatus(db, { orderNumber, status: detail ? 'delivered' : paid, now }),
  ])
  return results.slice(0, mails.length).flatMap(({ results: rows }) => rows.map(({ id }) => id))
}

/** The condition that the order is neither confirmed nor canceled, so that a repeat changes nothing. */
const IS_PENDING = isPending(sql.placeholder('orderNumber'))

function insertMail(kind: string, condition: SQL): SQL {
  const payload = sql`json_object('orderNumber', ${salesOrder.orderNumber})`
  const now = sql.placeholder('now')
  const row = { kind, payload, createdAt: now, nextAt: now }
  return insertFrom(outbox, row, sql`from ${salesOrder} where ${condition} returning id`)
}

const insertOrderMail = prepareStatement(() => insertMail('order-mail', IS_PENDING))

const insertDeskMail = prepareStatement(() => {
  const isRecipient = inArray(config.path, inList(deskPaths('order')))
  return insertMail(
    'desk-order',
    sql`${IS_PENDING} and exists (select 1 from ${config} where ${isRecipient} and ${config.value} like '%@%')`,
  )
})

/** Releases stock and coupon and cancels the order; the history of the order stays. Throws when D1 does not answer. */
export async function releaseOrder(
  db: D1Database,
  order: { draft: OrderDraft; reason: string; paymentId: string | null; now: number },
): Promise<void> {
  const { draft, reason, paymentId, now } = order
  const { orderNumber } = draft
  const condition = sql`exists (select 1 from ${salesOrder} where ${isPending(orderNumber)})`
  await db.batch([
    ...restockStatements(db, {
      orderNumber,
      items: null,
      coupon: draft.couponCode !== null,
      now,
      condition,
    }),
    pendingEvent(db, { orderNumber, kind: 'canceled', detail: { text: reason }, now }),
    settleAttempt(db, { orderNumber, status: 'refused', paymentId, now }),
    setStatus(db, { orderNumber, status: 'canceled', now }),
  ])
}

/** Returns the condition that the order is neither confirmed nor canceled. */
function isPending(orderNumber: string | Placeholder): SQL {
  return sql`${salesOrder.orderNumber} = ${orderNumber} and ${salesOrder.status} = 'pending_payment'`
}

function toOrderRow(draft: OrderDraft, status: OrderStatus) {
  const { totals, billingAddress, shippingAddress, placedAt } = draft
  const { subtotal, discount, shipping, tax, grandTotal } = totals
  return {
    orderNumber: draft.orderNumber,
    quoteId: draft.quoteId,
    status,
    customerId: draft.customerId,
    email: draft.email,
    subtotal,
    discount,
    shipping,
    tax,
    fees: totals.fees.reduce((sum, fee) => sum + fee.amount, 0),
    grandTotal,
    currency: CURRENCY,
    couponCode: draft.couponCode,
    paymentMethod: draft.paymentMethod,
    shippingMethod: draft.shippingMethod,
    addresses: { billingAddress, shippingAddress },
    totals,
    payloadHash: draft.payloadHash,
    placedAt,
    updatedAt: placedAt,
    arrivesOn: draft.arrivesOn,
  } satisfies typeof salesOrder.$inferInsert
}

type OrderRow = ReturnType<typeof toOrderRow>

const insertOrder = prepareStatement<OrderRow>((client, row) => client.insert(salesOrder).values(row))
const insertOrderOrIgnore = prepareStatement<OrderRow>((client, row) =>
  client.insert(salesOrder).values(row).onConflictDoNothing(),
)

/** Inserts all lines through one JSON parameter, because D1 accepts at most 100 parameters per statement. */
const insertLines = prepareStatement(() => {
  const field = (name: keyof OrderLine) => sql.raw(`value ->> '$.${name}'`)
  const values = {
    orderId: salesOrder.id,
    itemId: field('itemId'),
    productId: field('productId'),
    sku: field('sku'),
    parentSku: field('parentSku'),
    type: field('type'),
    name: field('name'),
    title: field('title'),
    facts: field('facts'),
    qty: field('qty'),
    setqty: field('setqty'),
    unitPrice: field('unitPrice'),
    rowTotal: field('rowTotal'),
    discount: field('discount'),
    tax: field('tax'),
    taxPercent: field('taxPercent'),
    option: field('option'),
    parts: field('parts'),
    choices: field('choices'),
    service: field('service'),
    stockSku: sql`value ->> '$.parts[0].stockSku'`,
  }
  const source = sql`from json_each(${sql.placeholder('lines')})
    join ${salesOrder} on ${salesOrder.orderNumber} = ${sql.placeholder('orderNumber')}`
  return insertFrom(salesOrderLine, values, source)
})

/** Checks whether a line may have files; orders without such lines need no statement for files. */
function hasFiles({ type }: OrderLine): boolean {
  return type === 'downloadable' || type === 'bundle'
}

/** Inserts the downloads of the sold products from today's catalog; `number_of_downloads` applies to each unit. */
function insertDownloads(db: D1Database, draft: OrderDraft) {
  const { id: linkId, title, fileKey, productId, downloads } = downloadableLink
  const units = sql`sum((line.value ->> '$.qty') * (part.value ->> '$.qty'))`
  return toStatement(
    db,
    insertFrom(
      orderDownload,
      { orderId: salesOrder.id, linkId, title, fileKey, allowed: sql`${downloads} * ${units}` },
      sql`from ${salesOrder}, json_each(${JSON.stringify(draft.lines)}) as line,
        json_each(line.value, '$.parts') as part
        join ${product} on ${product.sku} = part.value ->> '$.sku'
        join ${downloadableLink} on ${productId} = ${product.id}
        where ${salesOrder.orderNumber} = ${draft.orderNumber} group by ${linkId}`,
    ),
  )
}

/** Deducts the stock. The CHECK constraint of the table, not this statement, prevents overselling. */
const deductStock = prepareStatement((client) =>
  client
    .update(stock)
    .set({ qty: sql`${stock.qty} - pool.value`, updatedAt: sql`${sql.placeholder('placedAt')}` })
    .from(sql`json_each(${sql.placeholder('demand')}) as pool`)
    .where(and(sql`${stock.stockSku} = pool.key`, eq(stock.manage, true))),
)

/**
 * Records one use of the coupon. The first statement aborts the batch (by malformed JSON) when this shopper may not use
 * the coupon. A shopper is an account or a mailbox in any spelling. A use is stored under the mailbox; earlier releases
 * stored it under the e-mail address.
 */
function redeemCoupon(db: D1Database, draft: OrderDraft, code: string, limits: CouponLimits) {
  const { email, customerId, orderNumber } = draft
  const mailbox = toMailbox(email)
  const emails = sql`(${email}, ${mailbox})`
  // Two counts, so that each uses its own index.
  const uses = sql`((select count(*) from ${couponUse} where ${couponUse.code} = ${code} and ${couponUse.email} in ${emails})
    + (select count(*) from ${salesOrder} join ${couponUse}
         on ${couponUse.orderId} = ${salesOrder.id} and ${couponUse.code} = ${code}
       where ${salesOrder.customerId} = ${customerId} and ${couponUse.email} not in ${emails}))`
  const hasOrdered = sql`exists (select 1 from ${salesOrder}
    where (${salesOrder.email} in ${emails} or ${salesOrder.customerId} = ${customerId})
      and ${salesOrder.orderNumber} <> ${orderNumber} and not exists (select 1 from ${salesOrderEvent}
        where ${salesOrderEvent.orderId} = ${salesOrder.id} and ${salesOrderEvent.kind} = 'canceled'))`
  const mayUse = and(
    limits.perCustomer === null ? undefined : sql`${uses} < ${limits.perCustomer}`,
    limits.firstOrderOnly ? sql`${uses} = 0 and not ${hasOrdered}` : undefined,
  )
  return [
    ...(mayUse ? [toStatement(db, sql`select iif(${mayUse}, 1, json_extract('refused', '$'))`)] : []),
    toStatement(
      db,
      connect(db)
        .update(coupon)
        .set({ timesUsed: sql`${coupon.timesUsed} + 1` })
        .where(eq(coupon.code, code)),
    ),
    toStatement(
      db,
      insertFrom(
        couponUse,
        {
          code,
          orderId: salesOrder.id,
          customerId: salesOrder.customerId,
          email: mailbox,
          usedAt: salesOrder.placedAt,
        },
        sql`from ${salesOrder} where ${salesOrder.orderNumber} = ${orderNumber}`,
      ),
    ),
  ]
}

/** Returns the statement that writes an event of the order that fits the condition. */
export function insertEvent(condition: SQL, event: ColumnValues<typeof salesOrderEvent>): SQL {
  return insertFrom(
    salesOrderEvent,
    { orderId: salesOrder.id, ...event },
    sql`from ${salesOrder} where ${condition}`,
  )
}

const insertPendingEvent = prepareStatement(() =>
  insertEvent(IS_PENDING, {
    kind: sql.placeholder('kind'),
    detail: sql.placeholder('detail'),
    at: sql.placeholder('now'),
  }),
)

/** Writes an event of an order that is neither confirmed nor canceled. */
function pendingEvent(
  db: D1Database,
  {
    detail = null,
    ...event
  }: { orderNumber: string; kind: string; detail?: EventDetail | null; now: number },
): D1PreparedStatement {
  return insertPendingEvent(db, { ...event, detail: detail && JSON.stringify(detail) })
}

const insertPaymentAttempt = prepareStatement(() => {
  const { id, paymentMethod, grandTotal, currency, placedAt } = salesOrder
  const row = {
    orderId: id,
    provider: paymentMethod,
    amount: sql`${grandTotal} - ${CREDIT_SPENT}`,
    currency,
    status: 'open' as const,
    createdAt: placedAt,
    updatedAt: placedAt,
  }
  const source = sql`from ${salesOrder} where ${salesOrder.orderNumber} = ${sql.placeholder('orderNumber')}`
  return insertFrom(paymentAttempt, row, source)
})

const settleAttempt = prepareStatement((client) =>
  client
    .update(paymentAttempt)
    .set({
      status: sql`${sql.placeholder('status')}`,
      providerRef: sql`${sql.placeholder('paymentId')}`,
      updatedAt: sql`${sql.placeholder('now')}`,
    })
    .where(
      and(
        eq(paymentAttempt.status, 'open'),
        eq(paymentAttempt.orderId, orderId(sql.placeholder('orderNumber'))),
      ),
    ),
)

const setStatus = prepareStatement((client) =>
  client
    .update(salesOrder)
    .set({ status: sql`${sql.placeholder('status')}`, updatedAt: sql`${sql.placeholder('now')}` })
    .where(IS_PENDING),
)
