/** Stock pools. Variants of one lot share a pool; the constraint is what makes overselling impossible. */
import { sql } from 'drizzle-orm'
import { check, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const stock = sqliteTable(
  'stock',
  {
    stockSku: text('stock_sku').primaryKey(),
    /** Tires, not units: a set of four takes four. */
    qty: integer('qty').notNull(),
    /** False: the shop does not count it. Composed products are never counted; true means unavailable. */
    manage: integer('manage', { mode: 'boolean' }).notNull(),
    /** The back office is notified at or below this number. */
    lowMark: integer('low_mark').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  () => [check('stock_not_below_zero', sql`qty >= 0`)],
)

/** The change feed: one row whenever a pool reaches a number that changes what can be sold. Cached pages read it. */
export const stockEvent = sqliteTable('stock_pulse', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  stockSku: text('stock_sku').notNull(),
  at: integer('at').notNull(),
})
