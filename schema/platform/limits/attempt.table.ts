/** Counters of attempts, each for a time window. The table is named after its first use. */
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const attempt = sqliteTable(
  'sign_in_attempt',
  {
    id: text('id').primaryKey(),
    failures: integer('failures').notNull(),
    since: integer('since').notNull(),
    lastAt: integer('last_at').notNull(),
  },
  (t) => [index('sign_in_attempt_last').on(t.lastAt)],
)
