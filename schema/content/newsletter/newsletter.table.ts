/** Current and former subscribers. */
import { sql } from 'drizzle-orm'
import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { NEWSLETTER_STATES } from './newsletter.ts'

export const newsletterSubscriber = sqliteTable(
  'newsletter_subscriber',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Lower case. */
    email: text('email').notNull(),
    /** The mailbox of the address; each gets the welcome once. */
    mailbox: text('mailbox').notNull(),
    status: text('status', { enum: NEWSLETTER_STATES }).notNull(),
    /** Set on the one address of a mailbox that got the welcome. */
    welcomedAt: integer('welcomed_at'),
    /** The subscriber's own coupon, if any. */
    couponCode: text('coupon_code'),
    /** When the mail that confirms an unsubscription was last sent. */
    stopAskedAt: integer('stop_asked_at'),
    createdAt: integer('created_at').notNull(),
    changedAt: integer('changed_at').notNull(),
  },
  (t) => [
    uniqueIndex('newsletter_subscriber_email').on(t.email),
    uniqueIndex('newsletter_subscriber_mailbox').on(t.mailbox).where(sql`welcomed_at is not null`),
  ],
)
