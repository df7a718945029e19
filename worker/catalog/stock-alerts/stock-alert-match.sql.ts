/**
 * Finds the alerts that a change of stock or price concerns (H13j, decision 289). The change feed says which products to
 * look at; the stored price of each product says what is new. Comparing and storing are one transaction, so an interrupted
 * or repeated run finds each change once.
 */
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { product } from '../../../schema/catalog/product/product.table.ts'
import { stock, stockEvent } from '../../../schema/catalog/product/stock.table.ts'
import {
  stockAlert,
  stockAlertCursor,
  stockAlertLine,
  stockAlertMatch,
  stockAlertProduct,
  stockAlertSubscriber,
} from '../../../schema/catalog/stock-alerts/stock-alert.table.ts'
import type {
  StockAlertConditions,
  StockAlertReason,
} from '../../../schema/catalog/stock-alerts/stock-alert.ts'
import { DAY_MS } from '../../../schema/platform/duration.ts'
import { outbox } from '../../../schema/platform/mail/outbox.table.ts'
import { batchOf, connect, insertFrom } from '../../platform/drizzle.sql.ts'
import { IS_LISTED } from '../index/listed-condition.sql.ts'
import { IS_PRODUCT_OF_LINE, KNOWN_PRICE, toConditions } from './stock-alert.sql.ts'

/** Most events of the change feed that one run compares. */
const MAX_EVENTS = 1_000
/** Most lines whose products one run compares after a new version of the catalog, which has no event per product. */
const MAX_LINES = 20
/** Most mailboxes that one run writes to. */
const MAX_MAILS = 100

const line = stockAlertLine
const known = stockAlertProduct

/** Compares changed products with their last known prices and stores the matches; returns the number of rows read. */
export async function matchStockAlerts(db: D1Database, now: number): Promise<number> {
  const version = sql`coalesce((select value from config where path = 'catalog/version'), '0')`
  const [found] = await batchOf<{ since: number; until: number; lines: string }>(db, [
    sql`select ${stockAlertCursor.eventId} as since,
      coalesce((select max(id) from (select ${stockEvent.id} as id from ${stockEvent}
        where ${stockEvent.id} > ${stockAlertCursor.eventId} order by ${stockEvent.id} limit ${MAX_EVENTS})), 0) as until,
      (select json_group_array(id) from (select ${line.id} as id from ${line}
        where ${line.checkedVersion} < ${version} or ${line.checkedVersion} > ${version} limit ${MAX_LINES})) as lines
      from ${stockAlertCursor}`,
  ])
  const { since = 0, until = 0, lines = '[]' } = found?.results[0] ?? {}
  if (until === 0 && lines === '[]') return found?.meta.rows_read ?? 0
  const changed = sql`${product.visibility} > 1 and ${product.stockSku} in (select ${stockEvent.stockSku} from ${stockEvent}
    where ${stockEvent.id} > ${since} and ${stockEvent.id} <= ${until})`
  const isStale = sql`${line.id} in (select value from json_each(${lines}))`
  // `cross join` fixes the order: from the few changed products, or from the few lines, to their alerts.
  const ofEvents = { from: sql`${product} cross join ${line} on ${IS_LINE_OF_PRODUCT}`, where: changed }
  const ofLines = { from: sql`${line} cross join ${product} on ${IS_PRODUCT_OF_LINE}`, where: isStale }
  const results = await batchOf(db, [
    ...compare(ofEvents, now),
    ...compare(ofLines, now),
    connect(db).update(line).set({ checkedVersion: version }).where(isStale),
    connect(db)
      .update(stockAlertCursor)
      .set({ eventId: sql`max(${stockAlertCursor.eventId}, ${until})` }),
  ])
  return [found, ...results].reduce((sum, result) => sum + (result?.meta.rows_read ?? 0), 0)
}

/** The condition that a line is of the product: two look-ups by the unique index. */
const IS_LINE_OF_PRODUCT = sql`(${line.sizeSlug} = ${product.sizeSlug} and ${line.brandSlug} = '' and ${line.modelSlug} = '')
  or (${line.sizeSlug} = '' and ${line.brandSlug} = ${product.brandSlug} and ${line.modelSlug} = ${product.modelSlug})`

/** Returns the statements that store the matches of pairs of product and line, then the prices as known. */
function compare({ from, where }: { from: SQL; where: SQL }, now: number): SQL[] {
  const { seasonSlug, conditionSlug, brandSlug, modelSlug, sizeSlug, maxPrice } = stockAlert
  const pairs = sql`from ${from} join ${stock} on ${stock.stockSku} = ${product.stockSku}`
  const price = sql`(select ${known.price} from ${known}
    where ${known.lineId} = ${line.id} and ${known.productId} = ${product.id})`
  const isMatch = sql`(${price} is null or ${product.priceByTire} < ${price}) and ${IS_LISTED}
    and (${sizeSlug} = '' or ${sizeSlug} = ${product.sizeSlug})
    and (${brandSlug} = '' or ${brandSlug} = ${product.brandSlug})
    and (${modelSlug} = '' or ${modelSlug} = ${product.modelSlug})
    and (${seasonSlug} = '' or ${seasonSlug} = ${product.seasonSlug})
    and (${conditionSlug} = '' or ${conditionSlug} = ${product.conditionSlug})
    and (${maxPrice} = 0 or ${product.priceByTire} <= ${maxPrice})`
  const matches = insertFrom(
    stockAlertMatch,
    {
      alertId: stockAlert.id,
      productId: product.id,
      reason: sql`case when ${price} is null then 'stock' else 'price' end`,
      foundAt: now,
    },
    sql`${pairs} join ${stockAlert} on ${stockAlert.lineId} = ${line.id} where ${where} and ${isMatch}`,
  )
  const prices = insertFrom(
    known,
    { lineId: line.id, productId: product.id, price: KNOWN_PRICE },
    sql`${pairs} where ${where}`,
  )
  return [
    sql`${matches} on conflict do update set reason = excluded.reason, found_at = excluded.found_at, mailed_at = null`,
    sql`${prices} on conflict do update set price = excluded.price where price is not excluded.price`,
  ]
}

/** The condition that a match may be in a mail now: confirmed, in stock, within its price. The query joins `MATCH_TABLES`. */
const IS_WANTED_NOW = sql`${stockAlert.confirmedAt} is not null and ${IS_LISTED}
  and (${stockAlert.maxPrice} = 0 or ${product.priceByTire} <= ${stockAlert.maxPrice})`
/** Joins matches with the three tables that `IS_WANTED_NOW` reads. */
const MATCH_TABLES = sql`${stockAlertMatch} join ${stockAlert} on ${stockAlert.id} = ${stockAlertMatch.alertId}
  join ${product} on ${product.id} = ${stockAlertMatch.productId} join ${stock} on ${stock.stockSku} = ${product.stockSku}`

/**
 * Queues one mail to each mailbox with matches whose last mail is a day old. Returns the mails' rows for the queue. A
 * repeated run finds the mailbox's mail of today and adds none.
 */
export async function queueStockAlertMails(db: D1Database, now: number): Promise<D1Result<unknown>[]> {
  const subscriber = stockAlertSubscriber
  const isDue = sql`coalesce(${subscriber.mailedAt}, 0) <= ${now - DAY_MS}`
  const [due] = await batchOf<{ id: number }>(db, [
    sql`select distinct ${subscriber.id} from ${MATCH_TABLES} join ${subscriber} on ${subscriber.id} = ${stockAlert.subscriberId}
      where ${stockAlertMatch.mailedAt} is null and ${IS_WANTED_NOW} and ${isDue} limit ${MAX_MAILS}`,
  ])
  const ids = due?.results.map(({ id }) => id) ?? []
  if (ids.length === 0) return []
  const statements = ids.flatMap((id) => [
    connect(db)
      .update(subscriber)
      .set({ mailedAt: now })
      .where(and(eq(subscriber.id, id), isDue)),
    sql`${insertFrom(
      outbox,
      {
        kind: 'stock-alert',
        payload: sql`json_object('subscriberId', ${id}, 'at', ${now})`,
        createdAt: now,
        nextAt: now,
      },
      sql`where changes() > 0`,
    )} returning id`,
    sql`update ${stockAlertMatch} set mailed_at = ${now} where mailed_at is null and changes() > 0
      and alert_id in (select ${stockAlert.id} from ${stockAlert} where ${stockAlert.subscriberId} = ${id}
        and ${stockAlert.confirmedAt} is not null)`,
  ])
  const results = await batchOf(db, statements)
  return results.filter((_, index) => index % 3 === 1)
}

export interface MatchInStock {
  alertId: number
  label: string
  conditions: StockAlertConditions
  productId: number
  reason: StockAlertReason
  sku: string
  slug: string
  /** Title with the size: `Halden Velo Sport 225/45R17`. */
  name: string
}

/** Returns the matches of a mail that can be bought now, by alert and then by price. */
export async function readMatchesInStock(
  db: D1Database,
  subscriberId: number,
  mailedAt: number,
): Promise<MatchInStock[]> {
  const rows = await connect(db)
    .select({ alert: stockAlert, product, reason: stockAlertMatch.reason })
    .from(stockAlert)
    .innerJoin(stockAlertMatch, eq(stockAlertMatch.alertId, stockAlert.id))
    .innerJoin(product, eq(product.id, stockAlertMatch.productId))
    .innerJoin(stock, eq(stock.stockSku, product.stockSku))
    .where(
      and(eq(stockAlert.subscriberId, subscriberId), eq(stockAlertMatch.mailedAt, mailedAt), IS_WANTED_NOW),
    )
    .orderBy(stockAlert.id, product.priceByTire, product.id)
  return rows.map(({ alert, product: row, reason }) => ({
    alertId: alert.id,
    label: alert.label,
    conditions: toConditions(alert),
    productId: row.id,
    reason,
    sku: row.sku,
    slug: row.urlKey,
    name: row.brand === null ? row.name : [row.brand, row.model, row.size].filter(Boolean).join(' '),
  }))
}
