/** Public configuration of the shop that can change without a deployment: path and value. */
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const config = sqliteTable('config', {
  /** E.g. `general/region/allowed_state`. */
  path: text('path').primaryKey(),
  value: text('value').notNull(),
  /** How often staff changed it, from 1. */
  version: integer('version').notNull().default(1),
})

/** The setting that lists the codes of the states to which the shop delivers. */
export const ALLOWED_STATES_PATH = 'general/region/allowed_state'
/** Days on which the shop is closed besides the holidays of carriers, with commas. */
export const CLOSED_DAYS_PATH = 'shop/closed_days'
