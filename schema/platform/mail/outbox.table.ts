/** Pending mails and index rebuilds, written in the same batch as the change that causes them. */
import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const outbox = sqliteTable(
  'outbox',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    kind: text('kind').notNull(),
    payload: text('payload', { mode: 'json' }).$type<unknown>().notNull(),
    createdAt: integer('created_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    sentAt: integer('sent_at'),
    /** Time of the next attempt, in milliseconds since the epoch. */
    nextAt: integer('next_at').notNull(),
  },
  (t) => [
    index('outbox_waiting').on(t.nextAt).where(sql`sent_at is null`),
    index('outbox_sent').on(t.sentAt).where(sql`sent_at is not null`),
  ],
)
