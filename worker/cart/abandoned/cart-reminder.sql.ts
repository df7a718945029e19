/** Reminders of carts that were left behind. Addresses are in small letters. */
import { DAY } from '../../../schema/platform/limits/limit-row.ts'
import { mailboxOf } from '../../../schema/platform/mail/mailbox.ts'

export interface CartReminder {
  id: number
  quoteId: string
  email: string
  createdAt: number
}

/**
 * Writes a reminder down and its mail into the outbox, in one batch; a step that was written before, an address that wants
 * none, or a mailbox that was reminded of another cart within a day, writes nothing. Gives the mail's row for the queue.
 */
export async function addReminder(
  db: D1Database,
  reminder: { quoteId: string; step: number; email: string; customerId: number | null; now: number },
): Promise<D1Result<unknown>[]> {
  const { quoteId, step, email, customerId, now } = reminder
  const results = await db.batch([
    db
      .prepare(
        `INSERT OR IGNORE INTO cart_reminder (quote_id, step, email, customer_id, created_at, mailbox)
         SELECT ?1, ?2, ?3, ?4, ?5, ?6
         WHERE NOT EXISTS (SELECT 1 FROM cart_reminder_stop WHERE email IN (?3, ?6))
           AND NOT EXISTS (SELECT 1 FROM cart_reminder WHERE mailbox = ?6 AND created_at > ?7 AND quote_id <> ?1)`,
      )
      .bind(quoteId, step, email, customerId, now, mailboxOf(email), now - DAY),
    db
      .prepare(
        `INSERT INTO outbox (kind, payload, created_at, next_at)
         SELECT 'abandoned-cart', json_object('reminderId', id), ?3, ?3 FROM cart_reminder
         WHERE changes() > 0 AND quote_id = ?1 AND step = ?2 RETURNING id`,
      )
      .bind(quoteId, step, now),
  ])
  return results.slice(-1)
}

/** `null` when there is none of this id. */
export async function findReminder(db: D1Database, id: number): Promise<CartReminder | null> {
  return db
    .prepare('SELECT id, quote_id AS quoteId, email, created_at AS createdAt FROM cart_reminder WHERE id = ?')
    .bind(id)
    .first<CartReminder>()
}

/** True when a mail would be unwelcome: it was stopped, or the address has ordered since. */
export async function isReminderObsolete(db: D1Database, reminder: CartReminder): Promise<boolean> {
  const row = await db
    .prepare(
      `SELECT EXISTS (SELECT 1 FROM cart_reminder_stop WHERE email IN (?1, ?3))
         OR EXISTS (SELECT 1 FROM sales_order WHERE email = ?1 AND placed_at > ?2 AND status <> 'canceled') AS moot`,
    )
    .bind(reminder.email, reminder.createdAt - DAY, mailboxOf(reminder.email))
    .first<{ moot: number }>()
  return row?.moot === 1
}

/** No more reminders to this mailbox, however its address is spelled. */
export async function optOutOfReminders(db: D1Database, email: string, now: number): Promise<void> {
  await db
    .prepare('INSERT OR IGNORE INTO cart_reminder_stop (email, created_at) VALUES (?1, ?3), (?2, ?3)')
    .bind(email, mailboxOf(email), now)
    .run()
}

/** Forgets reminders of before `before`; no link in their mails works any more. */
export async function deleteExpiredReminders(db: D1Database, before: number): Promise<void> {
  await db.prepare('DELETE FROM cart_reminder WHERE created_at < ?').bind(before).run()
}
