/** Addresses of programs that are notified of changes, what they are sent, and each try (H14y). Times are milliseconds. */
import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { WebhookKind, WebhookType } from './webhook.ts'

export const webhook = sqliteTable(
  'webhook',
  {
    id: text('id').primaryKey(),
    address: text('address').notNull(),
    kinds: text('kinds', { mode: 'json' }).$type<WebhookKind[]>().notNull(),
    /** The signing secret is derived from this and the shop's own secret, so the database alone doesn't have it. */
    secretName: text('secret_name').notNull(),
    createdAt: integer('created_at').notNull(),
    /** Failed tries since the last one that was accepted. */
    failures: integer('failures').notNull().default(0),
    failingSince: integer('failing_since'),
    /** An address that did not answer is left alone until then. */
    pausedUntil: integer('paused_until').notNull().default(0),
    /** One run sends to an address at a time; a run that died loses its lease. */
    leasedUntil: integer('leased_until').notNull().default(0),
    /** When the shop gave up; staff start it again. */
    stoppedAt: integer('stopped_at'),
    endedAt: integer('ended_at'),
    version: integer('version').notNull().default(1),
  },
  (t) => [index('webhook_stopped').on(t.stoppedAt).where(sql`stopped_at is not null and ended_at is null`)],
)

/** What a webhook is sent; triggers write the rows in the transaction of the change. */
export const webhookMessage = sqliteTable(
  'webhook_message',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    webhookId: text('webhook_id')
      .notNull()
      .references(() => webhook.id),
    type: text('type').$type<WebhookType>().notNull(),
    /** A sku, the number of an order, or that and the number of its return: `TL-7K3M9QXA/1`. */
    subject: text('subject').notNull(),
    at: integer('at').notNull(),
    dueAt: integer('due_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** When it was accepted. */
    doneAt: integer('done_at'),
  },
  (t) => [
    index('webhook_message_due').on(t.webhookId, t.dueAt).where(sql`done_at is null`),
    index('webhook_message_at').on(t.at),
  ],
)

export const webhookTry = sqliteTable(
  'webhook_try',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    messageId: integer('message_id')
      .notNull()
      .references(() => webhookMessage.id, { onDelete: 'cascade' }),
    at: integer('at').notNull(),
    /** How long it took. */
    ms: integer('ms').notNull(),
    /** The HTTP status of the answer; `null` without one. */
    status: integer('status'),
    error: text('error'),
  },
  (t) => [index('webhook_try_message').on(t.messageId)],
)
