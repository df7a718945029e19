/** Reads the lines of a return with the reports they were sold with, and puts their tires back (H14). */
import { type SQL, sql } from 'drizzle-orm'
import { product, productMedia } from '../../../schema/catalog/product/product.table.ts'
import type { InspectionReport } from '../../../schema/catalog/product/product.ts'
import { stock } from '../../../schema/catalog/product/stock.table.ts'
import { counterDraft } from '../../../schema/orders/counter/counter-draft.table.ts'
import { salesOrder, salesOrderEvent, salesOrderLine } from '../../../schema/orders/order.table.ts'
import type { OrderStatus } from '../../../schema/orders/order.ts'
import { returnCase } from '../../../schema/orders/returns/return.table.ts'
import type { ReturnState } from '../../../schema/orders/returns/return-case.ts'
import type { Actor } from '../../../schema/staff/changes/change.ts'
import type { Finding } from '../../../schema/staff/intake/findings.ts'
import { PICKED_STATUSES } from '../../../schema/staff/picking/pick-record.ts'
import { unit } from '../../../schema/staff/units/unit.table.ts'
import type { UnitState } from '../../../schema/staff/units/unit-state.ts'
import { LINE_PARTS, LINE_PIECES } from '../../orders/life/restock.sql.ts'
import { batchOf, inList, insertFrom } from '../../platform/drizzle.sql.ts'
import { addAuditRow } from '../changes/audit-log.sql.ts'
import { IS_UNSENT } from '../picking/picking.sql.ts'
import { UNIT_RECORD } from '../units/unit-record.sql.ts'

export interface ReturnedUnit {
  caseId: number
  state: ReturnState
  orderId: number
  lineId: number
  itemId: number
  /** Pieces of the case, of the line, and of the line that were put back before. */
  pieces: number
  linePieces: number
  restocked: number
  /** The unit whose stock the line was sold from. */
  sku: string
  title: string
  setqty: number
  treadNew: number
  /** The report of the sale; `null` for tires that are sold without one. */
  report: InspectionReport | null
  /** The report of today, which is another one after the tires were put back. */
  current: InspectionReport | null
  unitState: UnitState
  version: number
  isCounted: boolean
  /** Whether the unit has other tires, also those that are held for others: its state is theirs too. */
  hasOthers: boolean
  photos: string[]
}

type Row = Omit<ReturnedUnit, 'report' | 'current' | 'photos' | 'isCounted' | 'hasOthers'> & {
  report: string | null
  current: string | null
  photos: string
  isCounted: number
  hasOthers: number
}

const HOLDING = inList(['pending_payment', ...PICKED_STATUSES] satisfies OrderStatus[])

/** SQL: whether the unit has tires beside those of the order. What an open sale or an unsent order holds may come back to it. */
function hasOthers(sku: string | SQL, orderId: number | SQL): SQL {
  return sql`exists (select 1 from product p join unit u on u.product_id = p.id join stock s on s.stock_sku = p.stock_sku
    where p.sku = ${sku} and (not s.manage or s.qty + u.off_sale > 0
      or exists (select 1 from ${counterDraft}, json_each(${counterDraft.demand}) need
        where ${counterDraft.state} = 'open' and need.key = p.stock_sku)
      or exists (select 1 from ${salesOrder} o join ${salesOrderLine} on ${salesOrderLine.orderId} = o.id,
          json_each(${LINE_PARTS}) part
        where o.status in ${HOLDING} and ${IS_UNSENT} and ${salesOrderLine.restockedAt} is null and o.id <> ${orderId}
          and part.value ->> '$.stockSku' = p.stock_sku)))`
}

/** Pieces of a line that are back; a line that was restocked as a whole has all of them back. */
const RESTOCKED = sql`iif(${salesOrderLine.restockedAt} is null, ${salesOrderLine.restockedPieces}, ${LINE_PIECES})`

/** Returns the lines of a case that are units of the yard, in their order. */
export async function readReturnedUnits(
  db: D1Database,
  orderNumber: string,
  number: number,
): Promise<ReturnedUnit[]> {
  const [rows] = await batchOf<Row>(db, [
    sql`select ${returnCase.id} as caseId, ${returnCase.state} as state, ${returnCase.orderId} as orderId,
        ${salesOrderLine.id} as lineId, ${salesOrderLine.itemId} as itemId, back.value ->> '$.pieces' as pieces,
        ${LINE_PIECES} as linePieces, ${RESTOCKED} as restocked, ${product.sku} as sku, ${salesOrderLine.title} as title,
        ${product.setqty} as setqty, coalesce(${product.treadNew}, 0) as treadNew,
        coalesce(${salesOrderLine.passport}, ${product.passport}) as report, ${product.passport} as current,
        ${unit.state} as unitState, ${unit.version} as version, coalesce(${stock.manage}, 0) as isCounted,
        ${hasOthers(sql`${product.sku}`, sql`${salesOrder.id}`)} as hasOthers,
        (select json_group_array(image) from (select image from ${productMedia} m where m.product_id = ${product.id}
          order by position)) as photos
      from ${salesOrder} join ${returnCase} on ${returnCase.orderId} = ${salesOrder.id}, json_each(${returnCase.lines}) back
        join ${salesOrderLine} on ${salesOrderLine.orderId} = ${salesOrder.id}
          and ${salesOrderLine.itemId} = back.value ->> '$.itemId'
        join ${product} on ${product.stockSku} = ${salesOrderLine.stockSku} and ${product.parentId} is null
        join ${unit} on ${unit.productId} = ${product.id} left join ${stock} on ${stock.stockSku} = ${product.stockSku}
      where ${salesOrder.orderNumber} = ${orderNumber} and ${returnCase.number} = ${number}
        and json_array_length(${salesOrderLine.parts}) <= 1
      order by ${salesOrderLine.itemId}`,
  ])
  return (rows?.results ?? []).map((row) => ({
    ...row,
    report: row.report === null ? null : (JSON.parse(row.report) as InspectionReport),
    current: row.current === null ? null : (JSON.parse(row.current) as InspectionReport),
    isCounted: row.isCounted === 1,
    hasOthers: row.hasOthers === 1,
    photos: JSON.parse(row.photos) as string[],
  }))
}

export interface PutBackChange {
  actor: Actor
  now: number
  key: string
  line: ReturnedUnit
  to: UnitState
  /** New readings of tires that have a report. */
  readings: { report: InspectionReport; findings: readonly Finding[] } | null
  /** The number of the case, as on the parcel. */
  reference: string
}

/**
 * Returns the statements that put the tires of a line back. The first fails, and with it the batch, once the line has as many pieces
 * back as it has, so each is put back once, in whatever way. A unit with other tires keeps its state.
 */
export function putBackStatements({ actor, now, key, line, to, readings, reference }: PutBackChange): SQL[] {
  const { sku, version, pieces, unitState, report } = line
  const state = line.hasOthers ? unitState : to
  // Tires that are scrapped beside others are in the audit log alone, from where the hauler's sheet counts them.
  const isScrappedAlone = line.hasOthers && to === 'scrap'
  const added = isScrappedAlone ? 0 : pieces
  const fits = sql`exists (select 1 from ${returnCase} where ${returnCase.id} = ${line.caseId}
      and ${returnCase.state} in ('received', 'refunded'))
    and exists (select 1 from ${salesOrderLine} where ${salesOrderLine.id} = ${line.lineId}
      and ${RESTOCKED} + ${pieces} <= ${LINE_PIECES})
    and ${hasOthers(sku, line.orderId)} = ${line.hasOthers ? 1 : 0}`
  const row = {
    ...{
      at: now,
      actor,
      kind: 'return',
      record: 'unit',
      recordId: sku,
      version: version + 1,
      why: reference,
      key,
    },
    before: { ...(isScrappedAlone ? {} : { state: unitState }), ...(readings && { report }) },
    after: {
      ...(isScrappedAlone ? {} : { state }),
      ...(readings && { report: readings.report, findings: readings.findings }),
      ...(isScrappedAlone ? { scrapped: pieces } : { tires: pieces }),
    },
  }
  const id = sql`(select id from ${product} where sku = ${sku})`
  const by = actor.staffId === null ? 'shop' : `staff:${actor.staffId}`
  return [
    addAuditRow(
      { ...row, batch: null, undoes: null },
      sql`${UNIT_RECORD.hasVersion(sku, version)} and ${fits}`,
    ),
    // The unit first: the trigger of `stock` must see the new state.
    sql`update ${unit} set state = ${state}, version = version + 1, off_sale = off_sale + ${state === 'live' ? 0 : added}
      where product_id = ${id}`,
    ...(readings ? readingStatements(line, readings, { actor, now }) : []),
    ...(state === 'live' && added > 0 && line.isCounted
      ? [
          sql`update ${stock} set qty = qty + ${pieces}, updated_at = ${now}
            where stock_sku = (select stock_sku from ${product} where sku = ${sku})`,
        ]
      : []),
    sql`update ${salesOrderLine} set restocked_pieces = ${RESTOCKED} + ${pieces},
      restocked_at = iif(${RESTOCKED} + ${pieces} >= ${LINE_PIECES}, coalesce(restocked_at, ${now}), restocked_at)
      where id = ${line.lineId}`,
    // Tires that are back cannot go back to the buyer by declining the case.
    sql`update ${returnCase} set restock = 1 where id = ${line.caseId}`,
    orderEvent(line.orderId, { kind: 'return-put-back', by, text: `${sku}: ${to}`, now }),
  ]
}

/** Stores the new version of the report; a set's tires get their own part of it, for when the set is broken up. */
function readingStatements(
  { sku, current }: ReturnedUnit,
  { report, findings }: NonNullable<PutBackChange['readings']>,
  { actor, now }: Pick<PutBackChange, 'actor' | 'now'>,
): SQL[] {
  const least = Math.min(...report.grooves.flat())
  const id = sql`(select id from ${product} where sku = ${sku})`
  const { grade, firstInspection, secondInspection } = report
  /** Fields that the reports of a set and of each of its tires share. */
  const shared = JSON.stringify({ grade, firstInspection, secondInspection })
  return [
    // Every order so far had the report that is replaced now.
    sql`update ${salesOrderLine} set passport = ${JSON.stringify(current)} where sku = ${sku} and passport is null`,
    sql`update ${unit} set findings = ${JSON.stringify(findings)} where product_id = ${id}`,
    sql`update ${unit} set first_by = ${actor.staffId}, second_by = null, second_at = null where product_id = ${id} or set_id = ${id}`,
    sql`update ${product} set passport = ${JSON.stringify(report)}, tread_depth = ${least}, updated_at = ${now} where sku = ${sku}`,
    ...report.grooves.map(
      (
        grooves,
        index,
      ) => sql`update ${product} set tread_depth = ${Math.min(...grooves)}, updated_at = ${now},
        passport = json_set(json_patch(passport, ${shared}), '$.grooves', json(${JSON.stringify([grooves])}))
        where id = (select u.product_id from ${unit} u where u.set_id = ${id} order by u.product_id limit 1 offset ${index})`,
    ),
  ]
}

/** Adds an event to the history of the order, which grows with every change of its stock. */
function orderEvent(
  orderId: number,
  { kind, by, text, now }: { kind: string; by: string; text: string; now: number },
): SQL {
  const event = { orderId: salesOrder.id, kind, detail: { by, text }, at: now }
  return insertFrom(salesOrderEvent, event, sql`from ${salesOrder} where ${salesOrder.id} = ${orderId}`)
}

/** Records that another tire came back; the case stays as it is. A repeated form records it once. */
export async function recordOtherTire(
  db: D1Database,
  { line, by, text, now }: { line: ReturnedUnit; by: string; text: string; now: number },
): Promise<void> {
  await batchOf(db, [orderEvent(line.orderId, { kind: 'return-other-tire', by, text, now })])
}
