/** Stock pools. Variants of one lot share a pool; the constraint is what makes overselling impossible. */
import { sql } from 'drizzle-orm'
import { check, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const stock = sqliteTable(
  'stock',
  {
    stockSku: text('stock_sku').primaryKey(),
    /** Tires, not units: a set of four takes four. */
    qty: integer('qty').notNull(),
    /** False: the shop does not count it. What is made of parts is never counted; true says that it cannot be made now. */
    manage: integer('manage', { mode: 'boolean' }).notNull(),
    /** At or below this number the back office is told. */
    lowMark: integer('low_mark').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  () => [check('stock_not_below_zero', sql`qty >= 0`)],
)

/** One row whenever a pool reaches a number that changes what may be sold; cached pages look here. */
export const stockEvent = sqliteTable('stock_pulse', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  stockSku: text('stock_sku').notNull(),
  at: integer('at').notNull(),
})
