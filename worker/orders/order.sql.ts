/** Reads orders by number and by cart. worker/checkout/placement/order-placement.sql.ts writes them. */
import { and, count, desc, eq, inArray, isNull, lt, ne, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { toSingleComponent } from '../../schema/cart/cart-record-migration.ts'
import { couponUse } from '../../schema/cart/coupon/coupon.table.ts'
import { salesOrder, salesOrderEvent, salesOrderLine } from '../../schema/orders/order.table.ts'
import type { Order, OrderLine, OrderStatus } from '../../schema/orders/order.ts'
import { connect } from '../platform/drizzle.sql.ts'

type OrderRow = typeof salesOrder.$inferSelect
type LineRow = typeof salesOrderLine.$inferSelect

const NOT_CANCELED = ne(salesOrder.status, 'canceled')

/**
 * True of placed orders, including orders that were canceled later; false for attempts that were never paid.
 */
export const WAS_PLACED = sql`${salesOrder.status} <> 'pending_payment' and (${NOT_CANCELED} or exists (
  select 1 from ${salesOrderEvent} where ${salesOrderEvent.orderId} = ${salesOrder.id}
    and ${salesOrderEvent.kind} in ('paid', 'processing')))`

/** The id of an order by its number, as a subquery. */
export function orderId(orderNumber: string | Placeholder): SQL {
  return sql`(select ${salesOrder.id} from ${salesOrder} where ${salesOrder.orderNumber} = ${orderNumber})`
}

/** Returns the cart of an order; `null` for an unknown order. */
export async function findQuoteId(db: D1Database, orderNumber: string): Promise<string | null> {
  const row = await findOrder(db, eq(salesOrder.orderNumber, orderNumber))
  return row?.quoteId ?? null
}

/** Returns the status of an order; `null` for an unknown order. */
export async function readOrderStatus(db: D1Database, orderNumber: string): Promise<OrderStatus | null> {
  const row = await findOrder(db, eq(salesOrder.orderNumber, orderNumber))
  return row?.status ?? null
}

function findOrder(db: D1Database, condition: SQL | undefined) {
  const { orderNumber, quoteId, status } = salesOrder
  return connect(db).select({ orderNumber, quoteId, status }).from(salesOrder).where(condition).get()
}

/**
 * Returns the carts of orders that have awaited their payment since before `before`; the cron wakes their
 * cart objects.
 */
export async function findStaleCarts(db: D1Database, before: number, limit: number): Promise<string[]> {
  const rows = await connect(db)
    .select({ quoteId: salesOrder.quoteId })
    .from(salesOrder)
    .where(and(eq(salesOrder.status, 'pending_payment'), lt(salesOrder.updatedAt, before)))
    .orderBy(salesOrder.updatedAt)
    .limit(limit)
  return rows.map(({ quoteId }) => quoteId)
}

/** Returns the query of the number of orders that are pending since before `before`. */
export function countStaleOrders(client: ReturnType<typeof connect>, before: number) {
  return client
    .select({ count: count() })
    .from(salesOrder)
    .where(and(eq(salesOrder.status, 'pending_payment'), lt(salesOrder.updatedAt, before)))
}

/** Returns an order of this cart; `null` for an unknown order or an order of another cart. */
export async function readOrderOfQuote(
  db: D1Database,
  orderNumber: string,
  quoteId: string,
): Promise<Order | null> {
  const order = await readOrder(db, orderNumber)
  return order?.quoteId === quoteId ? order : null
}

/** Returns an order of this customer; `null` for an unknown order or another customer's order. */
export async function readOrderOfCustomer(
  db: D1Database,
  orderNumber: string,
  customerId: number,
): Promise<Order | null> {
  const order = await readOrder(db, orderNumber)
  return order?.customerId === customerId ? order : null
}

/**
 * Returns the order of this cart that is placed or awaits its payment; `null` without one. Ignores refused
 * attempts.
 */
export async function readActiveOrder(db: D1Database, quoteId: string): Promise<Order | null> {
  const row = await findOrder(db, and(eq(salesOrder.quoteId, quoteId), NOT_CANCELED))
  return row ? readOrder(db, row.orderNumber) : null
}

/** Returns a page of the orders that a customer placed, newest first, and their total number. */
export async function readOrdersOfCustomer(
  db: D1Database,
  customerId: number,
  page: { limit: number; offset: number },
): Promise<{ orders: (Order & { id: number })[]; total: number }> {
  const client = connect(db)
  const isOwn = and(eq(salesOrder.customerId, customerId), WAS_PLACED)
  const order = [desc(salesOrder.placedAt), desc(salesOrder.id)]
  const pageIds = client
    .select({ id: salesOrder.id })
    .from(salesOrder)
    .where(isOwn)
    .orderBy(...order)
  const [rows, lines, [counted]] = await client.batch([
    client
      .select()
      .from(salesOrder)
      .where(isOwn)
      .orderBy(...order)
      .limit(page.limit)
      .offset(page.offset),
    client
      .select()
      .from(salesOrderLine)
      .where(inArray(salesOrderLine.orderId, pageIds.limit(page.limit).offset(page.offset)))
      .orderBy(salesOrderLine.id),
    client.select({ total: count() }).from(salesOrder).where(isOwn),
  ])
  return {
    orders: rows.map((row) => ({
      ...toOrder(
        row,
        lines.filter((line) => line.orderId === row.id),
      ),
      id: row.id,
    })),
    total: counted?.total ?? 0,
  }
}

/**
 * Reads an order without a check of its owner, for the shop's own use such as mails. Replies to shoppers use
 * `readOrderOfQuote`.
 */
export async function readOrder(db: D1Database, orderNumber: string): Promise<Order | null> {
  const client = connect(db)
  const [[row], lines] = await client.batch([
    client.select().from(salesOrder).where(eq(salesOrder.orderNumber, orderNumber)),
    client
      .select()
      .from(salesOrderLine)
      .where(eq(salesOrderLine.orderId, orderId(orderNumber)))
      .orderBy(salesOrderLine.id),
  ])
  return row ? toOrder(row, lines) : null
}

function toOrder(row: OrderRow, lines: readonly LineRow[]): Order {
  return {
    orderNumber: row.orderNumber,
    quoteId: row.quoteId,
    status: row.status,
    customerId: row.customerId,
    email: row.email,
    couponCode: row.couponCode,
    paymentMethod: row.paymentMethod,
    shippingMethod: row.shippingMethod,
    billingAddress: row.addresses.billingAddress,
    shippingAddress: row.addresses.shippingAddress,
    totals: row.totals,
    charged: row.grandTotal,
    placedAt: row.placedAt,
    arrivesOn: row.arrivesOn,
    lines: lines.map(toOrderLine),
  }
}

function toOrderLine({
  id,
  orderId,
  restockedAt,
  restockedPieces,
  stockSku,
  service,
  ...line
}: LineRow): OrderLine {
  // A line that was stored before lines had parts has one part: its own product.
  const parts = line.parts.length > 0 ? line.parts : [toSingleComponent({ ...line, stockSku })]
  return { ...line, parts, ...(service ? { service } : {}) }
}

/** Assigns an order without a customer to this customer, and so the use of its coupon. */
export async function assignOrderToCustomer(
  db: D1Database,
  orderNumber: string,
  customerId: number,
): Promise<void> {
  const client = connect(db)
  const isOrder = eq(salesOrder.orderNumber, orderNumber)
  const own = client
    .select({ id: salesOrder.id })
    .from(salesOrder)
    .where(and(isOrder, eq(salesOrder.customerId, customerId)))
  await client.batch([
    client
      .update(salesOrder)
      .set({ customerId })
      .where(and(isOrder, isNull(salesOrder.customerId))),
    client
      .update(couponUse)
      .set({ customerId })
      .where(and(isNull(couponUse.customerId), inArray(couponUse.orderId, own))),
  ])
}
