/**
 * The least work of a sale on this platform: an object that stores one row, and one D1 transaction that
 * reduces the stock and writes the order with its line, its event, its payment and its mail. No prices, no
 * rules, no verification.
 */
import { DurableObject } from 'cloudflare:workers'

export class BareSaleObject extends DurableObject<{ DB: D1Database }> {
  constructor(ctx: DurableObjectState, env: { DB: D1Database }) {
    super(ctx, env)
    ctx.storage.sql.exec('create table if not exists stored (name text primary key, body text not null)')
  }

  /** `row` is as long as the journal rows of such an order. */
  async sell(sale: { orderNumber: string; sku: string; row: string }): Promise<{ orderNumber: string }> {
    const { orderNumber, sku, row } = sale
    const { DB } = this.env
    const now = Date.now()
    this.ctx.storage.sql.exec('insert or replace into stored (name, body) values (?, ?)', 'sale', row)
    const order = 'SELECT id FROM sales_order WHERE order_number = ?1'
    await DB.batch([
      DB.prepare(
        `INSERT OR IGNORE INTO sales_order (order_number, quote_id, status, email, subtotal, discount, shipping, tax, fees, grand_total,
           currency, payment_method, addresses, totals, payload_hash, placed_at, updated_at)
         VALUES (?1, ?1, 'processing', 'ada@example.com', 1, 0, 0, 0, 0, 1, 'USD', 'cashondelivery', json_object('row', ?2), json_object('row', ?2),
           '', ?3, ?3)`,
      ).bind(orderNumber, row.slice(0, 400), now),
      DB.prepare(
        `INSERT INTO sales_order_line (order_id, item_id, product_id, sku, type_id, name, title, facts, qty, setqty, unit_price,
           row_total, discount, tax, tax_percent, parts, choices, stock_sku)
         SELECT id, 1, 1, ?2, 'simple', ?2, ?2, ?2, 1, 1, 1, 1, 0, 0, 0, json_array(?3), '[]', ?2 FROM sales_order WHERE order_number = ?1`,
      ).bind(orderNumber, sku, row.slice(0, 200)),
      DB.prepare('UPDATE stock SET qty = qty - 1 WHERE stock_sku = ? AND qty >= 1').bind(sku),
      DB.prepare(
        `INSERT INTO sales_order_event (order_id, kind, at) SELECT id, 'placed', ?2 FROM (${order})`,
      ).bind(orderNumber, now),
      DB.prepare(
        `INSERT INTO payment_attempt (order_id, provider, amount, currency, status, created_at, updated_at)
         SELECT id, 'cashondelivery', 1, 'USD', 'settled', ?2, ?2 FROM (${order})`,
      ).bind(orderNumber, now),
      DB.prepare(
        "INSERT INTO outbox (kind, payload, created_at, next_at) VALUES ('none', json_object('orderNumber', ?1), ?2, ?2)",
      ).bind(orderNumber, now),
    ])
    return { orderNumber }
  }
}
