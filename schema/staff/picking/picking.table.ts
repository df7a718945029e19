/** Pick runs: the tires of several orders, collected on one walk through the yard (H14). */
import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { salesOrder } from '../../orders/order.table.ts'
import type { PickState } from './pick-record.ts'

export const pickRun = sqliteTable('pick_run', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  /** Who began it. */
  staffId: integer('staff_id'),
  createdAt: integer('created_at').notNull(),
})

export const pickItem = sqliteTable(
  'pick_item',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    runId: integer('run_id')
      .notNull()
      .references(() => pickRun.id),
    orderId: integer('order_id')
      .notNull()
      .references(() => salesOrder.id),
    /** The sku on the label: that of the stock pool. */
    sku: text('sku').notNull(),
    /** Tires, or pieces of other products, from this pool. */
    tires: integer('tires').notNull(),
    state: text('state').$type<PickState>().notNull().default('open'),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('pick_item_order').on(t.orderId, t.sku),
    index('pick_item_run').on(t.runId),
    index('pick_item_open').on(t.runId).where(sql`state = 'open'`),
    check('pick_item_tires', sql`tires > 0`),
  ],
)
