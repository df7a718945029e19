/** Readers of the newsletter. An address is given in small letters (`addressKey`). */
import { NEWSLETTER_COUPON, type NewsletterState } from '../../../schema/content/newsletter/newsletter.ts'

export interface Subscriber {
  id: number
  email: string
  status: NewsletterState
  couponCode: string | null
}

/** `null` for an address that never subscribed. */
export async function newsletterState(db: D1Database, email: string): Promise<NewsletterState | null> {
  return db
    .prepare('SELECT status FROM newsletter_subscriber WHERE email = ?')
    .bind(email)
    .first<NewsletterState>('status')
}

export async function findSubscriber(db: D1Database, id: number): Promise<Subscriber | null> {
  return db
    .prepare('SELECT id, email, status, coupon_code AS couponCode FROM newsletter_subscriber WHERE id = ?')
    .bind(id)
    .first<Subscriber>()
}

/**
 * Subscribes; nothing happens to who is subscribed already. A mailbox that was never welcomed gets a coupon of its own
 * under `code`, with the terms of the one that the configuration names and good for one use, and a mail that brings
 * it; without such a coupon the mail comes alone. All in one batch; gives the mail's row for the queue.
 */
export async function subscribe(
  db: D1Database,
  reader: { email: string; mailbox: string; code: string; now: number },
): Promise<D1Result<unknown>[]> {
  const { email, mailbox, code, now } = reader
  const unwelcomed =
    'NOT EXISTS (SELECT 1 FROM newsletter_subscriber known WHERE known.mailbox = ?2 AND welcomed_at IS NOT NULL)'
  const results = await db.batch([
    db
      .prepare(
        `INSERT INTO newsletter_subscriber (email, mailbox, status, created_at, changed_at)
         VALUES (?1, ?2, 'subscribed', ?3, ?3)
         ON CONFLICT (email) DO UPDATE SET status = 'subscribed', changed_at = ?3 WHERE status <> 'subscribed'`,
      )
      .bind(email, mailbox, now),
    db
      .prepare(
        `INSERT INTO coupon (code, kind, value, is_active, min_subtotal, starts_at, ends_at, usage_limit,
           per_customer_limit, first_order_only, times_used, description)
         SELECT ?1, kind, value, 1, min_subtotal, starts_at, ends_at, 1, 1, first_order_only, 0, 'Of one newsletter reader'
         FROM coupon WHERE code = (SELECT upper(value) FROM config WHERE path = '${NEWSLETTER_COUPON}')
           AND is_active = 1 AND (ends_at IS NULL OR ends_at > ?3) AND ${unwelcomed}`,
      )
      .bind(code, mailbox, now),
    db
      .prepare(
        `UPDATE newsletter_subscriber
         SET welcomed_at = ?3, coupon_code = (SELECT code FROM coupon WHERE code = ?4)
         WHERE email = ?1 AND ${unwelcomed}`,
      )
      .bind(email, mailbox, now, code),
    db
      .prepare(
        `INSERT INTO outbox (kind, payload, created_at, next_at)
         SELECT 'newsletter-welcome', json_object('subscriberId', id), ?2, ?2
         FROM newsletter_subscriber WHERE email = ?1 AND changes() > 0 RETURNING id`,
      )
      .bind(email, now),
  ])
  return results.slice(-1)
}

/** A mailbox is asked once a day at most, however many want it off the list. */
const ASKED_EVERY_MS = 86_400_000

/** Asks the mailbox of a reader whether it leaves; gives the mail's row for the queue, none for who is not on the list. */
export async function askToLeave(db: D1Database, email: string, now: number): Promise<D1Result<unknown>[]> {
  const results = await db.batch([
    db
      .prepare(
        `UPDATE newsletter_subscriber SET stop_asked_at = ?2
         WHERE email = ?1 AND status = 'subscribed' AND coalesce(stop_asked_at, 0) <= ?3`,
      )
      .bind(email, now, now - ASKED_EVERY_MS),
    db
      .prepare(
        `INSERT INTO outbox (kind, payload, created_at, next_at)
         SELECT 'newsletter-stop', json_object('subscriberId', id), ?2, ?2
         FROM newsletter_subscriber WHERE email = ?1 AND changes() > 0 RETURNING id`,
      )
      .bind(email, now),
  ])
  return results.slice(-1)
}

/** Takes an address off the list; nothing happens to one that is not on it. */
export async function unsubscribe(db: D1Database, email: string, now: number): Promise<void> {
  await db
    .prepare(
      "UPDATE newsletter_subscriber SET status = 'unsubscribed', changed_at = ?2 WHERE email = ?1 AND status = 'subscribed'",
    )
    .bind(email, now)
    .run()
}
