/**
 * What happens to an order after it stands. Each act is one batch, so one transaction: its first statement takes the act
 * or finds that it may not (any more), and the others follow only if that changed something. Repeated, an act changes
 * nothing and writes no second mail. Acts are for an order as it was read: `from` is the status that it had then.
 */

import type {
  CancelReason,
  OrderLifecycle,
  OrderRefund,
  RefundStatus,
  Shipment,
} from '../../../schema/orders/life/order-lifecycle.ts'
import type { Order, OrderStatus } from '../../../schema/orders/order.ts'
import { addOutbox } from '../../platform/mail/outbox.sql.ts'
import { readOrder } from '../order.sql.ts'
import {
  appendEvent,
  type EventDetail,
  NOT_CANCELING,
  NOTHING_SHIPPED,
  type OrderEvent,
  type Recorded,
  wasRecorded,
} from './order-event.sql.ts'
import { restockStatements } from './restock.sql.ts'

/** An order with everything that has become of it. */
export interface WholeOrder {
  order: Order
  life: OrderLifecycle
  /** Oldest first. */
  events: OrderEvent[]
  /** False for an attempt whose payment never came. */
  hasStood: boolean
}

interface RefundRow {
  id: number
  refund_key: string
  amount: number
  status: RefundStatus
  cancels: number
  reason: string
  created_at: number
}

/** `null` when there is no order of this number. */
export async function readWholeOrder(db: D1Database, orderNumber: string): Promise<WholeOrder | null> {
  const of = (columns: string, table: string) =>
    db
      .prepare(
        `SELECT ${columns} FROM ${table} AS t JOIN sales_order AS o ON o.id = t.order_id WHERE o.order_number = ? ORDER BY t.id`,
      )
      .bind(orderNumber)
  const [order, [events, refunds, shipments]] = await Promise.all([
    readOrder(db, orderNumber),
    db.batch([
      of('t.kind, t.detail, t.at', 'sales_order_event'),
      of('t.id, t.refund_key, t.amount, t.status, t.cancels, t.reason, t.created_at', 'order_refund'),
      of('t.carrier, t.tracking_number AS trackingNumber, t.shipped_at AS shippedAt', 'order_shipment'),
    ]),
  ])
  if (!order) return null
  const history = ((events?.results ?? []) as { kind: string; detail: string | null; at: number }[]).map(
    ({ kind, detail, at }) => ({ kind, at, detail: detail ? (JSON.parse(detail) as EventDetail) : null }),
  )
  const happened = (kind: string) => history.some((event) => event.kind === kind)
  return {
    order,
    events: history,
    hasStood: happened('paid') || happened('processing'),
    life: {
      status: order.status,
      paymentMethod: order.paymentMethod,
      grandTotal: order.totals.grandTotal,
      isShipped: order.shippingAddress !== null,
      shipments: (shipments?.results ?? []) as Shipment[],
      refunds: ((refunds?.results ?? []) as RefundRow[]).map(refundOf),
      wasDelivered: happened('delivered'),
      wasCanceled: happened('canceled'),
    },
  }
}

function refundOf(row: RefundRow): OrderRefund {
  const { id, refund_key: key, amount, status, reason, created_at: at } = row
  return { id, key, amount, status, reason, at, cancels: row.cancels === 1 }
}

interface Act {
  orderNumber: string
  from: OrderStatus
  by: string
  now: number
}

/** A parcel has left. The same parcel is recorded once. */
export async function recordShipment(
  db: D1Database,
  act: Act & { to: OrderStatus; carrier: string; trackingNumber: string },
): Promise<Recorded> {
  const { orderNumber, from, to, carrier, trackingNumber, by, now } = act
  const results = await db.batch([
    db
      .prepare(
        `INSERT OR IGNORE INTO order_shipment (order_id, carrier, tracking_number, made_by, shipped_at)
         SELECT id, ?3, ?4, ?5, ?6 FROM sales_order AS o WHERE order_number = ?1 AND status = ?2 AND ${NOT_CANCELING}`,
      )
      .bind(orderNumber, from, carrier, trackingNumber, by, now),
    moveOn(db, orderNumber, to, now),
    appendEvent(db, { orderNumber, kind: 'shipped', detail: { by, carrier, trackingNumber }, now }),
    addOutbox(
      db,
      { kind: 'order-shipped', payload: { orderNumber, carrier, trackingNumber }, now },
      'ifChanged',
    ),
  ])
  return wasRecorded(results)
}

/** The parcels have arrived; an order to be paid at the door is paid then. */
export async function recordDelivery(db: D1Database, act: Act & { to: OrderStatus }): Promise<Recorded> {
  const { orderNumber, from, to, by, now } = act
  const results = await db.batch([
    db
      .prepare(
        `UPDATE sales_order SET status = ?3, updated_at = ?4 WHERE order_number = ?1 AND status = ?2
           AND NOT EXISTS (SELECT 1 FROM sales_order_event AS e WHERE e.order_id = sales_order.id AND e.kind = 'delivered')`,
      )
      .bind(orderNumber, from, to, now),
    appendEvent(db, { orderNumber, kind: 'delivered', detail: { by }, now }),
  ])
  return wasRecorded(results)
}

/** Cancels an order that no money was taken for: stock and coupon go back with it. */
export async function cancelUnpaid(
  db: D1Database,
  act: Act & { to: OrderStatus; reason: CancelReason },
): Promise<Recorded> {
  const { orderNumber, from, to, by, reason, now } = act
  const may = {
    sql: `EXISTS (SELECT 1 FROM sales_order AS o WHERE o.order_number = ? AND o.status = ? AND ${NOTHING_SHIPPED} AND ${NOT_CANCELING})`,
    values: [orderNumber, from],
  }
  const results = await db.batch([
    ...restockStatements(db, { orderNumber, items: null, coupon: true, now, may }),
    db
      .prepare(
        `UPDATE sales_order AS o SET status = ?4, updated_at = ?3
         WHERE order_number = ?1 AND status = ?2 AND ${NOTHING_SHIPPED} AND ${NOT_CANCELING}`,
      )
      .bind(orderNumber, from, now, to),
    appendEvent(db, { orderNumber, kind: 'canceled', detail: { by, text: reason }, now }),
    addOutbox(db, { kind: 'order-canceled', payload: { orderNumber, reason }, now }, 'ifChanged'),
  ])
  return wasRecorded(results)
}

/** Behind a statement that took an act. */
function moveOn(db: D1Database, orderNumber: string, to: OrderStatus, now: number): D1PreparedStatement {
  return db
    .prepare('UPDATE sales_order SET status = ?2, updated_at = ?3 WHERE order_number = ?1 AND changes() > 0')
    .bind(orderNumber, to, now)
}
