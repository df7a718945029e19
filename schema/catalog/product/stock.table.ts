/** Stock pools. Variants of one product share a pool; the check constraint makes overselling impossible. */
import { sql } from 'drizzle-orm'
import { check, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const stock = sqliteTable(
  'stock',
  {
    stockSku: text('stock_sku').primaryKey(),
    /** Tires, not units: a sold set of four reduces it by four. */
    qty: integer('qty').notNull(),
    /** False: the shop does not count this pool. Composed products must have false; true makes them unavailable. */
    manage: integer('manage', { mode: 'boolean' }).notNull(),
    /** The back office is notified at or below this number. */
    lowMark: integer('low_mark').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  () => [check('stock_not_below_zero', sql`qty >= 0`)],
)

/**
 * The change feed: one row whenever the number of tires in a pool changes which units can be sold, and one for each
 * new, changed or deleted product, with its pool. Triggers write the rows of products (migrations 0080 and 0081).
 */
export const stockEvent = sqliteTable('stock_pulse', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  stockSku: text('stock_sku').notNull(),
  at: integer('at').notNull(),
  /** The product that changed; null for a change of the stock. */
  productId: integer('product_id'),
})
