/** Configuration of the shop that is no secret and may change without a deployment: path and value. */
import { sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const config = sqliteTable('config', {
  /** E.g. `general/region/allowed_state`. */
  path: text('path').primaryKey(),
  value: text('value').notNull(),
})
