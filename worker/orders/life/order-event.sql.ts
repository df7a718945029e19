/**
 * The append-only history of an order. In a batch, the first statement makes the change; each later statement
 * runs only if the statement before it changed a row.
 */
import { sql } from 'drizzle-orm'
import type { EventDetail } from '../../../schema/orders/life/order-lifecycle.ts'
import {
  orderRefund,
  orderShipment,
  salesOrder,
  salesOrderEvent,
} from '../../../schema/orders/order.table.ts'
import { HAS_CHANGED, insertFrom, toStatement } from '../../platform/drizzle.sql.ts'

export interface OrderEvent {
  kind: string
  detail: EventDetail | null
  at: number
}

/**
 * The result of a batch: whether it changed the order, and the results with the outbox rows for
 * `enqueueOutbox`.
 */
export interface BatchResult {
  changed: boolean
  results: D1Result<unknown>[]
}

/** True when no refund of a cancellation is pending. */
export const NOT_CANCELING = sql`not exists (select 1 from ${orderRefund} where ${orderRefund.orderId} = ${salesOrder.id}
  and ${orderRefund.cancels} = 1 and ${orderRefund.status} in ('pending', 'stuck'))`
export const NOTHING_SHIPPED = sql`not exists (select 1 from ${orderShipment} where ${orderShipment.orderId} = ${salesOrder.id})`
/** The sum of an order's completed and pending refunds. */
export const REFUNDED = sql`(select coalesce(sum(${orderRefund.amount}), 0) from ${orderRefund}
  where ${orderRefund.orderId} = ${salesOrder.id} and ${orderRefund.status} <> 'refused')`

/**
 * Adds an event to the history if the previous statement made a change. A `kind` of `null` is the order's new
 * status.
 */
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

/** Returns the result of a batch; it changed the order if it added an event to the history. */
export function toBatchResult(results: D1Result<unknown>[]): BatchResult {
  const isEvent = (row: unknown) => typeof row === 'object' && row !== null && 'event' in row
  return { changed: results.some((result) => result.results.some(isEvent)), results }
}
