/** Counts of the cash drawer at the end of a day (H14p), in cents. */
import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

export const drawerCount = sqliteTable(
  'drawer_count',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    at: integer('at').notNull(),
    staffId: integer('staff_id').notNull(),
    /** Cash in the drawer before the first sale of the day. */
    start: integer('start').notNull(),
    /** Cash sales and cash refunds of the day until the count. */
    sales: integer('sales').notNull(),
    refunds: integer('refunds').notNull(),
    counted: integer('counted').notNull(),
    key: text('key').notNull(),
  },
  (t) => [uniqueIndex('drawer_count_key').on(t.key)],
)
