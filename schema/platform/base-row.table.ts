/** Base rows of the shop as they were last written; rows that a merchant changed since stay. */
import { primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const baseRow = sqliteTable(
  'base_row',
  {
    tableName: text('table_name').notNull(),
    rowKey: text('row_key').notNull(),
    /** The row as JSON; empty while it waits to be written, `null` where the merchant had one of this key before. */
    written: text('written'),
  },
  (t) => [primaryKey({ columns: [t.tableName, t.rowKey] })],
)
