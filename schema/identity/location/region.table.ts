/** The 65 regions of the U.S. with the ids that clients of this API family use. */
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const region = sqliteTable('region', {
  regionId: integer('region_id').primaryKey(),
  /** Not unique: `AE` stands for four military regions. */
  code: text('code').notNull(),
  name: text('name').notNull(),
  countryId: text('country_id').notNull(),
})
