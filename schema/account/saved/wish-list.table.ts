import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { customer } from '../../identity/sign-in/customer.table.ts'

/** Wish lists of customers; those of guests are in the browser. */
export const wishListItem = sqliteTable(
  'wish_list_item',
  {
    customerId: integer('customer_id')
      .notNull()
      .references(() => customer.id, { onDelete: 'cascade' }),
    sku: text('sku').notNull(),
    /** Milliseconds since the epoch; the newest is shown first. */
    addedAt: integer('added_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.customerId, t.sku] }),
    index('wish_list_item_newest').on(t.customerId, t.addedAt),
  ],
)
