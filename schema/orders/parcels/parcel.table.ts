/** Parcels of an order, and the tires that staff packed into each (H14o). Triggers keep a tire in one parcel at most. */
import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { salesOrder } from '../order.table.ts'

export const orderParcel = sqliteTable(
  'order_parcel',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    orderId: integer('order_id')
      .notNull()
      .references(() => salesOrder.id),
    /** Its place among the parcels of the order, from 1. */
    number: integer('number').notNull(),
    carrier: text('carrier'),
    trackingNumber: text('tracking_number'),
    /** Pounds. */
    weight: integer('weight'),
    /** The shipment (order_shipment.id) that it left with; null while it is in the yard. */
    shipmentId: integer('shipment_id'),
    createdAt: integer('created_at').notNull(),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('order_parcel_number').on(t.orderId, t.number),
    uniqueIndex('order_parcel_tracking')
      .on(t.trackingNumber, t.carrier)
      .where(sql`tracking_number is not null`),
    check('order_parcel_numbers', sql`number > 0 and coalesce(weight, 1) > 0`),
  ],
)

export const orderParcelItem = sqliteTable(
  'order_parcel_item',
  {
    parcelId: integer('parcel_id')
      .notNull()
      .references(() => orderParcel.id),
    orderId: integer('order_id')
      .notNull()
      .references(() => salesOrder.id),
    /** The stock pool, whose number is on the label. */
    sku: text('sku').notNull(),
    tires: integer('tires').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.parcelId, t.sku] }),
    index('order_parcel_item_order').on(t.orderId, t.sku),
    check('order_parcel_item_tires', sql`tires > 0`),
  ],
)
