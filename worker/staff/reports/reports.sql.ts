/** Reads the reports that cron made, and the rows behind their numbers (H14s). */
import { type SQL, sql } from 'drizzle-orm'
import { product } from '../../../schema/catalog/product/product.table.ts'
import { staff } from '../../../schema/identity/staff/staff.table.ts'
import { salesOrder, salesOrderLine } from '../../../schema/orders/order.table.ts'
import { returnCase } from '../../../schema/orders/returns/return.table.ts'
import type { ReturnReason, ReturnState } from '../../../schema/orders/returns/return-case.ts'
import { searchMiss } from '../../../schema/staff/reports/demand.table.ts'
import { type DemandRow, LOW_ASKED, LOW_STOCK } from '../../../schema/staff/reports/demand-rows.ts'
import { reportDay, reportRow, unitSale } from '../../../schema/staff/reports/report.table.ts'
import type { GroupRow, MissRow, SoldRow } from '../../../schema/staff/reports/report-columns.ts'
import type { Grouping } from '../../../schema/staff/reports/report-paths.ts'
import { lot, unit } from '../../../schema/staff/units/unit.table.ts'
import { batchOf, connect } from '../../platform/drizzle.sql.ts'
import { priceOutcome } from './report-rows.sql.ts'

/** Rows behind a number that a page shows at most. */
export const SHOWN_MAX = 500

/** Rows of a report by name, with the numbers of each. */
export type Numbers = ReadonlyMap<string, GroupRow['numbers']>

const rowsOf = (report: string, days: number, grouping: string) =>
  sql`select name, numbers from ${reportRow} where report = ${report} and days = ${days} and grouping = ${grouping}`

interface StoredRow {
  name: string
  numbers: string
}

const toNumbers = ({ results }: { results: readonly StoredRow[] } = { results: [] }): Numbers =>
  new Map(results.map(({ name, numbers }) => [name, JSON.parse(numbers) as GroupRow['numbers']]))

/** Returns the last day that is rolled up; `null` before the first run. */
export async function readLastDay(db: D1Database): Promise<string | null> {
  const [row] = await connect(db).all<{ day: string | null }>(sql`select max(day) as day from ${reportDay}`)
  return row?.day ?? null
}

/** Returns the demand of all sizes. */
export async function readDemand(db: D1Database): Promise<DemandRow[]> {
  const rows = await connect(db).all<StoredRow>(rowsOf('demand', 0, ''))
  return rows.map(({ numbers }) => JSON.parse(numbers) as DemandRow)
}

/** Returns the rows of several reports in one batch. */
export async function readNumbers(
  db: D1Database,
  wanted: readonly (readonly [report: string, days: number, grouping: string])[],
): Promise<Numbers[]> {
  const results = await batchOf<StoredRow>(
    db,
    wanted.map((row) => rowsOf(...row)),
  )
  return results.map(toNumbers)
}

/** Returns the sources of lots, or the names of staff, by id. */
export async function readNames(
  db: D1Database,
  of: 'lot' | 'inspector',
): Promise<ReadonlyMap<string, string>> {
  const rows = await connect(db).all<{ id: number; name: string }>(
    of === 'lot' ? sql`select id, source as name from ${lot}` : sql`select id, name from ${staff}`,
  )
  return new Map(rows.map(({ id, name }) => [String(id), name]))
}

/** Returns the questions without a result since a day, the most frequent first; with `size` those that name it. */
export function readMisses(
  db: D1Database,
  { since, size, label }: { since: string; size: string | null; label: string },
): Promise<MissRow[]> {
  const ofSize = sql`(instr(' ' || words || ' ', ' ' || ${label} || ' ') > 0 or instr('&' || filters || '&', '&size=' || ${size} || '&') > 0)`
  return connect(db).all<MissRow>(
    sql`select words, filters, group_concat(typed, ', ') as typed, sum(count) as count from (
        select words, filters, typed, sum(count) as count from ${searchMiss} where day >= ${since} and ${size ? ofSize : sql`true`}
        group by words, filters, typed order by count desc)
      group by words, filters order by sum(count) desc, words, filters limit ${SHOWN_MAX}`,
  )
}

const SOLD_BY: Readonly<Record<string, SQL>> = {
  size: sql`s.size`,
  brand: sql`s.brand`,
  grade: sql`s.grade`,
  lot: sql`coalesce(s.lot_id, '')`,
  outcome: sql`case when s.suggested > 0 then ${priceOutcome(sql`s.revenue`)} end`,
}

/** Returns the newest sales of a group since a day; `null` for an unknown grouping. */
export async function readSold(
  db: D1Database,
  { by, name, since }: { by: string; name: string; since: string },
): Promise<SoldRow[] | null> {
  const group = Object.hasOwn(SOLD_BY, by) ? SOLD_BY[by] : undefined
  if (!group) return null
  return connect(db).all<SoldRow>(
    sql`select s.day as day, p.sku as sku, p.name as label, s.tires as tires, s.revenue as revenue, s.cost as cost,
        s.days_listed as daysListed
      from ${unitSale} s join ${product} p on p.id = s.product_id
      where s.day >= ${since} and cast(${group} as text) = ${name} order by s.day desc, s.line_id desc limit ${SHOWN_MAX}`,
  )
}

/** A return as it is stored. */
interface FoundReturn {
  orderNumber: string
  number: number
  reason: ReturnReason
  state: ReturnState
  amount: number
  createdAt: number
}

/** Returns the newest returns of a group since a time, in milliseconds; `null` for an unknown grouping. */
export async function readReturned(
  db: D1Database,
  { by, name, since }: { by: Grouping | null; name: string; since: number },
): Promise<FoundReturn[] | null> {
  const groups: Partial<Record<Grouping, SQL>> = {
    reason: sql`c.reason`,
    inspector: sql`coalesce(u.taken_by, '')`,
    lot: sql`coalesce(u.lot_id, '')`,
  }
  const group = by === null ? undefined : groups[by]
  if (!group) return null
  return connect(db).all<FoundReturn>(
    sql`select distinct o.order_number as orderNumber, c.number as number, c.reason as reason, c.state as state,
        c.amount as amount, c.created_at as createdAt
      from ${returnCase} c cross join json_each(c.lines) line join ${salesOrder} o on o.id = c.order_id
        join ${salesOrderLine} l on l.order_id = c.order_id and l.item_id = line.value ->> '$.itemId'
        left join ${product} p on p.stock_sku = l.stock_sku and p.brand is not null and p.parent_id is null
        left join ${unit} u on u.product_id = p.id
      where c.created_at >= ${since} and c.state not in ('canceled', 'expired') and cast(${group} as text) = ${name}
      order by c.created_at desc limit ${SHOWN_MAX}`,
  )
}

/** Returns the query that counts sizes that are asked for and nearly gone. */
export const LOW_SIZES = sql`select count(*) as count, null as since from ${reportRow} where report = 'demand'
  and numbers ->> '$.asked' >= ${LOW_ASKED} and numbers ->> '$.stock' < ${LOW_STOCK}`
