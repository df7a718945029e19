/** Counts of events by day, for all shoppers together. */
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const eventCount = sqliteTable(
  'event_count',
  {
    /** `2026-11-22`, in the shop's time zone. */
    day: text('day').notNull(),
    kind: text('kind').notNull(),
    /** Empty for an event that is not about a product. */
    sku: text('sku').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.kind, t.sku] })],
)
