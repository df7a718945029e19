/** ZIP codes. Text, because ZIP codes may have leading zeros. */
import { real, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const zipCode = sqliteTable('zip_code', {
  zip: text('zip').primaryKey(),
  city: text('city').notNull(),
  state: text('state').notNull(),
  county: text('county'),
  latitude: real('latitude'),
  longitude: real('longitude'),
})
