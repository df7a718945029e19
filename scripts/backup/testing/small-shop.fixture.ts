/** A migrated database in Node's SQLite with orders, and what shoppers and staff do to it, as the shop writes it. */
import { migrate } from '../../load/migrate.ts'
import type { LoadableD1 } from '../../load/target.ts'
import { openSqliteFile } from '../sqlite-file.ts'

export const POOLS = ['A', 'B', 'C'] as const
/** Tires of each pool before the first order. */
export const FULL_POOL = 10_000

/** Opens a migrated database with pools, a coupon and `orders` paid orders. */
export async function openSmallShop(orders: number, path = ':memory:') {
  const { db, close } = openSqliteFile(path)
  await migrate(db)
  await db.run([
    ...POOLS.map((sku) => `INSERT INTO stock VALUES ('${sku}', ${FULL_POOL}, 1, 0, 0)`),
    "INSERT INTO coupon (code, kind, value, is_active, min_subtotal, first_order_only, description) VALUES ('SPRING', 'percent', 5, 1, 0, 0, 'It''s spring 🌱')",
    "INSERT INTO config (path, value) VALUES ('catalog/version', 'v1') ON CONFLICT DO UPDATE SET value = 'v1'",
  ])
  for (let number = 1; number <= orders; number += 1) {
    await db.run(placeOrder(`S${number}`, POOLS[number % 3] ?? 'A', number % 5 === 0))
    await db.run(payOrder(`S${number}`))
  }
  return { db, close }
}

const idOf = (order: string) => `(SELECT id FROM sales_order WHERE order_number = '${order}')`

/** The batch that reserves an order of two lines of two tires each: 'A' is a line with parts, others without. */
export function placeOrder(order: string, pool: string, withCoupon = false, at = 1): string[] {
  const line = (item: number) => `INSERT INTO sales_order_line
    (order_id, item_id, product_id, sku, type_id, name, facts, qty, setqty, stock_sku, unit_price, row_total, discount, tax, tax_percent, parts)
    VALUES (${idOf(order)}, ${item}, 1, '${pool}-2', 'simple', 'Tire', '{}', 1, 2, '${pool}', 5000, 5000, 0, 0, 8.875,
    '${pool === 'A' ? '[{"stockSku":"A","qty":1,"setqty":2}]' : '[]'}')`
  return [
    `INSERT INTO sales_order (order_number, quote_id, status, email, subtotal, discount, shipping, tax, fees, grand_total, currency,
      coupon_code, payment_method, addresses, totals, payload_hash, placed_at, updated_at)
      VALUES ('${order}', 'quote-${order}', 'pending_payment', '${order}@example.com', 10000, 0, 0, 0, 0, 10000, 'USD',
      ${withCoupon ? "'SPRING'" : 'NULL'}, 'stripe', '{}', '{}', 'hash', ${at}, ${at})`,
    line(1),
    line(2),
    `UPDATE stock SET qty = qty - 4 WHERE stock_sku = '${pool}'`,
    ...(withCoupon
      ? [
          "UPDATE coupon SET times_used = times_used + 1 WHERE code = 'SPRING'",
          `INSERT INTO coupon_use (code, order_id, email, used_at) VALUES ('SPRING', ${idOf(order)}, 'x', 1)`,
        ]
      : []),
    `INSERT INTO sales_order_event (order_id, kind, at) VALUES (${idOf(order)}, 'placed', ${at})`,
    `INSERT INTO payment_attempt (order_id, provider, amount, currency, status, created_at, updated_at)
      VALUES (${idOf(order)}, 'stripe', 10000, 'USD', 'open', ${at}, ${at})`,
  ]
}

/** The batch that confirms an order that waits for its payment. */
export function payOrder(order: string, at = 2): string[] {
  const isPending = `id = ${idOf(order)} AND status = 'pending_payment'`
  const pending = `FROM sales_order WHERE ${isPending}`
  return [
    `INSERT INTO outbox (kind, payload, created_at, next_at) SELECT 'order-mail', json_object('orderNumber', order_number), ${at}, ${at} ${pending}`,
    `INSERT INTO sales_order_event (order_id, kind, at) SELECT id, 'paid', ${at} ${pending}`,
    `UPDATE payment_attempt SET status = 'settled', provider_ref = 'pi_${order}', updated_at = ${at}
      WHERE order_id = ${idOf(order)} AND status = 'open' AND EXISTS (SELECT 1 ${pending})`,
    `UPDATE sales_order SET status = 'paid', updated_at = ${at} WHERE ${isPending}`,
  ]
}

/** The batch that cancels an order which is not canceled: its stock and its coupon are free again. */
export function cancelOrder(order: string, at = 3): string[] {
  const isActive = `EXISTS (SELECT 1 FROM sales_order WHERE id = ${idOf(order)} AND status <> 'canceled')`
  const tires = `(SELECT coalesce(sum(qty * setqty), 0) FROM sales_order_line WHERE order_id = ${idOf(order)} AND restocked_at IS NULL AND stock_sku = stock.stock_sku)`
  return [
    `UPDATE stock SET qty = qty + ${tires} WHERE ${isActive}`,
    `UPDATE sales_order_line SET restocked_at = ${at} WHERE order_id = ${idOf(order)} AND ${isActive}`,
    `UPDATE coupon SET times_used = times_used - (SELECT count(*) FROM coupon_use WHERE order_id = ${idOf(order)}) WHERE ${isActive}`,
    `DELETE FROM coupon_use WHERE order_id = ${idOf(order)} AND ${isActive}`,
    `INSERT INTO sales_order_event (order_id, kind, at) SELECT id, 'canceled', ${at} FROM sales_order WHERE id = ${idOf(order)} AND status <> 'canceled'`,
    `UPDATE sales_order SET status = 'canceled', updated_at = ${at} WHERE id = ${idOf(order)}`,
  ]
}

/** A new customer with an address. */
export function register(name: string): string[] {
  return [
    `INSERT INTO customer (email, firstname, lastname, telephone, group_id, is_first_login, created_at, updated_at)
      VALUES ('${name}@example.com', '${name}', '', '', 1, 1, 1, 1)`,
    `INSERT INTO customer_address (customer_id, firstname, lastname, street, apartment, city, region_id, postcode, country_id, telephone, default_shipping, default_billing)
      SELECT id, '', '', '', '', '', 1, '60612', 'US', '', 1, 1 FROM customer WHERE email = '${name}@example.com'`,
  ]
}

/** Returns what is wrong with the orders of a database; empty when each of them is whole. */
export async function findBrokenOrders(db: LoadableD1): Promise<unknown[]> {
  const many = (from: string, where: string) => `(SELECT count(*) FROM ${from} WHERE ${where})`
  const ofOrder = (table: string, more = '1') => many(table, `order_id = o.id AND ${more}`)
  const isPaid = ofOrder('sales_order_event', "kind = 'paid'")
  const isCanceled = ofOrder('sales_order_event', "kind = 'canceled'")
  const orders = await db.query(`SELECT order_number FROM sales_order o WHERE
    ${ofOrder('sales_order_line')} <> 2
    OR ${ofOrder('sales_order_event', "kind = 'placed'")} <> 1
    OR ${ofOrder('payment_attempt')} <> 1
    OR ${ofOrder('payment_attempt', "status = 'settled'")} <> ${isPaid}
    OR ${many('outbox', "payload ->> '$.orderNumber' = o.order_number")} <> ${isPaid}
    OR (status = 'paid') <> (${isPaid} = 1 AND ${isCanceled} = 0)
    OR (status = 'canceled') <> (${isCanceled} = 1)
    OR ${ofOrder('sales_order_line', 'restocked_at IS NOT NULL')} <> 2 * ${isCanceled}
    OR ${ofOrder('coupon_use')} <> (coupon_code IS NOT NULL AND ${isCanceled} = 0)`)
  const pools = await db.query(`SELECT stock_sku, qty FROM stock s WHERE qty <> ${FULL_POOL} -
    (SELECT coalesce(sum(qty * setqty), 0) FROM sales_order_line l WHERE l.stock_sku = s.stock_sku AND restocked_at IS NULL)`)
  const coupons = await db.query(
    'SELECT code FROM coupon c WHERE times_used <> (SELECT count(*) FROM coupon_use u WHERE u.code = c.code)',
  )
  const mails = await db.query(
    "SELECT id FROM outbox WHERE payload ->> '$.orderNumber' NOT IN (SELECT order_number FROM sales_order)",
  )
  const [dangling = []] = await db.run(['PRAGMA foreign_key_check'])
  return [...orders, ...pools, ...coupons, ...mails, ...dangling]
}
