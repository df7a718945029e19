/** Reads orders by number and by the cart they came from. They are written by worker/checkout/placement/order-placement.sql.ts. */
import { and, count, desc, eq, inArray, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import { singleComponent } from '../../schema/cart/cart-record-migration.ts'
import { couponUse } from '../../schema/cart/coupon/coupon.table.ts'
import { salesOrder, salesOrderEvent, salesOrderLine } from '../../schema/orders/order.table.ts'
import type { Order, OrderLine, OrderStatus } from '../../schema/orders/order.ts'
import { connect } from '../platform/drizzle.sql.ts'

type OrderRow = typeof salesOrder.$inferSelect
type LineRow = typeof salesOrderLine.$inferSelect

const NOT_CANCELED = ne(salesOrder.status, 'canceled')

/** True of orders that were placed: an attempt whose payment failed is none, an order that was canceled later is one. */
export const WAS_PLACED = sql`${salesOrder.status} <> 'pending_payment' and (${NOT_CANCELED} or exists (
  select 1 from ${salesOrderEvent} where ${salesOrderEvent.orderId} = ${salesOrder.id}
    and ${salesOrderEvent.kind} in ('paid', 'processing')))`

/** The id of an order by its number, as a subquery. */
export function orderId(orderNumber: string): SQL {
  return sql`(select ${salesOrder.id} from ${salesOrder} where ${salesOrder.orderNumber} = ${orderNumber})`
}

/** Returns the cart that an order came from; `null` when there is no such order. */
export async function findQuoteOfOrder(db: D1Database, orderNumber: string): Promise<string | null> {
  const row = await findOrder(db, eq(salesOrder.orderNumber, orderNumber))
  return row?.quoteId ?? null
}

/** Returns the status of an order; `null` when there is none of this number. */
export async function readStatus(db: D1Database, orderNumber: string): Promise<OrderStatus | null> {
  const row = await findOrder(db, eq(salesOrder.orderNumber, orderNumber))
  return row?.status ?? null
}

function findOrder(db: D1Database, condition: SQL | undefined) {
  const { orderNumber, quoteId, status } = salesOrder
  return connect(db).select({ orderNumber, quoteId, status }).from(salesOrder).where(condition).get()
}

/** Returns carts whose order has waited for its payment since before `before`; the cron wakes their objects. */
export async function findStaleCarts(db: D1Database, before: number, limit: number): Promise<string[]> {
  const rows = await connect(db)
    .select({ quoteId: salesOrder.quoteId })
    .from(salesOrder)
    .where(and(eq(salesOrder.status, 'pending_payment'), lt(salesOrder.updatedAt, before)))
    .orderBy(salesOrder.updatedAt)
    .limit(limit)
  return rows.map(({ quoteId }) => quoteId)
}

/** Returns an order of this cart; `null` when there is none of this number, or when it came from another cart. */
export async function readOrderOfQuote(
  db: D1Database,
  orderNumber: string,
  quoteId: string,
): Promise<Order | null> {
  const order = await readOrder(db, orderNumber)
  return order?.quoteId === quoteId ? order : null
}

/** Returns an order of this customer; `null` when there is none of this number, or when it is another customer's. */
export async function readOrderOfCustomer(
  db: D1Database,
  orderNumber: string,
  customerId: number,
): Promise<Order | null> {
  const order = await readOrder(db, orderNumber)
  return order?.customerId === customerId ? order : null
}

/** Returns the order that this cart became or is becoming; `null` when there is none. Refused attempts do not count. */
export async function readActiveOrder(db: D1Database, quoteId: string): Promise<Order | null> {
  const row = await findOrder(db, and(eq(salesOrder.quoteId, quoteId), NOT_CANCELED))
  return row ? readOrder(db, row.orderNumber) : null
}

/** Returns a page of the orders that a customer placed, newest first, and how many there are. */
export async function readOrdersOfCustomer(
  db: D1Database,
  customerId: number,
  page: { limit: number; offset: number },
): Promise<{ orders: (Order & { id: number })[]; total: number }> {
  const client = connect(db)
  const isTheirs = and(eq(salesOrder.customerId, customerId), WAS_PLACED)
  const order = [desc(salesOrder.placedAt), desc(salesOrder.id)]
  const chosen = client
    .select({ id: salesOrder.id })
    .from(salesOrder)
    .where(isTheirs)
    .orderBy(...order)
  const [rows, lines, [counted]] = await client.batch([
    client
      .select()
      .from(salesOrder)
      .where(isTheirs)
      .orderBy(...order)
      .limit(page.limit)
      .offset(page.offset),
    client
      .select()
      .from(salesOrderLine)
      .where(inArray(salesOrderLine.orderId, chosen.limit(page.limit).offset(page.offset)))
      .orderBy(salesOrderLine.id),
    client.select({ total: count() }).from(salesOrder).where(isTheirs),
  ])
  return {
    orders: rows.map((row) => {
      const own = lines.filter((line) => line.orderId === row.id)
      return { ...toOrder(row, own), id: row.id }
    }),
    total: counted?.total ?? 0,
  }
}

/** Reads an order without asking whose it is: for the shop's own work such as its mail. Answers to shoppers go by `readOrderOfQuote`. */
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
    placedAt: row.placedAt,
    arrivesOn: row.arrivesOn,
    lines: lines.map(toOrderLine),
  }
}

function toOrderLine({ id, orderId, restockedAt, stockSku, ...line }: LineRow): OrderLine {
  // A line that was written before lines had parts has one part: its own product.
  return { ...line, parts: line.parts.length > 0 ? line.parts : [singleComponent({ ...line, stockSku })] }
}

/** Assigns an order to a customer unless it has one. Its coupon counts for the customer from then on. */
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
