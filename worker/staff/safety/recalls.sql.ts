/** Recalls for staff (H14t): their matches in the yard, and who bought their tires. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { product } from '../../../schema/catalog/product/product.table.ts'
import { stock } from '../../../schema/catalog/product/stock.table.ts'
import { orderShipment, salesOrder, salesOrderLine } from '../../../schema/orders/order.table.ts'
import type { OrderStatus } from '../../../schema/orders/order.ts'
import { outbox } from '../../../schema/platform/mail/outbox.table.ts'
import { recall, recallMatch, recallNotice } from '../../../schema/staff/safety/recall.table.ts'
import type { MatchState } from '../../../schema/staff/safety/recall-match.ts'
import { registration, registrationTin } from '../../../schema/staff/safety/registration.table.ts'
import { unit } from '../../../schema/staff/units/unit.table.ts'
import type { UnitState } from '../../../schema/staff/units/unit-state.ts'
import { batchOf, connect, inList } from '../../platform/drizzle.sql.ts'
import { BUYER, IS_SOLD } from './registrations.sql.ts'

export type RecallLine = typeof recall.$inferSelect & { waiting: number; matches: number }

const MATCHES = (where: SQL) =>
  sql<number>`(select count(*) from ${recallMatch} m where m.campaign = ${recall.campaign} and ${where})`

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
    .where(text === '' ? undefined : sql`${has(t.campaign)} or ${has(t.maker)} or ${has(t.products)}`)
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

export interface MatchLine {
  id: number
  sku: string
  state: MatchState
  title: string
  size: string
  dot: string | null
  tin: string | null
  bin: string | null
  unitState: UnitState
  /** Tires that are in the yard. */
  tires: number
}

/** Returns the matches of a campaign, those that wait first. */
export function readMatchLines(db: D1Database, campaign: string): Promise<MatchLine[]> {
  return connect(db).all<MatchLine>(sql`
    select m.id, m.sku, m.state, coalesce(p.brand || ' ' || p.model, p.name, '') as title, coalesce(p.size, '') as size, p.dot, u.tin, u.bin,
      u.state as unitState, u.off_sale + coalesce(s.qty, 0) as tires
    from ${recallMatch} m join ${product} p on p.sku = m.sku join ${unit} u on u.product_id = p.id
      left join ${stock} s on s.stock_sku = p.stock_sku
    where m.campaign = ${campaign} order by m.state <> 'waiting', m.id`)
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
