/**
 * Actors of orders, for the limits in schema/orders/limits/order-limits.ts; rows are deleted after two days.
 */
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { salesOrder } from '../order.table.ts'

export const orderActor = sqliteTable(
  'order_actor',
  {
    orderId: integer('order_id')
      .notNull()
      .references(() => salesOrder.id, { onDelete: 'cascade' }),
    /** A keyed hash of a network, device, mailbox or account. */
    actor: text('actor').notNull(),
    placedAt: integer('placed_at').notNull(),
    tires: integer('tires').notNull(),
    /** Always 0; a CHECK constraint refuses an order beyond a limit. */
    excess: integer('excess').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.actor] }),
    index('order_actor_recent').on(t.actor, t.placedAt),
    index('order_actor_placed').on(t.placedAt),
  ],
)
