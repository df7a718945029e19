/**
 * Changes the state of cases. Each change is one batch: the first statement changes the state if the case still allows
 * it, and the others run only until the event of that state is written, so a repeated change does nothing.
 */
import { and, eq, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { stock } from '../../../schema/catalog/product/stock.table.ts'
import {
  orderRefund,
  salesOrder,
  salesOrderEvent,
  salesOrderLine,
} from '../../../schema/orders/order.table.ts'
import { returnCase, returnEvent } from '../../../schema/orders/returns/return.table.ts'
import type { ReturnState } from '../../../schema/orders/returns/return-case.ts'
import { connect, inList, insertFrom, toStatement } from '../../platform/drizzle.sql.ts'
import { addOutbox } from '../../platform/mail/outbox.sql.ts'
import { appendEvent, type BatchResult, toBatchResult } from '../life/order-event.sql.ts'
import { LINE_PARTS, LINE_PIECES, TIRES_OF_PART } from '../life/restock.sql.ts'
import { orderId } from '../order.sql.ts'

export interface StateChange {
  orderNumber: string
  number: number
  from: readonly ReturnState[]
  to: ReturnState
  /** The shop's words to the buyer. */
  text: string
  by: string
  now: number
  /** With `approved`: the carrier's page with the label. */
  labelHref?: string | null
  /** With `exchanged`: the parcel with the replacement. */
  parcel?: { carrier: string; trackingNumber: string } | null
  /** With `received`: whether the tires go back on sale. */
  restock?: boolean
}

/** True while no refund of the case was begun, or the provider has refused it. */
const NO_REFUND = sql`(${returnCase.refundKey} is null or exists (select 1 from ${orderRefund}
  where ${orderRefund.refundKey} = ${returnCase.refundKey} and ${orderRefund.status} = 'refused'))`

/** The condition of the index `return_case_waiting`; SQLite uses the index only for queries that repeat it word for word. */
const IS_WAITING = sql`${returnCase.state} in ('approved', 'received')`

/** Changes the state of a case, moves its tires in the stock, and notifies the buyer. */
export async function changeState(db: D1Database, change: StateChange): Promise<BatchResult> {
  const { orderNumber, number, from, to, text, by, now, labelHref, parcel, restock } = change
  const isCase = and(eq(returnCase.orderId, orderId(orderNumber)), eq(returnCase.number, number)) as SQL
  const isNew = sql`exists (select 1 from ${returnCase} where ${isCase} and ${returnCase.state} = ${to}
    and not exists (select 1 from ${returnEvent}
      where ${returnEvent.caseId} = ${returnCase.id} and ${returnEvent.kind} = ${to}))`
  const update = connect(db)
    .update(returnCase)
    .set({
      state: to,
      stateAt: now,
      ...(labelHref === undefined ? {} : { labelHref }),
      ...parcel,
      ...(restock === undefined ? {} : { restock }),
    })
    .where(
      and(
        isCase,
        inArray(returnCase.state, inList(from)),
        NO_REFUND,
        // Restocked tires cannot go back to the buyer.
        to === 'refused' ? eq(returnCase.restock, false) : undefined,
        to === 'exchanged' ? hasReplacement(isCase) : undefined,
      ),
    )
  const results = await db.batch([
    toStatement(db, update),
    ...(to === 'received' && restock ? moveTires(db, { isCase, isNew, sign: 1, now }) : []),
    ...(to === 'exchanged' ? moveTires(db, { isCase, isNew, sign: -1, now }) : []),
    toStatement(
      db,
      insertFrom(
        returnEvent,
        { orderId: returnCase.orderId, caseId: returnCase.id, kind: to, madeBy: by, text, at: now },
        sql`from ${returnCase} where ${isCase} and ${isNew} returning id as event`,
      ),
    ),
    // The history of the order grows with every change of its stock, which backups rely on.
    appendEvent(db, { orderNumber, kind: `return-${to}`, detail: { by }, now }),
    addOutbox(db, { kind: 'return-update', payload: { orderNumber, number, state: to }, now }, 'ifChanged'),
  ])
  return toBatchResult(results)
}

/** True of a line that can take `pieces` more restocked pieces, so was not restocked as a whole by staff. */
const hasRoomFor = (pieces: SQL) => sql`(${salesOrderLine.restockedAt} is null
  and ${salesOrderLine.restockedPieces} + ${pieces} <= ${LINE_PIECES})`

/** The tires of those lines of a case that fulfill `isMoved`, by pool, as a subquery with the columns `sku` and `tires`. */
function tiresByPool(isCase: SQL, isMoved = sql`true`): SQL {
  return sql`(select part.value ->> '$.stockSku' as sku,
      sum(${TIRES_OF_PART} * (line.value ->> '$.pieces') / ${LINE_PIECES}) as tires
    from ${returnCase}, json_each(${returnCase.lines}) as line
      join ${salesOrderLine} on ${salesOrderLine.orderId} = ${returnCase.orderId}
        and ${salesOrderLine.itemId} = line.value ->> '$.itemId',
      json_each(${LINE_PARTS}) as part
    where ${isCase} and ${isMoved} group by 1)`
}

/** True if the stock has the same tires once more, as an exchange needs them. */
function hasReplacement(isCase: SQL): SQL {
  return sql`not exists (select 1 from ${tiresByPool(isCase)} as pool join ${stock}
    on ${stock.stockSku} = pool.sku where ${stock.manage} = 1 and ${stock.qty} < pool.tires)`
}

/**
 * Returns the statements that put the tires of a case back into the stock (`sign` 1), or take as many out for the
 * buyer (-1). A line never has more restocked pieces than it has pieces: a line that staff restocked as a whole is
 * left alone, and the other lines of the case are not.
 */
function moveTires(
  db: D1Database,
  { isCase, isNew, sign, now }: { isCase: SQL; isNew: SQL; sign: 1 | -1; now: number },
): D1PreparedStatement[] {
  const pieces = sql`(select line.value ->> '$.pieces' from ${returnCase}, json_each(${returnCase.lines}) as line
    where ${isCase} and line.value ->> '$.itemId' = ${salesOrderLine.itemId})`
  const isLine = sql`${salesOrderLine.orderId} = (select ${returnCase.orderId} from ${returnCase} where ${isCase})
    and ${pieces} is not null`
  const isMoved = (pieces: SQL) => (sign === 1 ? hasRoomFor(pieces) : sql`true`)
  const restockedBefore = sql`(case when ${salesOrderLine.restockedAt} is null
    then ${salesOrderLine.restockedPieces} else ${LINE_PIECES} end)`
  // An exchange also takes out tires of lines that were never put back.
  const restocked = sql`max(0, ${restockedBefore} + ${sign} * ${pieces})`
  const wasRestocked = sql`(select ${returnCase.restock} from ${returnCase} where ${isCase})`
  const client = connect(db)
  return [
    client
      .update(stock)
      .set({ qty: sql`${stock.qty} + ${sign} * pool.tires`, updatedAt: now })
      .from(sql`${tiresByPool(isCase, isMoved(sql`line.value ->> '$.pieces'`))} as pool`)
      .where(and(sql`${stock.stockSku} = pool.sku`, eq(stock.manage, true), isNew)),
    client
      .update(salesOrderLine)
      .set({
        restockedPieces: restocked,
        restockedAt: sql`case when ${restocked} >= ${LINE_PIECES} then ${now} else null end`,
      })
      .where(and(isLine, isNew, isMoved(pieces), sql`${wasRestocked} = 1`)),
  ].map((query) => toStatement(db, query))
}

/** Reserves an approved or received case for the refund with this key; false if the case is exchanged or refunded already. */
export async function claimRefund(
  db: D1Database,
  { orderNumber, number, key }: { orderNumber: string; number: number; key: string },
): Promise<boolean> {
  const { meta } = await connect(db)
    .update(returnCase)
    .set({ refundKey: key })
    .where(
      and(
        eq(returnCase.orderId, orderId(orderNumber)),
        eq(returnCase.number, number),
        IS_WAITING,
        sql`(${NO_REFUND} or ${returnCase.refundKey} = ${key})`,
      ),
    )
  return meta.changes > 0
}

/** Frees a case whose refund could not be recorded. */
export async function releaseRefund(db: D1Database, key: string): Promise<void> {
  await connect(db)
    .update(returnCase)
    .set({ refundKey: null })
    .where(
      and(
        eq(returnCase.refundKey, key),
        sql`not exists (select 1 from ${orderRefund} where ${orderRefund.refundKey} = ${key})`,
      ),
    )
}

/**
 * Marks the cases as refunded whose refund is done, in whatever way it became done: at once, by a later
 * answer of the provider, or by staff. The refund has its own mail.
 */
export async function settleRefunded(db: D1Database, now: number): Promise<void> {
  const isDone = sql`${IS_WAITING} and exists (select 1 from ${orderRefund}
    where ${orderRefund.refundKey} = ${returnCase.refundKey} and ${orderRefund.status} = 'done')`
  await db.batch([
    toStatement(
      db,
      insertFrom(
        salesOrderEvent,
        { orderId: returnCase.orderId, kind: 'return-refunded', detail: { by: 'shop' }, at: now },
        sql`from ${returnCase} where ${isDone}`,
      ),
    ),
    toStatement(
      db,
      insertFrom(
        returnEvent,
        {
          orderId: returnCase.orderId,
          caseId: returnCase.id,
          kind: 'refunded',
          madeBy: 'shop',
          text: '',
          at: now,
        },
        sql`from ${returnCase} where ${isDone}`,
        { orIgnore: true },
      ),
    ),
    toStatement(db, connect(db).update(returnCase).set({ state: 'refunded', stateAt: now }).where(isDone)),
  ])
}

/** Returns approved cases whose tires have not arrived since before `before`. */
export function findOverdueReturns(
  db: D1Database,
  before: number,
  limit: number,
): Promise<{ orderNumber: string; number: number }[]> {
  return connect(db)
    .select({ orderNumber: salesOrder.orderNumber, number: returnCase.number })
    .from(returnCase)
    .innerJoin(salesOrder, eq(salesOrder.id, returnCase.orderId))
    .where(and(sql`${returnCase.state} = 'approved' and ${IS_WAITING}`, lt(returnCase.stateAt, before)))
    .orderBy(returnCase.stateAt)
    .limit(limit)
}
