/** Orders as staff look through them. */
import type { OrderStatus } from '../../schema/orders/order.ts'

export interface StaffOrderLine {
  orderNumber: string
  email: string
  status: OrderStatus
  grandTotal: number
  placedAt: number
  /** A refund of it waits for its provider, or for a person. */
  trouble: boolean
}

/** What is looked for: a status, refunds that are not certain, an order number or an e-mail; empty fields ask nothing. */
export interface StaffOrderFilter {
  status: OrderStatus | null
  trouble: boolean
  orderNumber: string | null
  email: string | null
}

const TROUBLE =
  "EXISTS (SELECT 1 FROM order_refund AS r WHERE r.order_id = o.id AND r.status IN ('pending', 'stuck'))"

/** Newest first, attempts that were never paid among them. */
export async function listOrders(
  db: D1Database,
  asked: StaffOrderFilter,
  page: { limit: number; offset: number },
): Promise<{ orders: StaffOrderLine[]; total: number }> {
  const { status, orderNumber, email, trouble } = asked
  const given: [sql: string, value: string | null][] = [
    ['status = ?', status],
    ['order_number = ?', orderNumber],
    ['email = ?', email],
  ]
  const used = given.filter(([, value]) => value !== null)
  const where = ['1', ...used.map(([sql]) => sql), ...(trouble ? [TROUBLE] : [])].join(' AND ')
  const values = used.map(([, value]) => value)
  const [orders, count] = await db.batch([
    db
      .prepare(
        `SELECT order_number AS orderNumber, email, status, grand_total AS grandTotal, placed_at AS placedAt,
           ${TROUBLE} AS trouble
         FROM sales_order AS o WHERE ${where} ORDER BY id DESC LIMIT ? OFFSET ?`,
      )
      .bind(...values, page.limit, page.offset),
    db.prepare(`SELECT count(*) AS n FROM sales_order AS o WHERE ${where}`).bind(...values),
  ])
  const rows = (orders?.results ?? []) as (Omit<StaffOrderLine, 'trouble'> & { trouble: number })[]
  return {
    orders: rows.map((row) => ({ ...row, trouble: row.trouble === 1 })),
    total: Number((count?.results[0] as { n: number } | undefined)?.n ?? 0),
  }
}

/** E-mails of those who did something, by their id. */
export async function readOrderEmails(db: D1Database, ids: readonly number[]): Promise<Map<number, string>> {
  const { results } = await db
    .prepare('SELECT id, email FROM customer WHERE id IN (SELECT value FROM json_each(?))')
    .bind(JSON.stringify(ids))
    .all<{ id: number; email: string }>()
  return new Map(results.map(({ id, email }) => [id, email]))
}
