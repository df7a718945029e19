/** Custom roles (H14a). Amounts in cents, the discount in percent. */
import { sql } from 'drizzle-orm'
import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { StaffPermission } from './permissions.ts'

export const staffRole = sqliteTable(
  'staff_role',
  {
    /** `own-` and 12 hex digits. */
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    permissions: text('permissions', { mode: 'json' }).$type<StaffPermission[]>().notNull(),
    refundAct: integer('refund_act').notNull(),
    refundDay: integer('refund_day').notNull(),
    creditAct: integer('credit_act').notNull(),
    creditDay: integer('credit_day').notNull(),
    bulk: integer('bulk').notNull(),
    discount: integer('discount').notNull(),
    /** 1, or null for a deleted role, so that the unique index ignores its name. */
    isActive: integer('is_active'),
    version: integer('version').notNull().default(1),
  },
  (t) => [uniqueIndex('staff_role_name').on(sql`lower(${t.name})`, t.isActive)],
)
