/** Reads the catalog's version and the latest events of stock and products in one round trip. */
import { CLOSED_DAYS_PATH } from '../../../schema/platform/config.table.ts'
import { listTags } from './list-tag.ts'

export interface ChangeFeedRead {
  /** Version of prices and content. */
  version: string
  /** Name of the catalog's snapshot; `null` before the first snapshot. */
  snapshot: string | null
  /** As the setting has them. */
  closedDays: string
  /** Oldest first. */
  events: ChangeEvent[]
}

/**
 * A change of a stock pool, or of a product that is sold from it. `qty` and `manage` are the values at the time of the
 * read, which may be later than the event.
 */
export interface ChangeEvent {
  id: number
  stockSku: string
  qty: number
  manage: boolean
  /** Ids of the listed products whose stock this event changes; none for a change of a product. */
  products: number[]
  /** The product that is new, changed or deleted; `null` for a change of the stock only. */
  productId: number | null
  /** Tags of the lists that may now have the product (list-tag.ts). */
  lists: string[]
}

/** Largest number of events in one read; an isolate that missed more events cannot validate older pages. */
export const CHANGE_FEED_LIMIT = 5_000

interface Row {
  path: string
  value: string
  id: number
  stock_sku: string
  qty: number | null
  manage: number | null
  products: string | null
  product_id: number | null
  values: string | null
}

/**
 * Products and stock belong to a higher room, so their tables are named and not imported. `visibility > 1` must be a
 * literal, otherwise SQLite does not use the partial index.
 */
const EVENTS = `SELECT e.id, e.stock_sku, s.qty, s.manage, e.product_id,
    (SELECT json_group_array(p.id) FROM product p
      WHERE e.product_id IS NULL AND p.stock_sku = e.stock_sku AND p.visibility > 1) AS products,
    (SELECT json_object('size', c.size_slug, 'model', c.model_slug, 'brand', c.brand_slug, 'rim', c.rim)
      FROM product c WHERE c.id = e.product_id AND c.visibility > 1) AS "values"
  FROM`
const POOL = 'AS e LEFT JOIN stock s ON s.stock_sku = e.stock_sku ORDER BY e.id'

/**
 * Reads the events after event `since`. With `since` null, reads the latest events after `notBefore` (milliseconds),
 * and in any case the very last event.
 */
export async function readChangeFeed(
  db: D1Database,
  since: number | null,
  notBefore: number,
): Promise<ChangeFeedRead> {
  const [settings, events] = await db.batch<Row>([
    db
      .prepare("SELECT path, value FROM config WHERE path IN ('catalog/version', 'catalog/snapshot', ?)")
      .bind(CLOSED_DAYS_PATH),
    since === null
      ? db
          .prepare(
            `${EVENTS} (SELECT id, stock_sku, product_id FROM (SELECT * FROM stock_pulse ORDER BY id DESC LIMIT ?)
              WHERE at > ? OR id = (SELECT max(id) FROM stock_pulse)) ${POOL}`,
          )
          .bind(CHANGE_FEED_LIMIT, notBefore)
      : eventsAfter(db, since),
  ])
  const setting = (path: string) => settings?.results.find((row) => row.path === path)?.value ?? null
  return {
    version: setting('catalog/version') ?? '0',
    snapshot: setting('catalog/snapshot'),
    closedDays: setting(CLOSED_DAYS_PATH) ?? '',
    events: (events?.results ?? []).map(toEvent),
  }
}

/** Reads at most `CHANGE_FEED_LIMIT` events after event `since`, oldest first. */
export async function readEventsAfter(db: D1Database, since: number): Promise<ChangeEvent[]> {
  const { results } = await eventsAfter(db, since).all<Row>()
  return results.map(toEvent)
}

/** Reads the ids of at most `limit` products that changed after event `since`. */
export async function readChangedProducts(db: D1Database, since: number, limit: number): Promise<number[]> {
  const { results } = await db
    .prepare(
      'SELECT DISTINCT product_id AS id FROM stock_pulse WHERE id > ? AND product_id IS NOT NULL LIMIT ?',
    )
    .bind(since, limit)
    .all<{ id: number }>()
  return results.map(({ id }) => id)
}

function eventsAfter(db: D1Database, since: number): D1PreparedStatement {
  return db
    .prepare(
      `${EVENTS} (SELECT id, stock_sku, product_id FROM stock_pulse WHERE id > ? ORDER BY id LIMIT ?) ${POOL}`,
    )
    .bind(since, CHANGE_FEED_LIMIT)
}

/** Converts a row; a pool without a stock row has no tires. */
function toEvent({ id, stock_sku, qty, manage, products, product_id, values }: Row): ChangeEvent {
  return {
    id,
    stockSku: stock_sku,
    qty: qty ?? 0,
    manage: manage !== 0,
    products: JSON.parse(products ?? '[]') as number[],
    productId: product_id ?? null,
    lists: values ? listTags(JSON.parse(values) as Record<string, string | number | null>) : [],
  }
}
