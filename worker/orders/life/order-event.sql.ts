/**
 * The history of an order, which only grows, and how a batch ties its statements together: the first makes the change,
 * and those behind it follow only if the one before changed something.
 */
import { sql } from 'drizzle-orm'
import type { EventDetail } from '../../../schema/orders/life/order-lifecycle.ts'
import {
  orderRefund,
  orderShipment,
  salesOrder,
  salesOrderEvent,
} from '../../../schema/orders/order.table.ts'
import { insertFrom, toStatement } from '../../platform/drizzle.sql.ts'

export interface OrderEvent {
  kind: string
  detail: EventDetail | null
  at: number
}

/** The result of a batch: whether it changed the order, and the rows of its mails for `enqueueOutbox`. */
export interface Recorded {
  changed: boolean
  results: D1Result<unknown>[]
}

/** True when the statement before, in the same batch, changed something. */
export const HAS_CHANGED = sql`changes() > 0`
/** No cancellation waits for its money. */
export const NOT_CANCELING = sql`not exists (select 1 from ${orderRefund} where ${orderRefund.orderId} = ${salesOrder.id}
  and ${orderRefund.cancels} = 1 and ${orderRefund.status} in ('pending', 'stuck'))`
export const NOTHING_SHIPPED = sql`not exists (select 1 from ${orderShipment} where ${orderShipment.orderId} = ${salesOrder.id})`
/** The sum that was refunded or may be. */
export const REFUNDED = sql`(select coalesce(sum(${orderRefund.amount}), 0) from ${orderRefund}
  where ${orderRefund.orderId} = ${salesOrder.id} and ${orderRefund.status} <> 'refused')`

/** Adds to the history, behind the statement of a change. A `kind` of `null` is the status that the order has now. */
export function appendEvent(
  db: D1Database,
  event: { orderNumber: string; kind: string | null; detail: EventDetail; now: number },
): D1PreparedStatement {
  const { orderNumber, kind, detail, now } = event
  const isOrder = sql`${salesOrder.orderNumber} = ${orderNumber}`
  return toStatement(
    db,
    insertFrom(
      salesOrderEvent,
      { orderId: salesOrder.id, kind: kind ?? salesOrder.status, detail, at: now },
      sql`from ${salesOrder} where ${isOrder} and ${HAS_CHANGED} returning id as event`,
    ),
  )
}

/** Returns whether a batch changed the order: then it left a trace in the history. */
export function wasRecorded(results: D1Result<unknown>[]): Recorded {
  const isEvent = (row: unknown) => typeof row === 'object' && row !== null && 'event' in row
  return { changed: results.some((result) => result.results.some(isEvent)), results }
}
