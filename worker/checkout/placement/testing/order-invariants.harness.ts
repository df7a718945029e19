/** What must be true of a simulated shop when no work is open. */
import { CASH_METHOD } from '../../../../schema/orders/payment.ts'
import { openAttempt } from '../order-attempt.sql.ts'
import type { SimulatedShop } from './simulated-shop.harness.ts'

/** The initial stock of each pool, in tires. */
export const STOCK: Readonly<Record<string, number>> = { 'TL-1001': 2, 'TL-2001': 60, 'TL-4001': 8 }

interface OrderRow {
  order_number: string
  quote_id: string
  status: string
  payment_method: string
  grand_total: number
  confirmed: number
  canceled: number
  refunded_amount: number
  refunds: number
}

const ORDERS = `SELECT o.order_number, o.quote_id, o.status, o.payment_method, o.grand_total,
   EXISTS (SELECT 1 FROM sales_order_event e WHERE e.order_id = o.id AND e.kind IN ('paid', 'processing')) AS confirmed,
   EXISTS (SELECT 1 FROM sales_order_event e WHERE e.order_id = o.id AND e.kind = 'canceled') AS canceled,
   (SELECT coalesce(sum(amount), 0) FROM order_refund r WHERE r.order_id = o.id AND r.status = 'done') AS refunded_amount,
   (SELECT count(*) FROM order_refund r WHERE r.order_id = o.id AND r.status = 'done' AND r.cancels = 0) AS refunds
 FROM sales_order o`
const SOLD = `SELECT l.stock_sku, sum(l.qty * l.setqty) AS tires FROM sales_order_line l
 JOIN sales_order o ON o.id = l.order_id
 WHERE NOT EXISTS (SELECT 1 FROM sales_order_event e WHERE e.order_id = o.id AND e.kind = 'canceled')
 GROUP BY l.stock_sku`
const MAILS = "SELECT id, kind, payload ->> '$.orderNumber' AS order_number, sent_at FROM outbox"

interface MailRow {
  id: number
  kind: string
  order_number: string
  sent_at: number | null
}

/** Returns the orders, the number of mails, and each broken invariant in words. */
export async function inspect(
  shop: SimulatedShop,
): Promise<{ orders: OrderRow[]; mails: number; violations: string[] }> {
  const read = async <Row>(sql: string) => (await shop.db.prepare(sql).all<Row>()).results
  const orders = await read<OrderRow>(ORDERS)
  const mails = await read<MailRow>(MAILS)
  const sold = await read<{ stock_sku: string; tires: number }>(SOLD)
  const left = await read<{ stock_sku: string; qty: number }>('SELECT stock_sku, qty FROM stock')
  const violations = [
    ...moneyViolations(shop, orders),
    ...orderViolations(shop, orders),
    ...mailViolations(shop, orders, mails),
    ...Object.entries(STOCK).flatMap(([sku, qty]) => {
      const found =
        (left.find((row) => row.stock_sku === sku)?.qty ?? 0) +
        (sold.find((row) => row.stock_sku === sku)?.tires ?? 0)
      return found === qty ? [] : [`${sku}: ${found} tires left or sold of ${qty}`]
    }),
  ]
  return { orders, mails: mails.length, violations }
}

/** An order is charged at most once; what was received is its total less its refunds, or nothing. */
function moneyViolations({ sandbox }: SimulatedShop, orders: readonly OrderRow[]): string[] {
  const { captured, refunded } = sandbox
  const numbers = new Set(orders.map(({ order_number }) => order_number))
  const strays = [...captured.keys()].filter((number) => !numbers.has(number))
  return [
    ...strays.map((number) => `${number}: money without an order`),
    ...orders.flatMap((order) => {
      const { order_number: number, grand_total: total, confirmed, canceled } = order
      const got = captured.get(number) ?? 0
      const net = got - (refunded.get(number) ?? 0)
      const isPaid = confirmed && !canceled && order.payment_method !== CASH_METHOD
      const due = isPaid ? total - order.refunded_amount : 0
      return [
        ...(got === 0 || got === total ? [] : [`${number}: ${got} captured of ${total}`]),
        ...(net === due ? [] : [`${number}: ${net} received, ${due} due`]),
      ]
    }),
  ]
}

/** No order is lost or doubled, and each one is in a final state. */
function orderViolations(shop: SimulatedShop, orders: readonly OrderRow[]): string[] {
  const active = orders.filter(({ confirmed, canceled }) => confirmed && !canceled)
  const carts = active.map(({ quote_id }) => quote_id)
  const confirmed = new Set(orders.filter((order) => order.confirmed).map(({ order_number }) => order_number))
  return [
    ...orders
      .filter(({ status }) => status === 'pending_payment')
      .map(({ order_number }) => `${order_number}: open after recovery`),
    ...shop.homes
      .filter((home) => openAttempt(home) !== null)
      .map(({ quoteId }) => `${quoteId}: its journal is open after recovery`),
    ...[...shop.confirmed].filter((number) => !confirmed.has(number)).map((number) => `${number}: lost`),
    ...carts.filter((cart, at) => carts.indexOf(cart) !== at).map((cart) => `${cart}: ordered twice`),
  ]
}

/** Each event of an order has one mail, and each mail arrived once. */
function mailViolations(
  { sandbox }: SimulatedShop,
  orders: readonly OrderRow[],
  mails: readonly MailRow[],
): string[] {
  const { captured, mails: delivered } = sandbox
  const keys = mails.map(({ id }) => `outbox-${id}`)
  return [
    ...orders.flatMap((order) => {
      const { order_number: number, confirmed, canceled, refunds } = order
      const expected = {
        'order-mail': confirmed,
        'order-canceled': confirmed && canceled,
        'order-refunded': refunds,
        'payment-returned': !confirmed && captured.has(number) ? 1 : 0,
      }
      return Object.entries(expected).flatMap(([kind, count]) => {
        const found = mails.filter((mail) => mail.kind === kind && mail.order_number === number).length
        return found === count ? [] : [`${number}: ${found} mails ${kind} instead of ${count}`]
      })
    }),
    ...mails.flatMap(({ id, kind, sent_at: sent, order_number: number }) => {
      if (sent === null) return [`${number}: its mail ${kind} was not sent`]
      const subject = delivered.get(`outbox-${id}`)?.subject ?? ''
      return subject.includes(number) ? [] : [`${number}: its mail ${kind} did not arrive`]
    }),
    ...[...delivered.keys()]
      .filter((key) => !keys.includes(key))
      .map((key) => `${key}: a mail without a row`),
  ]
}
