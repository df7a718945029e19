/** Orders with their lines, history, payments, refunds and the providers' events. Amounts in cents. */
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { ProductOption } from '../cart/cart.ts'
import { TIRE_SERVICES } from '../cart/extras/tire-services.ts'
import type { LineComponent } from '../catalog/product/line-component.ts'
import { type InspectionReport, PRODUCT_TYPES } from '../catalog/product/product.ts'
import type { Choice } from '../platform/choice.ts'
import type { EventDetail, RefundStatus } from './life/order-lifecycle.ts'
import type { Order, OrderStatus } from './order.ts'

export const salesOrder = sqliteTable(
  'sales_order',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** The public number, e.g. `TL-7K3M9QXA`. */
    orderNumber: text('order_number').notNull(),
    /**
     * The cart. Each cart has at most one order that is not canceled; refused attempts stay as canceled
     * orders.
     */
    quoteId: text('quote_id').notNull(),
    status: text('status').$type<OrderStatus>().notNull(),
    customerId: integer('customer_id'),
    email: text('email').notNull(),
    subtotal: integer('subtotal').notNull(),
    /** Zero or negative. */
    discount: integer('discount').notNull(),
    shipping: integer('shipping').notNull(),
    tax: integer('tax').notNull(),
    fees: integer('fees').notNull(),
    grandTotal: integer('grand_total').notNull(),
    currency: text('currency').notNull(),
    couponCode: text('coupon_code'),
    paymentMethod: text('payment_method').notNull(),
    /** `carrierCode:methodCode`; null when nothing is shipped. */
    shippingMethod: text('shipping_method'),
    addresses: text('addresses', { mode: 'json' })
      .$type<Pick<Order, 'billingAddress' | 'shippingAddress'>>()
      .notNull(),
    totals: text('totals', { mode: 'json' }).$type<Order['totals']>().notNull(),
    /** Hash of the request, to distinguish a repeated request from another order of the same cart. */
    payloadHash: text('payload_hash').notNull(),
    placedAt: integer('placed_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    /** The promised day as a UTC midnight; null when nothing is shipped. */
    arrivesOn: integer('arrives_on'),
  },
  (t) => [
    uniqueIndex('sales_order_number').on(t.orderNumber),
    uniqueIndex('sales_order_quote').on(t.quoteId).where(sql`status <> 'canceled'`),
    index('sales_order_customer').on(t.customerId, t.placedAt),
    index('sales_order_email').on(t.email, t.placedAt),
    index('sales_order_status').on(t.status, t.updatedAt),
    index('sales_order_placed').on(t.placedAt),
    index('sales_order_total').on(t.grandTotal),
    index('sales_order_arrives')
      .on(t.arrivesOn)
      .where(sql`status in ('paid', 'processing', 'shipped', 'partly_refunded')`),
  ],
)

export const salesOrderLine = sqliteTable(
  'sales_order_line',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    orderId: integer('order_id')
      .notNull()
      .references(() => salesOrder.id),
    itemId: integer('item_id').notNull(),
    productId: integer('product_id').notNull(),
    sku: text('sku').notNull(),
    parentSku: text('parent_sku'),
    type: text('type_id', { enum: PRODUCT_TYPES }).notNull(),
    name: text('name').notNull(),
    /** Brand and model of a tire; for other products the name. */
    title: text('title').notNull().default(''),
    /** E.g. `225/45R17 94W, used`; empty unless it is a tire. */
    facts: text('facts').notNull(),
    qty: integer('qty').notNull(),
    setqty: integer('setqty').notNull(),
    /** Pool of the first part, for a release of the Worker that does not read `parts`. */
    stockSku: text('stock_sku').notNull(),
    unitPrice: integer('unit_price').notNull(),
    rowTotal: integer('row_total').notNull(),
    discount: integer('discount').notNull(),
    tax: integer('tax').notNull(),
    /** Percent. */
    taxPercent: real('tax_percent').notNull(),
    option: text('product_option', { mode: 'json' }).$type<ProductOption>(),
    /** The parts of one unit, each with its stock pool. */
    parts: text('parts', { mode: 'json' }).$type<LineComponent[]>().notNull().default([]),
    /** The shopper's choices with their labels. */
    choices: text('choices', { mode: 'json' }).$type<Choice[]>().notNull().default([]),
    /** The service of a line for all tires of the order, such as mounting. */
    service: text('service', { enum: TIRE_SERVICES }),
    /** When the line was restocked; null while it is sold. */
    restockedAt: integer('restocked_at'),
    /** Pieces of the line that came back and were restocked (schema/orders/returns/return-case.ts). */
    restockedPieces: integer('restocked_pieces').notNull().default(0),
    /** The report with which the tires were sold; null while that of the product is still the same. */
    passport: text('passport', { mode: 'json' }).$type<InspectionReport>(),
  },
  (t) => [index('sales_order_line_order').on(t.orderId), index('sales_order_line_sku').on(t.sku)],
)

/** The downloads of an order. */
export const orderDownload = sqliteTable(
  'order_download',
  {
    orderId: integer('order_id')
      .notNull()
      .references(() => salesOrder.id),
    linkId: integer('link_id').notNull(),
    title: text('title').notNull(),
    /** Key of the file in the bucket. */
    fileKey: text('file_key').notNull(),
    /** Allowed downloads, 0 for unlimited; `used` counts the downloads so far. */
    allowed: integer('allowed').notNull(),
    used: integer('used').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.orderId, t.linkId] })],
)

/** Append-only history of an order: event, time and actor. */
export const salesOrderEvent = sqliteTable(
  'sales_order_event',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    orderId: integer('order_id')
      .notNull()
      .references(() => salesOrder.id),
    kind: text('kind').notNull(),
    detail: text('detail', { mode: 'json' }).$type<EventDetail>(),
    at: integer('at').notNull(),
  },
  (t) => [index('sales_order_event_order').on(t.orderId)],
)

export const paymentAttempt = sqliteTable(
  'payment_attempt',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    orderId: integer('order_id')
      .notNull()
      .references(() => salesOrder.id),
    provider: text('provider').notNull(),
    /** The provider's own id; null until the provider has answered. */
    providerRef: text('provider_ref'),
    amount: integer('amount').notNull(),
    currency: text('currency').notNull(),
    status: text('status').notNull(),
    detail: text('detail', { mode: 'json' }).$type<unknown>(),
    /** The provider's sum of refunds, and its time. */
    refunded: integer('refunded').notNull().default(0),
    refundedAt: integer('refunded_at').notNull().default(0),
    /** The last four digits of the card; null until they are read, empty for a payment without a card. */
    cardLast4: text('card_last4'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('payment_attempt_ref').on(t.provider, t.providerRef),
    index('payment_attempt_order').on(t.orderId),
    index('payment_attempt_status').on(t.status, t.updatedAt),
    index('payment_attempt_card').on(t.cardLast4).where(sql`card_last4 is not null`),
  ],
)

/** Refunds (schema/orders/life/order-lifecycle.ts); a trigger limits their sum to the order's total. */
export const orderRefund = sqliteTable(
  'order_refund',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    orderId: integer('order_id')
      .notNull()
      .references(() => salesOrder.id),
    /** Idempotency key of the refund at the provider. */
    refundKey: text('refund_key').notNull(),
    amount: integer('amount').notNull(),
    /** The part of the amount that goes to an account of store credit. */
    credit: integer('credit').notNull().default(0),
    creditAccount: integer('credit_account'),
    status: text('status').$type<RefundStatus>().notNull(),
    /** Whether the refund belongs to a cancellation. */
    cancels: integer('cancels', { mode: 'boolean' }).notNull().default(false),
    /** Item ids of the restocked lines. */
    restock: text('restock', { mode: 'json' }).$type<number[]>().notNull(),
    reason: text('reason').notNull(),
    madeBy: text('made_by').notNull(),
    /** The provider's id of the refunded payment. */
    providerRef: text('provider_ref'),
    attempts: integer('tries').notNull().default(0),
    nextAt: integer('next_at').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    /** The provider's id of the refund, and when it failed there. */
    failedRef: text('failed_ref'),
    failedAt: integer('failed_at'),
  },
  (t) => [
    uniqueIndex('order_refund_key').on(t.refundKey),
    uniqueIndex('order_refund_failed').on(t.failedRef),
    index('order_refund_order').on(t.orderId),
    index('order_refund_open').on(t.createdAt).where(sql`status in ('pending', 'stuck')`),
    index('order_refund_waiting').on(t.nextAt).where(sql`status = 'pending'`),
  ],
)

export const orderShipment = sqliteTable(
  'order_shipment',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    orderId: integer('order_id')
      .notNull()
      .references(() => salesOrder.id),
    carrier: text('carrier').notNull(),
    trackingNumber: text('tracking_number').notNull(),
    madeBy: text('made_by').notNull(),
    shippedAt: integer('shipped_at').notNull(),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('order_shipment_number').on(t.orderId, t.carrier, t.trackingNumber),
    index('order_shipment_tracking').on(t.trackingNumber),
  ],
)

/** Events of providers by their id, which detects duplicates. */
export const webhookEvent = sqliteTable(
  'webhook_event',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    provider: text('provider').notNull(),
    eventId: text('event_id').notNull(),
    type: text('type').notNull(),
    receivedAt: integer('received_at').notNull(),
    handledAt: integer('handled_at'),
  },
  (t) => [uniqueIndex('webhook_event_id').on(t.provider, t.eventId)],
)
