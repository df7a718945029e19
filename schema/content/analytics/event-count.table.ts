/** Counts of events by day, for all shoppers together. */
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const eventCount = sqliteTable(
  'event_count',
  {
    /** `2026-11-22`, in the shop's time zone. */
    day: text('day').notNull(),
    kind: text('kind').notNull(),
    /** Empty where the event is about no product. */
    sku: text('sku').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.kind, t.sku] })],
)
