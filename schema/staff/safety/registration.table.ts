/** New tires that were sold, and their TINs (H14t). Times are milliseconds. */
import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { salesOrder, salesOrderLine } from '../../orders/order.table.ts'
import type { SentAs } from './registration-record.ts'

/** Name and address of a buyer whose order has lost them; see docs/decisions.md. */
export interface RegisteredBuyer {
  name: string
  street: string
  city: string
  state: string
  zip: string
}

/** The new tires of one sku in a line of an order. Triggers add and delete the rows (migration 0134). */
export const registration = sqliteTable(
  'registration',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    orderId: integer('order_id')
      .notNull()
      .references(() => salesOrder.id),
    lineId: integer('line_id')
      .notNull()
      .references(() => salesOrderLine.id, { onDelete: 'cascade' }),
    sku: text('sku').notNull(),
    brand: text('brand').notNull(),
    tires: integer('tires').notNull(),
    soldAt: integer('sold_at').notNull(),
    sentAs: text('sent_as').$type<SentAs>(),
    sentAt: integer('sent_at'),
    /** When the buyer got the form by email. */
    mailedAt: integer('mailed_at'),
    /** `null` while the order knows its buyer. */
    buyer: text('buyer', { mode: 'json' }).$type<RegisteredBuyer>(),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('registration_line').on(t.lineId, t.sku),
    index('registration_order').on(t.orderId),
    index('registration_due').on(t.soldAt).where(sql`sent_at is null`),
    index('registration_buyer').on(t.soldAt).where(sql`buyer is not null`),
    check('registration_sent', sql`(sent_as is null) = (sent_at is null)`),
  ],
)

export const registrationTin = sqliteTable(
  'registration_tin',
  {
    registrationId: integer('registration_id')
      .notNull()
      .references(() => registration.id, { onDelete: 'cascade' }),
    tin: text('tin').notNull(),
    tires: integer('tires').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.registrationId, t.tin] }),
    index('registration_tin_tin').on(t.tin),
    check('registration_tin_tires', sql`tires > 0`),
  ],
)
