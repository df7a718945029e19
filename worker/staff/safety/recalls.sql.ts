/** Recalls for staff (H14t): their matches in the yard, and who bought their tires. */
import { and, eq, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { product } from '../../../schema/catalog/product/product.table.ts'
import { stock } from '../../../schema/catalog/product/stock.table.ts'
import { orderShipment, salesOrder, salesOrderLine } from '../../../schema/orders/order.table.ts'
import type { OrderStatus } from '../../../schema/orders/order.ts'
import { outbox } from '../../../schema/platform/mail/outbox.table.ts'
import { auditLog } from '../../../schema/staff/changes/audit-log.table.ts'
import { recall, recallMatch, recallNotice } from '../../../schema/staff/safety/recall.table.ts'
import type { MatchState } from '../../../schema/staff/safety/recall-match.ts'
import { recallBatch } from '../../../schema/staff/safety/recall-record.ts'
import { registration, registrationTin } from '../../../schema/staff/safety/registration.table.ts'
import { unit } from '../../../schema/staff/units/unit.table.ts'
import type { UnitState } from '../../../schema/staff/units/unit-state.ts'
import { batchOf, connect, inList, outerColumn } from '../../platform/drizzle.sql.ts'
import { BUYER, IS_SOLD } from './registrations.sql.ts'

export type RecallLine = typeof recall.$inferSelect & { waiting: number; matches: number }

const MATCHES = (where: SQL) =>
  sql<number>`(select count(*) from ${recallMatch} m where m.campaign = ${outerColumn(recall.campaign)} and ${where})`

/** Returns recalls whose campaign, maker or tires have the text, those with tires to look at first, then the newest. */
export function listRecalls(
  db: D1Database,
  { text, limit }: { text: string; limit: number },
): Promise<RecallLine[]> {
  const t = recall
  const has = (column: SQLWrapper) => sql`instr(lower(${column}), lower(${text})) > 0`
  const waiting = MATCHES(sql`m.state = 'waiting'`)
  return connect(db)
    .select({
      ...{ campaign: t.campaign, maker: t.maker, notice: t.notice, remedy: t.remedy, products: t.products },
      ...{
        isOpen: t.isOpen,
        version: t.version,
        createdAt: t.createdAt,
        waiting,
        matches: MATCHES(sql`true`),
      },
    })
    .from(t)
    .where(
      and(
        // An undone recall names no tires.
        sql`${t.products} <> '[]'`,
        text === '' ? undefined : or(has(t.campaign), has(t.maker), has(t.products)),
      ),
    )
    .orderBy(sql`${waiting} > 0 desc, ${MATCHES(sql`true`)} > 0 desc, ${t.campaign} desc`)
    .limit(limit)
}

/** Returns a recall; `null` for an unknown campaign. */
export async function findRecall(
  db: D1Database,
  campaign: string,
): Promise<typeof recall.$inferSelect | null> {
  return (await connect(db).select().from(recall).where(sql`${recall.campaign} = ${campaign}`).get()) ?? null
}

/** A unit as a recall shows it. */
export interface NamedUnit {
  sku: string
  title: string
  size: string
  dot: string | null
  tin: string | null
  bin: string | null
  unitState: UnitState
  /** Tires that are in the yard. */
  tires: number
}

export interface MatchLine extends NamedUnit {
  id: number
  state: MatchState
}

const UNIT_COLUMNS =
  sql.raw(`p.sku, coalesce(p.brand || ' ' || p.model, p.name, '') as title, coalesce(p.size, '') as size, p.dot,
  u.tin, u.bin, u.state as unitState, u.off_sale + coalesce(s.qty, 0) as tires`)
const UNIT_TABLES = sql`join ${unit} u on u.product_id = p.id left join ${stock} s on s.stock_sku = p.stock_sku`

/** Returns a part of the matches of a campaign, those that wait first. */
export function readMatchLines(
  db: D1Database,
  campaign: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<MatchLine[]> {
  return connect(db).all<MatchLine>(sql`
    select m.id, m.state, ${UNIT_COLUMNS} from ${recallMatch} m join ${product} p on p.sku = m.sku ${UNIT_TABLES}
    where m.campaign = ${campaign} order by m.state <> 'waiting', m.id limit ${limit} offset ${offset}`)
}

/** Returns units by number. */
export function readNamedUnits(db: D1Database, skus: readonly string[]): Promise<NamedUnit[]> {
  return connect(db).all<NamedUnit>(
    sql`select ${UNIT_COLUMNS} from ${product} p ${UNIT_TABLES} where p.sku in ${inList(skus)} order by p.sku`,
  )
}

/** Returns how many matches a campaign has, and how many of them wait. */
export async function countMatches(
  db: D1Database,
  campaign: string,
): Promise<{ matches: number; waiting: number }> {
  const [counts] = await connect(db).all<{ matches: number; waiting: number }>(sql`
    select count(*) as matches, count(*) filter (where state = 'waiting') as waiting from ${recallMatch} where campaign = ${campaign}`)
  return counts ?? { matches: 0, waiting: 0 }
}

/** Returns the ids of the matches of a campaign that wait. */
export async function readWaiting(db: D1Database, campaign: string): Promise<string[]> {
  const rows = await connect(db).all<{ id: number }>(
    sql`select id from ${recallMatch} where campaign = ${campaign} and state = 'waiting' order by id`,
  )
  return rows.map(({ id }) => String(id))
}

/**
 * Returns the last save of a campaign that was not undone since `since` (ms), with how many units it took off sale; `null` without one.
 */
export async function findSave(
  db: D1Database,
  campaign: string,
  since: number,
): Promise<{ batch: string; units: number } | null> {
  const [save] = await connect(db).all<{ batch: string; version: number; units: number }>(sql`
    select a.batch, a.version, (select count(*) from ${auditLog} u where u.batch = a.batch and u.record = 'unit') as units
    from ${auditLog} a
    where a.record = 'recall' and a.record_id = ${campaign} and a.kind <> 'undo' and a.batch is not null
      and a.at >= ${since} and not exists (select 1 from ${auditLog} undo where undo.undoes = a.id)
    order by a.version desc limit 1`)
  // A file names many recalls, so it has another batch and is undone in the audit log.
  return save?.batch === recallBatch(campaign, save?.version ?? 0) ? save : null
}

/** Checks whether changes, one by its id or all of a batch, are about a recall, a decision, or a unit whose state no recall could change then: recalled, lost or scrap. */
export async function isAboutRecalls(
  db: D1Database,
  changes: { undo: number } | { batch: string },
): Promise<boolean> {
  const t = auditLog
  const among = 'undo' in changes ? eq(t.id, changes.undo) : eq(t.batch, changes.batch)
  const states = sql.raw("('recalled', 'lost', 'scrap')")
  const isOfUnit = sql`${t.record} = 'unit' and (${t.before} ->> '$.state' in ${states} or ${t.after} ->> '$.state' in ${states})`
  const row = await connect(db)
    .select({ id: t.id })
    .from(t)
    .where(and(among, or(sql`${t.record} in ('recall', 'recall-match')`, isOfUnit)))
    .limit(1)
    .get()
  return row !== undefined
}

export interface SoldLine {
  orderId: number
  orderNumber: string
  status: OrderStatus
  hasLeft: number
  /** Milliseconds. */
  soldAt: number
  sku: string
  title: string
  email: string
  name: string
  street: string
  city: string
  state: string
  zip: string
  /** TINs of new tires with their numbers, as text; empty without one. */
  tins: string
  noticeAt: number | null
}

/** Returns the sales of the tires that a campaign matched and nobody freed, the newest first. */
export function readSoldLines(
  db: D1Database,
  campaign: string,
  orderNumber: string | null = null,
): Promise<SoldLine[]> {
  return connect(db).all<SoldLine>(sql`
    select o.id as orderId, o.order_number as orderNumber, o.status, o.placed_at as soldAt, m.sku, l.title, o.email, ${BUYER},
      (o.status = 'delivered' or exists (select 1 from ${orderShipment} h where h.order_id = o.id)) as hasLeft,
      coalesce((select group_concat(t.tin, ' ') from ${registrationTin} t where t.registration_id = r.id), '') as tins,
      n.sent_at as noticeAt
    from ${recallMatch} m join ${product} p on p.sku = m.sku
      join ${product} w on w.id = p.id or w.parent_id = p.id
      cross join ${salesOrderLine} l on l.sku = w.sku
      join ${salesOrder} o on o.id = l.order_id
      left join ${registration} r on r.line_id = l.id and r.sku = l.sku
      left join ${recallNotice} n on n.campaign = m.campaign and n.order_id = o.id
    where m.campaign = ${campaign} and m.state <> 'freed' and ${IS_SOLD} and l.restocked_at is null
      ${orderNumber === null ? sql`` : sql`and o.order_number = ${orderNumber}`}
    order by o.placed_at desc, l.id`)
}

export interface FreedUnit {
  sku: string
  unitState: UnitState
}

/** Returns the units of freed matches that no other recall keeps off sale, with the state that each goes back to. */
export function readFreedUnits(db: D1Database, matchIds: readonly string[]): Promise<FreedUnit[]> {
  return connect(db).all<FreedUnit>(sql`
    select m.sku, iif(m.unit_state = 'recalled', 'parked', m.unit_state) as unitState
    from ${recallMatch} m join ${product} p on p.sku = m.sku join ${unit} u on u.product_id = p.id
    where m.id in ${inList(matchIds.map(Number))} and u.state = 'recalled'
      and not exists (select 1 from ${recallMatch} other where other.sku = m.sku and other.state <> 'freed')
    group by m.sku`)
}

/** Puts a notice to the buyers of orders into the outbox, one for each order and campaign; returns how many. `now` is in milliseconds. */
export async function sendNotices(
  db: D1Database,
  { campaign, orderIds, staffId }: { campaign: string; orderIds: readonly number[]; staffId: number },
  now: number,
): Promise<number> {
  const isNew = sql`o.id in ${inList(orderIds)} and o.email <> ''
    and not exists (select 1 from ${recallNotice} n where n.campaign = ${campaign} and n.order_id = o.id)`
  const [mails] = await batchOf<{ id: number }>(db, [
    sql`insert into ${outbox} (kind, payload, created_at, next_at)
      select 'recall-notice', json_object('campaign', ${campaign}, 'orderNumber', o.order_number), ${now}, ${now}
      from ${salesOrder} o where ${isNew} returning id`,
    sql`insert into ${recallNotice} (campaign, order_id, sent_at, staff_id)
      select ${campaign}, o.id, ${now}, ${staffId} from ${salesOrder} o where ${isNew}`,
  ])
  return mails?.results.length ?? 0
}
