/** The 65 regions of the U.S. with their ids in the API. */
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const region = sqliteTable('region', {
  regionId: integer('region_id').primaryKey(),
  /** Not unique: four military regions have `AE`. */
  code: text('code').notNull(),
  name: text('name').notNull(),
  countryId: text('country_id').notNull(),
})
