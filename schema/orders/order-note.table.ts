/** Notes of staff on an order, which its buyer does not see (H14o). They go with the buyer's data, as their text may name the buyer. */
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { salesOrder } from './order.table.ts'

export const orderNote = sqliteTable(
  'order_note',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    orderId: integer('order_id')
      .notNull()
      .references(() => salesOrder.id),
    staffId: integer('staff_id'),
    text: text('text').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [index('order_note_order').on(t.orderId)],
)
