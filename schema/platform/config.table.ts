/** Public configuration of the shop that can change without a deployment: path and value. */
import { sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const config = sqliteTable('config', {
  /** E.g. `general/region/allowed_state`. */
  path: text('path').primaryKey(),
  value: text('value').notNull(),
})
