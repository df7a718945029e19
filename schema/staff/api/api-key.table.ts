/** Keys of programs that call the API (H14y). Times are milliseconds. */
import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { StaffPermission } from '../../identity/staff/permissions.ts'
import { staff } from '../../identity/staff/staff.table.ts'

export const apiKey = sqliteTable(
  'api_key',
  {
    /** Names the key in the audit log; it opens nothing. */
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    /** SHA-256 of the key, in hex. */
    hash: text('hash').notNull(),
    permissions: text('permissions', { mode: 'json' }).$type<StaffPermission[]>().notNull(),
    /** Who made the key. It never does more than this person may do. */
    staffId: integer('staff_id')
      .notNull()
      .references(() => staff.id),
    createdAt: integer('created_at').notNull(),
    usedAt: integer('used_at'),
    endedAt: integer('ended_at'),
    version: integer('version').notNull().default(1),
  },
  (t) => [uniqueIndex('api_key_hash').on(t.hash)],
)
