/** Named views of lists: what an address shows, under a name. */
import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { staff } from '../../identity/staff/staff.table.ts'

export const savedView = sqliteTable(
  'saved_view',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    staffId: integer('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** The parameters of the list's address. */
    query: text('query').notNull(),
    /** Whether all staff see the view; only its owner can delete it. */
    isShared: integer('is_shared', { mode: 'boolean' }).notNull().default(false),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [uniqueIndex('saved_view_name').on(t.staffId, t.name)],
)
