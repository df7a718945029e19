/** Writes down what was sold and what staff did on past days (H14s). Each statement can be repeated: it replaces its days. */
import { type SQL, sql } from 'drizzle-orm'
import { product } from '../../../schema/catalog/product/product.table.ts'
import { salesOrder, salesOrderEvent, salesOrderLine } from '../../../schema/orders/order.table.ts'
import { DAY_MS, MINUTE_MS } from '../../../schema/platform/duration.ts'
import { auditLog } from '../../../schema/staff/changes/audit-log.table.ts'
import { intake } from '../../../schema/staff/intake/intake.table.ts'
import { reportDay, unitSale, workDay } from '../../../schema/staff/reports/report.table.ts'
import type { ReportDay } from '../../../schema/staff/reports/report-days.ts'
import { unit } from '../../../schema/staff/units/unit.table.ts'
import { LINE_PARTS, LINE_PIECES, TIRES_OF_PART } from '../../orders/life/restock.sql.ts'
import { batchOf, inList } from '../../platform/drizzle.sql.ts'
import { firstInspectorOf } from '../units/inspections.sql.ts'

/** A longer time between two units is a break. */
const BREAK_MS = 15 * MINUTE_MS

/** Returns the days that are rolled up, the last event of an order that they know, and the newest event. */
export async function readRolledUp(
  db: D1Database,
): Promise<{ days: Set<string>; known: number; newest: number }> {
  const [days, events] = await batchOf<{ day?: string; id: number | null }>(db, [
    sql`select day, last_event_id as id from ${reportDay}`,
    sql`select max(id) as id from ${salesOrderEvent}`,
  ])
  const rows = days?.results ?? []
  return {
    days: new Set(rows.map(({ day = '' }) => day)),
    known: Math.max(0, ...rows.map(({ id }) => id ?? 0)),
    newest: events?.results[0]?.id ?? 0,
  }
}

/** Returns when the orders with events after an id were placed, in milliseconds. */
export async function readChangedOrders(db: D1Database, known: number): Promise<number[]> {
  const [rows] = await batchOf<{ at: number }>(db, [
    sql`select distinct o.placed_at as at from ${salesOrderEvent} e join ${salesOrder} o on o.id = e.order_id where e.id > ${known}`,
  ])
  return (rows?.results ?? []).map(({ at }) => at)
}

/** Returns the statements that replace the sales and the work of days. */
export function rollUp(days: readonly ReportDay[]): SQL[] {
  const names = inList(days.map(({ day }) => day))
  return [
    sql`delete from ${unitSale} where day in ${names}`,
    addSales(days),
    sql`delete from ${workDay} where day in ${names}`,
    addWork(days),
  ]
}

/** Returns the statement that marks days as rolled up. */
export function markDays(
  days: readonly ReportDay[],
  { eventId, now }: { eventId: number; now: number },
): SQL {
  return sql`insert or replace into ${reportDay} (day, last_event_id, made_at)
    select value, ${eventId}, ${now} from json_each(${JSON.stringify(days.map(({ day }) => day))})`
}

/** Returns the statements that delete days before a day. */
export function deleteOldDays(day: string): SQL[] {
  return [unitSale, workDay, reportDay].map((table) => sql`delete from ${table} where day < ${day}`)
}

const spans = (days: readonly ReportDay[]) => sql`(select value ->> 'day' as day, value ->> 'from' as begins,
  value ->> 'until' as ends from json_each(${JSON.stringify(days)}))`

/** What a tire cost when it was sold, if more tires came in since: the average before the first receipt that holds. */
const COST_BEFORE_RECEIPT = sql`(select l."before" ->> '$.cost' from ${auditLog} l
  where l.record = 'unit' and l.record_id = ${product.sku} and l.at > ${salesOrder.placedAt} and l.kind = 'change'
    and l."after" ->> '$.addTires' > 0 and json_type(l."after", '$.lastCost') is not null
    and not exists (select 1 from ${auditLog} undo where undo.undoes = l.id) order by l.version limit 1)`

/**
 * A line can have several parts, such as a bundle's, each with its share of the line's amount. Tires that were put back are not
 * sold; a canceled order sold none.
 */
function addSales(days: readonly ReportDay[]): SQL {
  const { rowTotal, discount, parts, restockedAt, restockedPieces } = salesOrderLine
  const back = sql`iif(${restockedAt} is null, ${restockedPieces}, ${LINE_PIECES})`
  const partPrice = sql`(part.value ->> '$.unitPrice') * (part.value ->> '$.qty')`
  const share = sql`iif(json_array_length(${parts}) > 1, ${partPrice} * 1.0
    / nullif((select sum((value ->> '$.unitPrice') * (value ->> '$.qty')) from json_each(${parts})), 0), 1)`
  // Cost and suggestion are those of the product, whose pool has its tires: a set has several.
  const ofProduct = (amount: SQL) => sql`cast(round(${amount} * sum(tires) * 1.0 / setqty) as integer)`
  return sql`insert into ${unitSale} (day, line_id, product_id, size, rim, brand, grade, lot_id, tires, revenue, cost, suggested,
      days_listed)
    select day, line_id, id, size, rim, brand, grade, lot_id, sum(tires), cast(round(sum(revenue)) as integer),
      ${ofProduct(sql`cost`)}, ${ofProduct(sql`suggested`)}, days_listed
    from (
      select span.day as day, ${salesOrderLine.id} as line_id, ${product.id} as id, coalesce(${product.sizeSlug}, '') as size,
        ${product.rim} as rim, ${product.brand} as brand, ${product.setqty} as setqty,
        coalesce(coalesce(${salesOrderLine.passport}, ${product.passport}) ->> '$.grade', 'none') as grade,
        ${unit.lotId} as lot_id, coalesce(${COST_BEFORE_RECEIPT}, ${unit.cost}) as cost, ${unit.suggested} as suggested,
        ${TIRES_OF_PART} * (${LINE_PIECES} - ${back}) / ${LINE_PIECES} as tires,
        (${rowTotal} - ${discount}) * coalesce(${share}, 0) * (${LINE_PIECES} - ${back}) / ${LINE_PIECES} as revenue,
        cast(max(0, ${salesOrder.placedAt} - coalesce(${unit.takenAt}, ${product.createdAt})) / ${DAY_MS} as integer) as days_listed
      from ${spans(days)} as span
        cross join ${salesOrder} on ${salesOrder.placedAt} >= span.begins and ${salesOrder.placedAt} < span.ends
          and ${salesOrder.status} not in ('pending_payment', 'canceled')
        cross join ${salesOrderLine} on ${salesOrderLine.orderId} = ${salesOrder.id}
        cross join json_each(${LINE_PARTS}) as part
        cross join ${product} on ${product.stockSku} = part.value ->> '$.stockSku' and ${product.parentId} is null
          and ${product.brand} is not null
        cross join ${unit} on ${unit.productId} = ${product.id}
    ) where tires > 0 group by day, line_id, id`
}

/** A second inspection takes a unit out of its waiting state; where it does not go on sale, the two people disagreed. */
function addWork(days: readonly ReportDay[]): SQL {
  return sql`insert into ${workDay} (day, staff_id, units, minutes, inspected, refused, disputed)
    with span as ${spans(days)},
    taken as (
      select span.day as day, ${unit.takenBy} as staff_id, min(${BREAK_MS}, max(0, coalesce(
          ${unit.takenAt} - lag(${unit.takenAt}) over (partition by span.day, ${unit.takenBy} order by ${unit.takenAt}),
          ${unit.takenAt} - (select ${intake.createdAt} from ${intake} where ${intake.sku} = ${product.sku}), 0))) as time
      from span cross join ${unit} on ${unit.takenAt} >= span.begins and ${unit.takenAt} < span.ends
        join ${product} on ${product.id} = ${unit.productId} where ${unit.takenBy} is not null),
    inspection as (
      select span.day as day, ${auditLog.staffId} as staff_id, ${firstInspectorOf(unit)} as first_by,
        ${auditLog.after} ->> '$.state' <> 'live' as is_refused
      from span cross join ${auditLog} on ${auditLog.at} >= span.begins and ${auditLog.at} < span.ends
          and ${auditLog.record} = 'unit' and ${auditLog.kind} = 'change' and ${auditLog.before} ->> '$.state' = 'waiting'
        join ${product} on ${product.sku} = ${auditLog.recordId} join ${unit} on ${unit.productId} = ${product.id}
      where ${auditLog.staffId} is not null and ${auditLog.staffId} is not ${firstInspectorOf(unit)})
    select day, staff_id, sum(units), cast(round(sum(time) / ${MINUTE_MS * 1.0}) as integer), sum(inspected), sum(refused), sum(disputed)
    from (
      select day, staff_id, 1 as units, time, 0 as inspected, 0 as refused, 0 as disputed from taken union all
      select day, staff_id, 0, 0, 1, is_refused, 0 from inspection union all
      select day, first_by, 0, 0, 0, 0, 1 from inspection where is_refused and first_by is not null)
    group by day, staff_id`
}
