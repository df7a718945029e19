/**
 * An order in D1. Each of the three acts – reserve, confirm, release – is one batch, so one transaction; each may be
 * repeated and then changes nothing. The statements that this rests on are plain SQL on purpose.
 */
import { totalStockDemand } from '../../../schema/catalog/product/line-component.ts'
import { deskPaths } from '../../../schema/orders/life/desk.ts'
import type { OrderActor } from '../../../schema/orders/limits/order-limits.ts'
import type { OrderDraft, OrderLine, OrderStatus } from '../../../schema/orders/order.ts'
import { mailboxOf } from '../../../schema/platform/mail/mailbox.ts'
import { type Cents, CURRENCY } from '../../../schema/platform/money.ts'
import { restockStatements } from '../../orders/life/restock.sql.ts'
import { insertActors } from '../../orders/limits/order-actor.sql.ts'
import { readStatus } from '../../orders/order.sql.ts'
import { addOutbox } from '../../platform/mail/outbox.sql.ts'

export type ReserveResult =
  /** The batch is committed, now or by an earlier call. */
  | 'held'
  | 'out-of-stock'
  /** The coupon may not be used once more. */
  | 'coupon'
  /** One of those whom the order is counted for has too many orders. */
  | 'too-many'
  /** Another active order has this cart. */
  | 'cart-taken'
  /** No answer, and no trace of the order yet. It may still arrive: `blockLateReservation` makes sure that it does not. */
  | 'unclear'

/**
 * Reserves stock and coupon and writes the order, all or nothing. The order row comes first: a repeat after a commit
 * fails there, before its stock is counted twice or found missing.
 */
export async function reserveOrder(
  db: D1Database,
  draft: OrderDraft,
  limits: { perCustomer: number | null; firstOrderOnly: boolean },
  actors: readonly OrderActor[],
): Promise<ReserveResult> {
  try {
    await db.batch([
      insertOrder(db, draft, 'pending_payment'),
      ...(actors.length > 0 ? [insertActors(db, draft, actors)] : []),
      insertLines(db, draft),
      ...(draft.lines.some(hasFiles) ? [insertDownloads(db, draft)] : []),
      takeStock(db, draft),
      ...(draft.couponCode ? takeCoupon(db, draft, draft.couponCode, limits) : []),
      insertEvent(db, draft.orderNumber, 'placed', draft.marketing, draft.placedAt, 'pending_payment'),
      insertAttempt(db, draft),
    ])
    return 'held'
  } catch (error) {
    return explain(db, draft, error)
  }
}

async function explain(db: D1Database, draft: OrderDraft, error: unknown): Promise<ReserveResult> {
  const text = error instanceof Error ? error.message : String(error)
  // Each of these means that the batch was rolled back.
  if (text.includes('order_limit')) return 'too-many'
  if (text.includes('stock_not_below_zero')) return 'out-of-stock'
  if (text.includes('coupon_usage') || text.includes('malformed JSON')) return 'coupon'
  if (text.includes('sales_order.quote_id')) return 'cart-taken'
  // Anything else may have happened before or after the commit: only the order itself can tell.
  const status = await readStatus(db, draft.orderNumber).catch(() => null)
  return status === null || status === 'canceled' ? 'unclear' : 'held'
}

/**
 * Makes sure that a batch whose fate is unclear can no longer commit: its order number is taken by a canceled order.
 * Returns the status that the order has then; throws when D1 does not answer.
 */
export async function blockLateReservation(db: D1Database, draft: OrderDraft): Promise<OrderStatus> {
  await insertOrder(db, draft, 'canceled', 'OR IGNORE').run()
  return (await readStatus(db, draft.orderNumber)) ?? 'canceled'
}

/**
 * Makes the order final and writes the mails that say so to the buyer and to the order desk into the outbox. Gives the ids of the outbox rows; none when
 * it had been done before. Throws when D1 does not answer.
 */
export async function confirmOrder(
  db: D1Database,
  order: { orderNumber: string; status: 'paid' | 'processing'; paymentRef: string | null; now: number },
): Promise<number[]> {
  const { orderNumber, status, paymentRef, now } = order
  const [mail, desk] = await db.batch<{ id: number }>([
    db
      .prepare(
        `INSERT INTO outbox (kind, payload, created_at, next_at)
         SELECT 'order-mail', json_object('orderNumber', order_number), ?2, ?2
         FROM sales_order WHERE order_number = ?1 AND status = 'pending_payment' RETURNING id`,
      )
      .bind(orderNumber, now),
    db
      .prepare(
        `INSERT INTO outbox (kind, payload, created_at, next_at)
         SELECT 'desk-order', json_object('orderNumber', order_number), ?2, ?2
         FROM sales_order WHERE order_number = ?1 AND status = 'pending_payment' AND EXISTS
           (SELECT 1 FROM config WHERE path IN (SELECT value FROM json_each(?3)) AND value LIKE '%@%') RETURNING id`,
      )
      .bind(orderNumber, now, JSON.stringify(deskPaths('order'))),
    insertEvent(db, orderNumber, status, null, now, 'pending_payment'),
    settleAttempt(db, orderNumber, 'settled', paymentRef, now),
    setStatus(db, orderNumber, status, now),
  ])
  return [...(mail?.results ?? []), ...(desk?.results ?? [])].map(({ id }) => id)
}

/** Releases stock and coupon and cancels the order; its history stays. Throws when D1 does not answer. */
export async function releaseOrder(
  db: D1Database,
  order: { draft: OrderDraft; reason: string; paymentRef: string | null; now: number },
): Promise<void> {
  const { draft, reason, paymentRef, now } = order
  const { orderNumber } = draft
  const stillPending = {
    sql: "EXISTS (SELECT 1 FROM sales_order WHERE order_number = ? AND status = 'pending_payment')",
    values: [orderNumber],
  }
  await db.batch([
    ...restockStatements(db, {
      orderNumber,
      items: null,
      coupon: draft.couponCode !== null,
      now,
      may: stillPending,
    }),
    insertEvent(db, orderNumber, 'canceled', reason, now, 'pending_payment'),
    settleAttempt(db, orderNumber, 'refused', paymentRef, now),
    setStatus(db, orderNumber, 'canceled', now),
  ])
}

/**
 * Records that the payment of a canceled order was refunded, and writes the mail about it, once for each charge. Returns
 * the ids of the outbox rows. Throws when D1 does not answer.
 */
export async function recordLateRefund(
  db: D1Database,
  returned: { orderNumber: string; chargeRef: string; amount: Cents; now: number },
): Promise<number[]> {
  const { orderNumber, chargeRef, amount, now } = returned
  const [, mail] = await db.batch<{ id: number }>([
    db
      .prepare(
        `INSERT INTO sales_order_event (order_id, kind, detail, at)
         SELECT id, 'refunded', json_object('text', ?2), ?3 FROM sales_order o WHERE order_number = ?1 AND NOT EXISTS
           (SELECT 1 FROM sales_order_event e WHERE e.order_id = o.id AND kind = 'refunded' AND detail ->> '$.text' = ?2)`,
      )
      .bind(orderNumber, chargeRef, now),
    addOutbox(db, { kind: 'payment-returned', payload: { orderNumber, amount }, now }, 'ifChanged'),
  ])
  return (mail?.results ?? []).map(({ id }) => id)
}

function insertOrder(
  db: D1Database,
  draft: OrderDraft,
  status: OrderStatus,
  orIgnore: '' | 'OR IGNORE' = '',
) {
  const { totals, billingAddress, shippingAddress } = draft
  const fees = totals.fees.reduce((sum, fee) => sum + fee.amount, 0)
  return db
    .prepare(
      `INSERT ${orIgnore} INTO sales_order (order_number, quote_id, status, customer_id, email, subtotal, discount,
         shipping, tax, fees, grand_total, currency, coupon_code, payment_method, shipping_method, addresses, totals,
         payload_hash, placed_at, updated_at, arrives_on)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?19, ?20)`,
    )
    .bind(
      draft.orderNumber,
      draft.quoteId,
      status,
      draft.customerId,
      draft.email,
      totals.subtotal,
      totals.discount,
      totals.shipping,
      totals.tax,
      fees,
      totals.grandTotal,
      CURRENCY,
      draft.couponCode,
      draft.paymentMethod,
      draft.shippingMethod,
      JSON.stringify({ billingAddress, shippingAddress }),
      JSON.stringify(totals),
      draft.payloadHash,
      draft.placedAt,
      draft.arrivesOn,
    )
}

/** All lines by one parameter: D1 takes at most 100 per statement. */
function insertLines(db: D1Database, draft: OrderDraft) {
  const take = (name: keyof OrderLine) => `value ->> '$.${name}'`
  return db
    .prepare(
      `INSERT INTO sales_order_line (order_id, item_id, product_id, sku, parent_sku, type_id, name, title, facts, qty, setqty,
         unit_price, row_total, discount, tax, tax_percent, product_option, parts, choices, stock_sku)
       SELECT o.id, ${take('itemId')}, ${take('productId')}, ${take('sku')}, ${take('parentSku')}, ${take('type')},
         ${take('name')}, ${take('title')}, ${take('facts')}, ${take('qty')}, ${take('setqty')}, ${take('unitPrice')},
         ${take('rowTotal')}, ${take('discount')}, ${take('tax')}, ${take('taxPercent')},
         ${take('option')}, ${take('parts')}, ${take('choices')},
         value ->> '$.parts[0].stockSku'
       FROM json_each(?1) JOIN sales_order AS o ON o.order_number = ?2`,
    )
    .bind(JSON.stringify(draft.lines), draft.orderNumber)
}

/** Only these can bring files along; other orders need no statement for them. */
function hasFiles({ type }: OrderLine): boolean {
  return type === 'downloadable' || type === 'bundle'
}

/** The files of what was sold, as the catalogue has them now; `number_of_downloads` counts for each unit. */
function insertDownloads(db: D1Database, draft: OrderDraft) {
  return db
    .prepare(
      `INSERT INTO order_download (order_id, link_id, title, file_key, allowed)
       SELECT o.id, link.id, link.title, link.file_key,
         link.number_of_downloads * sum((line.value ->> '$.qty') * (part.value ->> '$.qty'))
       FROM sales_order AS o, json_each(?1) AS line, json_each(line.value, '$.parts') AS part
         JOIN product AS p ON p.sku = part.value ->> '$.sku'
         JOIN downloadable_link AS link ON link.product_id = p.id
       WHERE o.order_number = ?2 GROUP BY link.id`,
    )
    .bind(JSON.stringify(draft.lines), draft.orderNumber)
}

function pools(draft: Pick<OrderDraft, 'lines'>): string {
  return JSON.stringify(Object.fromEntries(totalStockDemand(draft.lines)))
}

/** Takes the stock. The CHECK constraint of the table, not this statement, is what prevents overselling. */
function takeStock(db: D1Database, draft: OrderDraft) {
  return db
    .prepare(
      `UPDATE stock SET qty = qty - pool.value, updated_at = ?1 FROM json_each(?2) AS pool
       WHERE stock_sku = pool.key AND manage = 1`,
    )
    .bind(draft.placedAt, pools(draft))
}

/**
 * The first statement aborts the batch (as malformed JSON) when this shopper may not use the coupon. A shopper is an
 * account or a mailbox, however its address is spelled: a use is stored under the mailbox, in earlier releases under the address.
 */
function takeCoupon(
  db: D1Database,
  draft: OrderDraft,
  code: string,
  limits: { perCustomer: number | null; firstOrderOnly: boolean },
) {
  const { email, customerId, orderNumber } = draft
  const mailbox = mailboxOf(email)
  // Apart, so that each goes by its own index.
  const uses = `((SELECT count(*) FROM coupon_use WHERE code = ?2 AND email IN (?3, ?6))
    + (SELECT count(*) FROM sales_order AS o JOIN coupon_use AS u ON u.order_id = o.id AND u.code = ?2
       WHERE o.customer_id = ?7 AND u.email NOT IN (?3, ?6)))`
  return [
    db
      .prepare(
        `SELECT IIF(
           (?1 IS NULL OR ${uses} < ?1)
           AND (?4 = 0 OR (${uses} = 0 AND NOT EXISTS (SELECT 1 FROM sales_order
             WHERE (email IN (?3, ?6) OR customer_id = ?7) AND order_number <> ?5
               AND NOT EXISTS (SELECT 1 FROM sales_order_event
                 WHERE order_id = sales_order.id AND kind = 'canceled')))),
           1, json_extract('refused', '$'))`,
      )
      .bind(
        ...[limits.perCustomer, code, email, limits.firstOrderOnly ? 1 : 0, orderNumber],
        ...[mailbox, customerId],
      ),
    db.prepare('UPDATE coupon SET times_used = times_used + 1 WHERE code = ?').bind(code),
    db
      .prepare(
        `INSERT INTO coupon_use (code, order_id, customer_id, email, used_at)
         SELECT ?1, id, customer_id, ?3, placed_at FROM sales_order WHERE order_number = ?2`,
      )
      .bind(code, orderNumber, mailbox),
  ]
}

/** `onlyIf` ties the event to the status that the same batch is about to change, so that a repeat adds nothing. */
function insertEvent(
  db: D1Database,
  orderNumber: string,
  kind: string,
  detail: string | null,
  now: number,
  onlyIf: OrderStatus | null,
) {
  return db
    .prepare(
      `INSERT INTO sales_order_event (order_id, kind, detail, at)
       SELECT id, ?2, CASE WHEN ?3 IS NULL THEN NULL ELSE json_object('text', ?3) END, ?4
       FROM sales_order WHERE order_number = ?1 AND (?5 IS NULL OR status = ?5)`,
    )
    .bind(orderNumber, kind, detail, now, onlyIf)
}

function insertAttempt(db: D1Database, draft: OrderDraft) {
  return db
    .prepare(
      `INSERT INTO payment_attempt (order_id, provider, amount, currency, status, created_at, updated_at)
       SELECT id, payment_method, grand_total, currency, 'open', placed_at, placed_at
       FROM sales_order WHERE order_number = ?`,
    )
    .bind(draft.orderNumber)
}

function settleAttempt(
  db: D1Database,
  orderNumber: string,
  status: 'settled' | 'refused',
  paymentRef: string | null,
  now: number,
) {
  return db
    .prepare(
      `UPDATE payment_attempt SET status = ?2, provider_ref = ?3, updated_at = ?4
       WHERE status = 'open' AND order_id = (SELECT id FROM sales_order WHERE order_number = ?1)`,
    )
    .bind(orderNumber, status, paymentRef, now)
}

function setStatus(db: D1Database, orderNumber: string, status: OrderStatus, now: number) {
  return db
    .prepare(
      "UPDATE sales_order SET status = ?2, updated_at = ?3 WHERE order_number = ?1 AND status = 'pending_payment'",
    )
    .bind(orderNumber, status, now)
}
