/** Who reads the newsletter, or did. */
import { sql } from 'drizzle-orm'
import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { NEWSLETTER_STATES } from './newsletter.ts'

export const newsletterSubscriber = sqliteTable(
  'newsletter_subscriber',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** In small letters. */
    email: text('email').notNull(),
    /** Where that address ends (schema/content/newsletter/newsletter.ts); the welcome goes to each once. */
    mailbox: text('mailbox').notNull(),
    status: text('status', { enum: NEWSLETTER_STATES }).notNull(),
    /** Set on the one address of a mailbox that was welcomed. */
    welcomedAt: integer('welcomed_at'),
    /** The reader's own coupon; none where the shop gave none. */
    couponCode: text('coupon_code'),
    /** When the mail that asks whether a reader really leaves was last written. */
    stopAskedAt: integer('stop_asked_at'),
    createdAt: integer('created_at').notNull(),
    changedAt: integer('changed_at').notNull(),
  },
  (t) => [
    uniqueIndex('newsletter_subscriber_email').on(t.email),
    uniqueIndex('newsletter_subscriber_mailbox').on(t.mailbox).where(sql`welcomed_at is not null`),
  ],
)
