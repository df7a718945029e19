/**
 * What a database needs after it went back in time: the carts, the pages in memory and the browsers are ahead of it. Each
 * statement may be repeated.
 */
import { CARTS_TO_RECOVER } from '../../schema/orders/restored-order.ts'
import { MINUTE_MS } from '../../schema/platform/duration.ts'
import { versionStatements } from '../load/catalog-version.ts'
import { literal } from '../load/sql.ts'
import type { LoadableD1 } from '../load/target.ts'

/**
 * Added to the last id of every table: ids that were given since the backup are not given again. A session, a signed
 * link or a cart would otherwise belong to another customer; an isolate would miss events of the change feed.
 */
const ID_GAP = 1_000_000

/** Returns the statements for a restore at this time. */
export function afterRestoreStatements(now: number): string[] {
  const version = `restored-${now}`
  return [
    `UPDATE sqlite_sequence SET seq = seq + ${ID_GAP}
      WHERE NOT EXISTS (SELECT 1 FROM config WHERE path = 'catalog/version' AND value = '${version}')`,
    // The index is built again from the tables.
    "DELETE FROM config WHERE path = 'catalog/snapshot'",
    ...versionStatements(version),
  ]
}

/**
 * An order is written some time after its cart has given it its time, and after its payment was created. Recovering an
 * order that still exists changes nothing.
 */
export const MARGIN_MS = 15 * MINUTE_MS

/** An order that was placed or changed after the time to which a database goes back. */
export interface LaterOrder {
  orderNumber: string
  quoteId: string
  status: string
  placedAt: number
  /** When it was placed or changed last. */
  changedAt: number
  /** In cents. */
  total: number
  paymentMethod: string
  /** The provider's id of its payment; `null` before a payment. */
  payment: string | null
  /** Whether staff or a provider canceled or refunded it after it was paid: its cart does not know that. */
  isReversed: boolean
}

/** Reads the orders that were placed or changed since a time, or up to a margin before it, the oldest first. */
export async function readLaterOrders(db: LoadableD1, since: number): Promise<LaterOrder[]> {
  const from = since - MARGIN_MS
  const rows = await db.query<Omit<LaterOrder, 'isReversed'> & { isReversed: number }>(
    `SELECT order_number AS orderNumber, quote_id AS quoteId, status, placed_at AS placedAt,
      max(placed_at, updated_at, (SELECT coalesce(max(at), 0) FROM sales_order_event WHERE order_id = o.id)) AS changedAt,
      grand_total AS total, payment_method AS paymentMethod,
      (SELECT provider_ref FROM payment_attempt WHERE order_id = o.id ORDER BY id DESC LIMIT 1) AS payment,
      status IN ('canceled', 'refunded', 'partly_refunded') AND EXISTS (SELECT 1 FROM sales_order_event
        WHERE order_id = o.id AND kind IN ('paid', 'processing')) AS isReversed
    FROM sales_order o WHERE placed_at >= ${from} OR updated_at >= ${from}
      OR id IN (SELECT order_id FROM sales_order_event WHERE at >= ${from}) ORDER BY placed_at, id`,
  )
  return rows.map((row) => ({ ...row, isReversed: row.isReversed === 1 }))
}

/**
 * Returns the statement with which cron writes the orders again that a database lacks; the carts know them. Carts that
 * still wait after an earlier restore stay in the list.
 */
export function recoverStatement(orders: readonly LaterOrder[]): string {
  const quotes = [...new Set(orders.filter(({ isReversed }) => !isReversed).map(({ quoteId }) => quoteId))]
  return `INSERT INTO config (path, value) VALUES (${literal(CARTS_TO_RECOVER)}, ${literal(JSON.stringify(quotes))})
    ON CONFLICT (path) DO UPDATE SET value = (SELECT json_group_array(value) FROM (
      SELECT value FROM json_each(iif(json_valid(config.value), config.value, '[]'))
      UNION SELECT value FROM json_each(excluded.value)))`
}
