/** Outcomes of calls to payment providers, counted by minute. */
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const paymentCall = sqliteTable(
  'payment_call',
  {
    /** Minutes since the epoch. */
    minute: integer('minute').notNull(),
    /** The code of the payment method. */
    provider: text('provider').notNull(),
    step: text('step').notNull(),
    outcome: text('outcome').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.minute, t.provider, t.step, t.outcome] })],
)
