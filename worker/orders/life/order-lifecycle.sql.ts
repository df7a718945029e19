/**
 * Changes of a placed order. Each change is one batch, so one transaction: the first statement makes the
 * change if the order still allows it, and the others run only if the first changed a row. A repeated change
 * does nothing and writes no second mail. `from` is the status that the caller has read; with another status
 * the change does nothing.
 */
import { and, eq, sql } from 'drizzle-orm'
import { PICKUP_METHOD, shippingKey } from '../../../schema/cart/totals/shipping.ts'
import { creditAccount } from '../../../schema/orders/credit/credit.table.ts'
import type { CancelReason, OrderLifecycle } from '../../../schema/orders/life/order-lifecycle.ts'
import {
  orderRefund,
  orderShipment,
  salesOrder,
  salesOrderEvent,
} from '../../../schema/orders/order.table.ts'
import type { Order, OrderStatus } from '../../../schema/orders/order.ts'
import { connect, HAS_CHANGED, insertFrom, toStatement } from '../../platform/drizzle.sql.ts'
import { addOutbox } from '../../platform/mail/outbox.sql.ts'
import { CREDIT_SPENT, SPENDING_ACCOUNT } from '../credit/credit.sql.ts'
import { orderId, readOrder } from '../order.sql.ts'
import {
  appendEvent,
  type BatchResult,
  NOT_CANCELING,
  NOTHING_SHIPPED,
  type OrderEvent,
  toBatchResult,
} from './order-event.sql.ts'
import { restockStatements } from './restock.sql.ts'

/** An order with its lifecycle and history. */
export interface OrderDetails {
  order: Order
  life: OrderLifecycle
  /** Oldest first. */
  events: OrderEvent[]
  /** False for an attempt that was never paid. */
  wasPlaced: boolean
}

/** Returns when the parcels were delivered; `null` before, and after one more parcel was shipped. */
export function findDelivery(events: readonly OrderEvent[]): number | null {
  return findDeliveryEvent(events)?.at ?? null
}

function findDeliveryEvent(events: readonly OrderEvent[]): OrderEvent | null {
  const last = events.findLast(({ kind }) => kind === 'delivered' || kind === 'shipped')
  return last?.kind === 'delivered' ? last : null
}

/** A delivery that no later parcel took back, as the end of a query of events. */
const CURRENT_DELIVERY = sql`from ${salesOrderEvent} where ${salesOrderEvent.orderId} = ${salesOrder.id}
  and ${salesOrderEvent.kind} = 'delivered' and ${salesOrderEvent.id} > (select coalesce(max(parcel.id), 0)
    from ${salesOrderEvent} as parcel where parcel.order_id = ${salesOrder.id} and parcel.kind = 'shipped')`

/** True unless staff recorded the delivery: then no parcel is missing. */
const NOT_COMPLETE = sql`not exists (select 1 ${CURRENT_DELIVERY}
  and ${salesOrderEvent.detail} ->> '$.by' like 'staff:%')`

/**
 * True of an order whose buyer's data was erased, or will be: nobody can have store credit for it. The table of waiting erasures
 * belongs to a higher room, so the query names it instead of importing it.
 */
const IS_WITHOUT_HOLDER = sql<boolean>`(exists (select 1 from order_anonymity y where y.order_id = "sales_order"."id")
  or exists (select 1 from ${creditAccount} a where a.id = ${SPENDING_ACCOUNT} and a.holder is null)
  or ("sales_order"."email" = '' and "sales_order"."payment_method" not like 'counter%'))`

/** Reads an order with its history, refunds and shipments; `null` for an unknown number. */
export async function readOrderDetails(db: D1Database, orderNumber: string): Promise<OrderDetails | null> {
  const client = connect(db)
  const id = orderId(orderNumber)
  const { kind, detail, at } = salesOrderEvent
  const { refundKey, amount, credit, status, cancels, reason, createdAt } = orderRefund
  const { carrier, trackingNumber, shippedAt } = orderShipment
  const [order, [events, refunds, shipments, [paid]]] = await Promise.all([
    readOrder(db, orderNumber),
    client.batch([
      client
        .select({ kind, detail, at })
        .from(salesOrderEvent)
        .where(eq(salesOrderEvent.orderId, id))
        .orderBy(salesOrderEvent.id),
      client
        .select({
          id: orderRefund.id,
          key: refundKey,
          amount,
          credit,
          status,
          cancels,
          reason,
          at: createdAt,
        })
        .from(orderRefund)
        .where(eq(orderRefund.orderId, id))
        .orderBy(orderRefund.id),
      client
        .select({ carrier, trackingNumber, shippedAt })
        .from(orderShipment)
        .where(eq(orderShipment.orderId, id))
        .orderBy(orderShipment.id),
      client
        .select({
          creditSpent: CREDIT_SPENT.as('spent'),
          isWithoutHolder: IS_WITHOUT_HOLDER.mapWith(Boolean),
        })
        .from(salesOrder)
        .where(eq(salesOrder.orderNumber, orderNumber)),
    ]),
  ])
  if (!order) return null
  const delivery = findDeliveryEvent(events)
  const hasEvent = (kind: string) => events.some((event) => event.kind === kind)
  return {
    order,
    events,
    wasPlaced: hasEvent('paid') || hasEvent('processing'),
    life: {
      status: order.status,
      paymentMethod: order.paymentMethod,
      grandTotal: order.charged,
      isShipped: order.shippingAddress !== null,
      isPickup: order.shippingMethod === shippingKey(PICKUP_METHOD),
      shipments,
      refunds,
      wasDelivered: delivery !== null,
      wasConfirmedByBuyer: delivery !== null && !delivery.detail?.by?.startsWith('staff:'),
      wasCanceled: hasEvent('canceled'),
      ...paid,
    },
  }
}

interface OrderChange {
  orderNumber: string
  from: OrderStatus
  by: string
  now: number
}

/** Records that a parcel was shipped; a repeated call for the same parcel does nothing. */
export async function recordShipment(
  db: D1Database,
  change: OrderChange & { to: OrderStatus; carrier: string; trackingNumber: string },
): Promise<BatchResult> {
  const { orderNumber, from, to, carrier, trackingNumber, by, now } = change
  const results = await db.batch([
    toStatement(
      db,
      insertFrom(
        orderShipment,
        { orderId: salesOrder.id, carrier, trackingNumber, madeBy: by, shippedAt: now },
        sql`from ${salesOrder} where ${isOrder(orderNumber, from)} and ${NOT_CANCELING} and ${NOT_COMPLETE}`,
        { orIgnore: true },
      ),
    ),
    toStatement(
      db,
      connect(db)
        .update(salesOrder)
        .set({ status: to, updatedAt: now })
        .where(and(eq(salesOrder.orderNumber, orderNumber), HAS_CHANGED)),
    ),
    appendEvent(db, { orderNumber, kind: 'shipped', detail: { by, carrier, trackingNumber }, now }),
    addOutbox(
      db,
      { kind: 'order-shipped', payload: { orderNumber, carrier, trackingNumber }, now },
      'ifChanged',
    ),
  ])
  return toBatchResult(results)
}

/** Records that the parcels were delivered; an order with cash on delivery is paid from then on. */
export async function recordDelivery(
  db: D1Database,
  change: OrderChange & { to: OrderStatus },
): Promise<BatchResult> {
  const { orderNumber, from, to, by, now } = change
  const notDelivered = sql`not exists (select 1 ${CURRENT_DELIVERY})`
  const results = await db.batch([
    toStatement(
      db,
      connect(db)
        .update(salesOrder)
        .set({ status: to, updatedAt: now })
        .where(and(isOrder(orderNumber, from), notDelivered)),
    ),
    appendEvent(db, { orderNumber, kind: 'delivered', detail: { by }, now }),
    addOutbox(db, { kind: 'order-delivered', payload: { orderNumber }, now }, 'ifChanged'),
  ])
  return toBatchResult(results)
}

/** Cancels an order without a captured payment, restocks its lines and releases its coupon. */
export async function cancelUnpaid(
  db: D1Database,
  change: OrderChange & { to: OrderStatus; reason: CancelReason },
): Promise<BatchResult> {
  const { orderNumber, from, to, by, reason, now } = change
  const mayCancel = sql`${isOrder(orderNumber, from)} and ${NOTHING_SHIPPED} and ${NOT_CANCELING}`
  const condition = sql`exists (select 1 from ${salesOrder} where ${mayCancel})`
  const results = await db.batch([
    ...restockStatements(db, { orderNumber, items: null, coupon: true, now, condition }),
    toStatement(db, connect(db).update(salesOrder).set({ status: to, updatedAt: now }).where(mayCancel)),
    appendEvent(db, { orderNumber, kind: 'canceled', detail: { by, text: reason }, now }),
    addOutbox(db, { kind: 'order-canceled', payload: { orderNumber, reason }, now }, 'ifChanged'),
  ])
  return toBatchResult(results)
}

function isOrder(orderNumber: string, status: OrderStatus) {
  return and(eq(salesOrder.orderNumber, orderNumber), eq(salesOrder.status, status))
}
