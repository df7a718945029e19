/** Stock alerts of a mailbox: create, confirm, list, delete (H13j). E-mail addresses are in lower case. */
import { and, desc, eq, isNotNull, isNull, lt, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { product } from '../../../schema/catalog/product/product.table.ts'
import { stock } from '../../../schema/catalog/product/stock.table.ts'
import {
  stockAlert,
  stockAlertLine,
  stockAlertMatch,
  stockAlertProduct,
  stockAlertSubscriber,
} from '../../../schema/catalog/stock-alerts/stock-alert.table.ts'
import {
  MAX_STOCK_ALERTS,
  type StockAlertConditions,
  toStoredPrice,
} from '../../../schema/catalog/stock-alerts/stock-alert.ts'
import { customer } from '../../../schema/identity/sign-in/customer.table.ts'
import { DAY_MS } from '../../../schema/platform/duration.ts'
import { outbox } from '../../../schema/platform/mail/outbox.table.ts'
import { batchOf, connect, insertFrom } from '../../platform/drizzle.sql.ts'
import { IS_LISTED } from '../index/listed-condition.sql.ts'

/** Whose alerts: those of a mailbox, or those that an account created. */
export type StockAlertOwner = { subscriberId: number } | { customerId: number }

export interface StoredStockAlert {
  id: number
  label: string
  conditions: StockAlertConditions
  createdAt: number
  isConfirmed: boolean
}

interface NewStockAlert {
  email: string
  /** Whether the sender of the form owns the mailbox; else the mailbox gets a mail with a link. */
  isOwner: boolean
  customerId: number | null
  conditions: StockAlertConditions
  label: string
  now: number
}

/** Price of a listed product per tire; null for another product. */
export const KNOWN_PRICE = sql`case when ${IS_LISTED} then ${product.priceByTire} end`

/**
 * Creates an alert in one batch. An alert with the same conditions is not created again; the owner of the mailbox confirms it.
 * Only the owner gets the outcomes `on` (confirmed) and `full` (too many alerts). Anyone can type any address, so others always
 * get `pending`, which does not reveal what alerts the mailbox has. `mails` are the outbox rows of the mail with the link that
 * confirms the alert.
 */
export async function createStockAlert(
  db: D1Database,
  alert: NewStockAlert,
): Promise<{ outcome: 'on' | 'pending' | 'full'; subscriberId: number; mails: D1Result<unknown>[] }> {
  const { email, isOwner, customerId, conditions, label, now } = alert
  const subscriber = stockAlertSubscriber
  const line = stockAlertLine
  const key = lineOf(conditions)
  const isLine = and(
    eq(line.sizeSlug, key.sizeSlug),
    eq(line.brandSlug, key.brandSlug),
    eq(line.modelSlug, key.modelSlug),
  )
  const version = sql`coalesce((select value from config where path = 'catalog/version'), '0')`
  const columns = toColumns(conditions)
  const isThis = sql`${stockAlert.subscriberId} = (select ${subscriber.id} from ${subscriber} where ${subscriber.email} = ${email})
    and ${stockAlert.sizeSlug} = ${columns.sizeSlug} and ${stockAlert.brandSlug} = ${columns.brandSlug}
    and ${stockAlert.modelSlug} = ${columns.modelSlug} and ${stockAlert.seasonSlug} = ${columns.seasonSlug}
    and ${stockAlert.conditionSlug} = ${columns.conditionSlug} and ${stockAlert.maxPrice} = ${columns.maxPrice}`
  const confirmedAt = isOwner ? now : null
  // Pending alerts, which strangers may have asked for, take no place of those that are on.
  const hasRoom = isOwner
    ? sql`(${countConfirmed(subscriber.id)} < ${MAX_STOCK_ALERTS}
        or exists (select 1 from ${stockAlert} where ${isThis} and ${isNotNull(stockAlert.confirmedAt)}))`
    : sql`1`
  // An account whose mailbox is not confirmed gets no alert of the mailbox's owner.
  const adopter = isOwner ? sql`coalesce(customer_id, excluded.customer_id)` : sql`customer_id`
  const client = connect(db)
  const results = await batchOf<{ id: number; subscriber_id: number }>(db, [
    client.insert(subscriber).values({ email, createdAt: now }).onConflictDoNothing(),
    client.insert(line).values(key).onConflictDoNothing(),
    // A known line keeps its prices, because a change of them may still await its mail.
    insertFrom(
      stockAlertProduct,
      { lineId: line.id, productId: product.id, price: KNOWN_PRICE },
      sql`from ${line} join ${product} on ${IS_PRODUCT_OF_LINE} join ${stock} on ${stock.stockSku} = ${product.stockSku}
        where ${isLine} and ${line.checkedVersion} is null`,
      { orIgnore: true },
    ),
    client
      .update(line)
      .set({ checkedVersion: version })
      .where(and(isLine, isNull(line.checkedVersion))),
    sql`${insertFrom(
      stockAlert,
      {
        subscriberId: subscriber.id,
        lineId: line.id,
        customerId,
        ...columns,
        label,
        createdAt: now,
        confirmedAt,
      },
      sql`from ${subscriber} join ${line} on ${isLine} where ${subscriber.email} = ${email} and ${hasRoom}`,
    )} on conflict do update set created_at = iif(confirmed_at is null, excluded.created_at, created_at),
      confirmed_at = coalesce(confirmed_at, excluded.confirmed_at), customer_id = ${adopter} returning subscriber_id`,
    sql`${insertFrom(
      outbox,
      {
        kind: 'stock-alert-confirm',
        payload: sql`json_object('subscriberId', ${stockAlert.subscriberId})`,
        createdAt: now,
        nextAt: now,
      },
      sql`from ${stockAlert} where ${isThis} and ${stockAlert.confirmedAt} is null`,
    )} returning id`,
    // The newest pending alerts stay.
    sql`delete from ${stockAlert} where ${stockAlert.id} in (select ${stockAlert.id} from ${stockAlert}
      where ${stockAlert.subscriberId} = (select ${subscriber.id} from ${subscriber} where ${subscriber.email} = ${email})
        and ${stockAlert.confirmedAt} is null
      order by ${stockAlert.createdAt} desc, ${stockAlert.id} desc limit -1 offset ${MAX_STOCK_ALERTS})`,
  ])
  const [row] = results[4]?.results ?? []
  if (!row) return { outcome: 'full', subscriberId: 0, mails: [] }
  return { outcome: isOwner ? 'on' : 'pending', subscriberId: row.subscriber_id, mails: results.slice(5, 6) }
}

/** Counts the alerts of a mailbox that are on. */
function countConfirmed(subscriberId: SQLWrapper | number): SQL {
  return sql`(select count(*) from ${stockAlert} where ${stockAlert.subscriberId} = ${subscriberId}
    and ${stockAlert.confirmedAt} is not null)`
}

/** Returns the line of an alert: its size, else its brand's model. */
function lineOf({ size, brand, model }: StockAlertConditions) {
  return size
    ? { sizeSlug: size, brandSlug: '', modelSlug: '' }
    : { sizeSlug: '', brandSlug: brand, modelSlug: model }
}

function toColumns({ size, brand, model, season, condition, maxPrice }: StockAlertConditions) {
  return {
    sizeSlug: size,
    brandSlug: brand,
    modelSlug: model,
    seasonSlug: season,
    conditionSlug: condition,
    maxPrice: toStoredPrice(maxPrice),
  }
}

/**
 * The condition that a product belongs to a line. `visibility > 1` is literal in both halves, because SQLite chooses the
 * partial indexes of size and brand by this text.
 */
export const IS_PRODUCT_OF_LINE = sql`(${product.visibility} > 1 and ${product.sizeSlug} = ${stockAlertLine.sizeSlug}
    and ${stockAlertLine.sizeSlug} <> '')
  or (${product.visibility} > 1 and ${product.brandSlug} = ${stockAlertLine.brandSlug}
    and ${product.modelSlug} = ${stockAlertLine.modelSlug} and ${stockAlertLine.sizeSlug} = '')`

/** Returns a subscriber's address; `null` for an unknown id. */
export async function findStockAlertEmail(db: D1Database, subscriberId: number): Promise<string | null> {
  const { id, email } = stockAlertSubscriber
  const row = await connect(db).select({ email }).from(stockAlertSubscriber).where(eq(id, subscriberId)).get()
  return row?.email ?? null
}

/** Returns the address of a customer and whether its mailbox was confirmed; `null` for a deleted account. */
export async function findAccountMailbox(
  db: D1Database,
  customerId: number,
): Promise<{ email: string; isOwner: boolean } | null> {
  const { id, email, emailConfirmedAt } = customer
  const row = await connect(db)
    .select({ email, confirmedAt: emailConfirmedAt })
    .from(customer)
    .where(eq(id, customerId))
    .get()
  return row ? { email: row.email, isOwner: row.confirmedAt !== null } : null
}

/** The alerts of an owner. An account also owns all alerts of its mailbox, once the mailbox was confirmed. */
function isOwnedBy(owner: StockAlertOwner): SQL | undefined {
  if ('subscriberId' in owner) return eq(stockAlert.subscriberId, owner.subscriberId)
  const ownMailbox = sql`(select ${stockAlertSubscriber.id} from ${stockAlertSubscriber}
    join ${customer} on ${customer.email} = ${stockAlertSubscriber.email}
    where ${customer.id} = ${owner.customerId} and ${isNotNull(customer.emailConfirmedAt)})`
  return or(eq(stockAlert.customerId, owner.customerId), sql`${stockAlert.subscriberId} = ${ownMailbox}`)
}

/** Returns the alerts of an owner, newest first. */
export async function readStockAlerts(db: D1Database, owner: StockAlertOwner): Promise<StoredStockAlert[]> {
  const rows = await connect(db)
    .select()
    .from(stockAlert)
    .where(isOwnedBy(owner))
    .orderBy(desc(stockAlert.id))
    .limit(2 * MAX_STOCK_ALERTS)
  return rows.map((row) => ({
    id: row.id,
    label: row.label,
    createdAt: row.createdAt,
    isConfirmed: row.confirmedAt !== null,
    conditions: toConditions(row),
  }))
}

/** Converts a row to what the alert waits for. */
export function toConditions(row: typeof stockAlert.$inferSelect): StockAlertConditions {
  return {
    size: row.sizeSlug,
    brand: row.brandSlug,
    model: row.modelSlug,
    season: row.seasonSlug,
    condition: row.conditionSlug,
    maxPrice: row.maxPrice === 0 ? null : row.maxPrice / 100,
  }
}

/** Turns on the pending alerts of a mailbox, the newest first, up to `MAX_STOCK_ALERTS`. Only its owner may ask for it. */
export async function confirmStockAlerts(db: D1Database, subscriberId: number, now: number): Promise<void> {
  const isPending = and(eq(stockAlert.subscriberId, subscriberId), isNull(stockAlert.confirmedAt))
  await connect(db)
    .update(stockAlert)
    .set({ confirmedAt: now })
    .where(sql`${stockAlert.id} in (select ${stockAlert.id} from ${stockAlert} where ${isPending}
      order by ${stockAlert.createdAt} desc, ${stockAlert.id} desc
      limit max(0, ${MAX_STOCK_ALERTS} - ${countConfirmed(subscriberId)}))`)
}

/** Deletes one alert of its owner; deletes nothing of others. */
export async function deleteStockAlert(
  db: D1Database,
  alertId: number,
  owner: StockAlertOwner,
): Promise<void> {
  await connect(db)
    .delete(stockAlert)
    .where(and(eq(stockAlert.id, alertId), isOwnedBy(owner)))
}

/** Deletes all alerts of a mailbox. The subscriber stays until its mail of today is a day old. */
export async function deleteAllStockAlerts(db: D1Database, owner: StockAlertOwner): Promise<void> {
  await connect(db).delete(stockAlert).where(isOwnedBy(owner))
}

/** How long an alert waits for its confirmation. */
const PENDING_MS = 7 * DAY_MS
/** How long a match is stored: a mail may be repeated for some days. */
const MATCH_MS = 14 * DAY_MS

/** Deletes alerts that nobody confirmed, old matches, and lines and subscribers without alerts. */
export async function deleteOldStockAlerts(db: D1Database, now: number): Promise<void> {
  const client = connect(db)
  const hasNoAlert = (column: SQL, id: SQL) =>
    sql`not exists (select 1 from ${stockAlert} where ${column} = ${id})`
  await client.batch([
    client
      .delete(stockAlert)
      .where(and(isNull(stockAlert.confirmedAt), lt(stockAlert.createdAt, now - PENDING_MS))),
    client.delete(stockAlertMatch).where(lt(stockAlertMatch.foundAt, now - MATCH_MS)),
    client.delete(stockAlertLine).where(hasNoAlert(sql`${stockAlert.lineId}`, sql`${stockAlertLine.id}`)),
    client
      .delete(stockAlertSubscriber)
      .where(
        and(
          hasNoAlert(sql`${stockAlert.subscriberId}`, sql`${stockAlertSubscriber.id}`),
          sql`coalesce(${stockAlertSubscriber.mailedAt}, 0) <= ${now - DAY_MS}`,
        ),
      ),
  ])
}
