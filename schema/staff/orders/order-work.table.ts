/** Tags of orders, who looks after one, and notes that name a person (H14o). */
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { salesOrder } from '../../orders/order.table.ts'

export const orderTag = sqliteTable(
  'order_tag',
  {
    orderId: integer('order_id')
      .notNull()
      .references(() => salesOrder.id),
    tag: text('tag').notNull(),
  },
  (t) => [primaryKey({ columns: [t.orderId, t.tag] }), index('order_tag_tag').on(t.tag, t.orderId)],
)

export const orderAssignee = sqliteTable(
  'order_assignee',
  {
    orderId: integer('order_id')
      .primaryKey()
      .references(() => salesOrder.id),
    staffId: integer('staff_id').notNull(),
  },
  (t) => [index('order_assignee_staff').on(t.staffId)],
)

export const orderMention = sqliteTable(
  'order_mention',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** The note; no reference, because a note goes with the buyer's data. */
    noteId: integer('note_id').notNull(),
    staffId: integer('staff_id').notNull(),
    doneAt: integer('done_at'),
  },
  (t) => [index('order_mention_open').on(t.staffId).where(sql`done_at is null`)],
)
