/** Merges of a guest's orders into an account or into the orders of another address (H14k), times in milliseconds. */
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { customer } from '../../identity/sign-in/customer.table.ts'
import { salesOrder } from '../../orders/order.table.ts'

export const orderMerge = sqliteTable(
  'order_merge',
  {
    id: text('id').primaryKey(),
    /** The address of the guest whose orders move. */
    fromEmail: text('from_email').notNull(),
    toEmail: text('to_email').notNull(),
    /** The account that gets the orders; `null` for another guest. */
    customerId: integer('customer_id').references(() => customer.id, { onDelete: 'cascade' }),
    /** The person who asked both mailboxes. */
    askedBy: integer('asked_by').notNull(),
    askedAt: integer('asked_at').notNull(),
    fromConfirmedAt: integer('from_confirmed_at'),
    toConfirmedAt: integer('to_confirmed_at'),
    mergedAt: integer('merged_at'),
    undoneAt: integer('undone_at'),
  },
  (t) => [
    uniqueIndex('order_merge_open').on(t.fromEmail, t.toEmail).where(sql`merged_at is null`),
    index('order_merge_customer').on(t.customerId),
    index('order_merge_asked').on(t.askedAt),
  ],
)

/** The orders that a merge moved. */
export const mergedOrder = sqliteTable(
  'merged_order',
  {
    mergeId: text('merge_id')
      .notNull()
      .references(() => orderMerge.id, { onDelete: 'cascade' }),
    orderId: integer('order_id')
      .notNull()
      .references(() => salesOrder.id),
  },
  (t) => [primaryKey({ columns: [t.mergeId, t.orderId] }), index('merged_order_order').on(t.orderId)],
)
