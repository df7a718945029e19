/** Subscribers of the newsletter. E-mail addresses are in lower case (`normalizeEmail`). */

import { and, eq, sql } from 'drizzle-orm'
import { coupon } from '../../../schema/cart/coupon/coupon.table.ts'
import { newsletterSubscriber } from '../../../schema/content/newsletter/newsletter.table.ts'
import { NEWSLETTER_COUPON, type NewsletterState } from '../../../schema/content/newsletter/newsletter.ts'
import { config } from '../../../schema/platform/config.table.ts'
import { DAY_MS } from '../../../schema/platform/duration.ts'
import { outbox } from '../../../schema/platform/mail/outbox.table.ts'
import { connect, insertFrom, toStatement } from '../../platform/drizzle.sql.ts'

export interface Subscriber {
  id: number
  email: string
  status: NewsletterState
  couponCode: string | null
}

/** Returns the state of a subscription; `null` for an address that never subscribed. */
export async function newsletterState(db: D1Database, email: string): Promise<NewsletterState | null> {
  const { status } = newsletterSubscriber
  const row = await connect(db)
    .select({ status })
    .from(newsletterSubscriber)
    .where(eq(newsletterSubscriber.email, email))
    .get()
  return row?.status ?? null
}

/** Returns a subscriber by id. */
export async function findSubscriber(db: D1Database, subscriberId: number): Promise<Subscriber | null> {
  const { id, email, status, couponCode } = newsletterSubscriber
  const row = await connect(db)
    .select({ id, email, status, couponCode })
    .from(newsletterSubscriber)
    .where(eq(id, subscriberId))
    .get()
  return row ?? null
}

/** Returns the statement that adds a mail to the subscriber if the previous statement changed a row. */
function mailIfChanged(
  db: D1Database,
  kind: 'newsletter-welcome' | 'newsletter-stop',
  email: string,
  now: number,
): D1PreparedStatement {
  const payload = sql`json_object('subscriberId', ${newsletterSubscriber.id})`
  const insert = insertFrom(
    outbox,
    { kind, payload, createdAt: now, nextAt: now },
    sql`from ${newsletterSubscriber} where ${newsletterSubscriber.email} = ${email} and changes() > 0`,
  )
  return toStatement(db, sql`${insert} returning id`)
}

/**
 * Subscribes an address; changes nothing for a current subscriber. A mailbox without an earlier welcome gets a mail and a
 * coupon of its own under `code`, valid for one use, with the terms of the coupon in the configuration; without that coupon
 * only the mail. All in one batch; returns the mail's row for the queue.
 */
export async function subscribe(
  db: D1Database,
  subscriber: { email: string; mailbox: string; code: string; now: number },
): Promise<D1Result<unknown>[]> {
  const { email, mailbox, code, now } = subscriber
  const client = connect(db)
  const t = newsletterSubscriber
  const isUnwelcomed = sql`not exists (
    select 1 from ${t} where ${t.mailbox} = ${mailbox} and ${t.welcomedAt} is not null)`
  const template = sql`from ${coupon}
    where ${coupon.code} = (select upper(${config.value}) from ${config} where ${config.path} = ${NEWSLETTER_COUPON})
      and ${coupon.isActive} = 1 and (${coupon.endsAt} is null or ${coupon.endsAt} > ${now}) and ${isUnwelcomed}`
  const { kind, value, minSubtotal, startsAt, endsAt, firstOrderOnly } = coupon
  const terms = { kind, value, minSubtotal, startsAt, endsAt, firstOrderOnly }
  const ownCoupon = {
    ...terms,
    code,
    isActive: true,
    usageLimit: 1,
    perCustomerLimit: 1,
    timesUsed: 0,
    description: 'Of one newsletter reader',
  }
  const subscribed = { status: 'subscribed' as const, changedAt: now }
  const results = await db.batch([
    toStatement(
      db,
      client
        .insert(t)
        .values({ email, mailbox, createdAt: now, ...subscribed })
        .onConflictDoUpdate({ target: t.email, set: subscribed, setWhere: sql`${t.status} <> 'subscribed'` }),
    ),
    toStatement(db, insertFrom(coupon, ownCoupon, template)),
    toStatement(
      db,
      client
        .update(t)
        .set({
          welcomedAt: now,
          couponCode: sql`(select ${coupon.code} from ${coupon} where ${coupon.code} = ${code})`,
        })
        .where(and(eq(t.email, email), isUnwelcomed)),
    ),
    mailIfChanged(db, 'newsletter-welcome', email, now),
  ])
  return results.slice(-1)
}

/** A mailbox gets at most one link to unsubscribe in this time, for any number of requests. */
const STOP_MAIL_INTERVAL_MS = DAY_MS

/** Adds the mail with a link to unsubscribe, for a subscriber only; returns the mail's row for the queue. */
export async function askToLeave(db: D1Database, email: string, now: number): Promise<D1Result<unknown>[]> {
  const t = newsletterSubscriber
  const isDue = sql`coalesce(${t.stopAskedAt}, 0) <= ${now - STOP_MAIL_INTERVAL_MS}`
  const results = await db.batch([
    toStatement(
      db,
      connect(db)
        .update(t)
        .set({ stopAskedAt: now })
        .where(and(eq(t.email, email), eq(t.status, 'subscribed'), isDue)),
    ),
    mailIfChanged(db, 'newsletter-stop', email, now),
  ])
  return results.slice(-1)
}

/** Unsubscribes an address; changes nothing for one that is not subscribed. */
export async function unsubscribe(db: D1Database, email: string, now: number): Promise<void> {
  const t = newsletterSubscriber
  await connect(db)
    .update(t)
    .set({ status: 'unsubscribed', changedAt: now })
    .where(and(eq(t.email, email), eq(t.status, 'subscribed')))
}
