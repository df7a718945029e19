/** Orders as they are read, by number and by the cart they came from. They are written by worker/checkout/placement/order-placement.sql.ts. */
import { singleComponent } from '../../schema/cart/cart-record-migration.ts'
import type { LineComponent } from '../../schema/catalog/product/line-component.ts'
import type { Order, OrderLine, OrderStatus } from '../../schema/orders/order.ts'

/** The cart that an order came from; `null` when there is no such order. */
export async function findQuoteOfOrder(db: D1Database, orderNumber: string): Promise<string | null> {
  const row = await db
    .prepare('SELECT quote_id FROM sales_order WHERE order_number = ?')
    .bind(orderNumber)
    .first<{ quote_id: string }>()
  return row?.quote_id ?? null
}

/** Carts whose order has waited for its payment since before `before`; the sweep wakes their objects. */
export async function findStaleCarts(db: D1Database, before: number, limit: number): Promise<string[]> {
  const { results } = await db
    .prepare(
      "SELECT quote_id FROM sales_order WHERE status = 'pending_payment' AND updated_at < ? ORDER BY updated_at LIMIT ?",
    )
    .bind(before, limit)
    .all<{ quote_id: string }>()
  return results.map((row) => row.quote_id)
}

interface OrderRow {
  id: number
  order_number: string
  quote_id: string
  status: OrderStatus
  customer_id: number | null
  email: string
  coupon_code: string | null
  payment_method: string
  shipping_method: string | null
  addresses: string
  totals: string
  placed_at: number
  arrives_on: number | null
}
interface LineRow {
  item_id: number
  product_id: number
  sku: string
  parent_sku: string | null
  type_id: OrderLine['type']
  name: string
  title: string
  facts: string
  qty: number
  setqty: number
  unit_price: number
  row_total: number
  discount: number
  tax: number
  tax_percent: number
  product_option: string | null
  /** `[]` on a line that the release before parts wrote. */
  parts: string
  choices: string
  stock_sku: string
}

/** An order of this cart; `null` when there is none of this number, or when it is somebody else's. */
export async function readOrderOfQuote(
  db: D1Database,
  orderNumber: string,
  quoteId: string,
): Promise<Order | null> {
  const order = await readOrder(db, orderNumber)
  return order?.quoteId === quoteId ? order : null
}

/** An order of this customer; `null` when there is none of this number, or when it is somebody else's. */
export async function readOrderOfCustomer(
  db: D1Database,
  orderNumber: string,
  customerId: number,
): Promise<Order | null> {
  const order = await readOrder(db, orderNumber)
  return order?.customerId === customerId ? order : null
}

/** The order that this cart became or is becoming; `null` when there is none. Refused attempts do not count. */
export async function readActiveOrder(db: D1Database, quoteId: string): Promise<Order | null> {
  const row = await db
    .prepare("SELECT order_number FROM sales_order WHERE quote_id = ? AND status <> 'canceled'")
    .bind(quoteId)
    .first<{ order_number: string }>()
  return row ? readOrder(db, row.order_number) : null
}

/**
 * A page of a customer's orders, newest first, and how many there are. An attempt whose payment failed is none; an order
 * that was canceled after it stood is one.
 */
export async function readOrdersOfCustomer(
  db: D1Database,
  customerId: number,
  page: { limit: number; offset: number },
): Promise<{ orders: (Order & { id: number })[]; total: number }> {
  const stood = `customer_id = ?1 AND status <> 'pending_payment' AND (status <> 'canceled' OR EXISTS (
    SELECT 1 FROM sales_order_event AS e WHERE e.order_id = o.id AND e.kind IN ('paid', 'processing')))`
  const chosen = `SELECT * FROM sales_order AS o WHERE ${stood} ORDER BY placed_at DESC, id DESC LIMIT ?2 OFFSET ?3`
  const [orders, lines, count] = await db.batch([
    db.prepare(chosen).bind(customerId, page.limit, page.offset),
    db
      .prepare(
        `SELECT line.* FROM (${chosen}) AS o JOIN sales_order_line AS line ON line.order_id = o.id ORDER BY line.id`,
      )
      .bind(customerId, page.limit, page.offset),
    db.prepare(`SELECT count(*) AS n FROM sales_order AS o WHERE ${stood}`).bind(customerId),
  ])
  const rows = (orders?.results ?? []) as OrderRow[]
  const sold = (lines?.results ?? []) as (LineRow & { order_id: number })[]
  return {
    orders: rows.map((row) => ({
      ...orderOf(
        row,
        sold.filter((line) => line.order_id === row.id),
      ),
      id: row.id,
    })),
    total: Number((count?.results[0] as { n: number } | undefined)?.n ?? 0),
  }
}

/** Reads an order without asking whose it is: for the shop's own work such as its mail. Answers to shoppers go by `readOrderOfQuote`. */
export async function readOrder(db: D1Database, orderNumber: string): Promise<Order | null> {
  const [orders, lines] = await db.batch([
    db.prepare('SELECT * FROM sales_order WHERE order_number = ?').bind(orderNumber),
    db
      .prepare(
        `SELECT line.* FROM sales_order_line AS line JOIN sales_order AS o ON o.id = line.order_id
         WHERE o.order_number = ? ORDER BY line.id`,
      )
      .bind(orderNumber),
  ])
  const row = orders?.results[0] as OrderRow | undefined
  return row ? orderOf(row, (lines?.results ?? []) as LineRow[]) : null
}

function orderOf(row: OrderRow, lines: LineRow[]): Order {
  const addresses = JSON.parse(row.addresses) as Pick<Order, 'billingAddress' | 'shippingAddress'>
  return {
    orderNumber: row.order_number,
    quoteId: row.quote_id,
    status: row.status,
    customerId: row.customer_id,
    email: row.email,
    couponCode: row.coupon_code,
    paymentMethod: row.payment_method,
    shippingMethod: row.shipping_method,
    billingAddress: addresses.billingAddress,
    shippingAddress: addresses.shippingAddress,
    totals: JSON.parse(row.totals) as Order['totals'],
    placedAt: row.placed_at,
    arrivesOn: row.arrives_on,
    lines: lines.map(lineOf),
  }
}

function lineOf(line: LineRow): OrderLine {
  const { sku, setqty, unit_price: unitPrice, stock_sku: stockSku } = line
  const parts = JSON.parse(line.parts) as LineComponent[]
  return {
    itemId: line.item_id,
    productId: line.product_id,
    sku: line.sku,
    parentSku: line.parent_sku,
    type: line.type_id,
    name: line.name,
    title: line.title,
    facts: line.facts,
    qty: line.qty,
    setqty: line.setqty,
    unitPrice: line.unit_price,
    rowTotal: line.row_total,
    discount: line.discount,
    tax: line.tax,
    taxPercent: line.tax_percent,
    parts: parts.length > 0 ? parts : [singleComponent({ sku, setqty, unitPrice, stockSku })],
    choices: JSON.parse(line.choices) as OrderLine['choices'],
    option: line.product_option ? (JSON.parse(line.product_option) as OrderLine['option']) : null,
  }
}

/** The status of an order; `null` when there is none of this number. */
export async function readStatus(db: D1Database, orderNumber: string): Promise<OrderStatus | null> {
  const row = await db
    .prepare('SELECT status FROM sales_order WHERE order_number = ?')
    .bind(orderNumber)
    .first<{ status: OrderStatus }>()
  return row?.status ?? null
}

/** Says whose order it is; one that has a customer keeps it. Its coupon counts for the customer from then on. */
export async function assignOrderToCustomer(
  db: D1Database,
  orderNumber: string,
  customerId: number,
): Promise<void> {
  await db.batch([
    db
      .prepare('UPDATE sales_order SET customer_id = ?2 WHERE order_number = ?1 AND customer_id IS NULL')
      .bind(orderNumber, customerId),
    db
      .prepare(
        `UPDATE coupon_use SET customer_id = ?2 WHERE customer_id IS NULL
           AND order_id = (SELECT id FROM sales_order WHERE order_number = ?1 AND customer_id = ?2)`,
      )
      .bind(orderNumber, customerId),
  ])
}
