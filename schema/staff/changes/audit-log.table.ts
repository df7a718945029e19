/** The audit log: one row for each change that staff, an import or a plan made (H14). Rows are never changed or deleted. */
import { sql } from 'drizzle-orm'
import { type AnySQLiteColumn, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

export const auditLog = sqliteTable(
  'audit_log',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Milliseconds. */
    at: integer('at').notNull(),
    /** `null` for an import or a plan. */
    staffId: integer('staff_id'),
    /** The beginning of the session's id: one person may use several devices. */
    session: text('session'),
    source: text('source', { enum: ['page', 'api', 'plan', 'import', 'shop'] }).notNull(),
    kind: text('kind').notNull(),
    record: text('record').notNull(),
    recordId: text('record_id').notNull(),
    /** The version of the record after the change. */
    version: integer('version').notNull(),
    /** The changed fields before and after. */
    before: text('before', { mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    after: text('after', { mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    why: text('why'),
    /** Makes a repeated request one change. */
    key: text('key').notNull(),
    /** Changes with the same batch were made, and are undone, as one. */
    batch: text('batch'),
    /** The change that this one undoes. */
    undoes: integer('undoes').references((): AnySQLiteColumn => auditLog.id),
  },
  (t) => [
    uniqueIndex('audit_log_key').on(t.key),
    index('audit_log_record').on(t.record, t.recordId, t.version),
    index('audit_log_typed_id').on(sql`record_id collate nocase`, t.id),
    index('audit_log_staff').on(t.staffId, t.at),
    index('audit_log_at').on(t.at),
    index('audit_log_kind').on(t.kind, t.at),
    index('audit_log_batch').on(t.batch).where(sql`batch is not null`),
    uniqueIndex('audit_log_undoes').on(t.undoes).where(sql`undoes is not null`),
  ],
)
