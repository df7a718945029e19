/** Units that a count of their bin did not find; a unit that two counts miss is lost. */
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { product } from '../../catalog/product/product.table.ts'

export const missingUnit = sqliteTable('missing_unit', {
  productId: integer('product_id')
    .primaryKey()
    .references(() => product.id, { onDelete: 'cascade' }),
  /** The bin that was counted. */
  bin: text('bin').notNull(),
  /** Milliseconds. */
  missedAt: integer('missed_at').notNull(),
  /** The staff member who counted. */
  missedBy: integer('missed_by'),
  /** Names the count, so that a repeated request does not miss a unit twice. */
  countKey: text('count_key').notNull(),
})
