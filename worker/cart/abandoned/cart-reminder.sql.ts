/** Reminders of abandoned carts. E-mail addresses are in lower case. */
import { eq, lt, sql } from 'drizzle-orm'
import { cartReminder, cartReminderStop } from '../../../schema/cart/abandoned/cart-reminder.table.ts'
import { DAY_MS } from '../../../schema/platform/duration.ts'
import { toMailbox } from '../../../schema/platform/mail/mailbox.ts'
import { outbox } from '../../../schema/platform/mail/outbox.table.ts'
import { connect, insertFrom, toStatement } from '../../platform/drizzle.sql.ts'

export interface CartReminder {
  id: number
  quoteId: string
  email: string
  createdAt: number
}

/**
 * Writes a reminder and its mail in one batch. Writes nothing for a step that was written before, for a mailbox that
 * stopped reminders, or for a mailbox with a reminder of another cart within a day. Returns the mail's row for the
 * queue.
 */
export async function addReminder(
  db: D1Database,
  reminder: { quoteId: string; step: number; email: string; customerId: number | null; now: number },
): Promise<D1Result<unknown>[]> {
  const { quoteId, step, email, customerId, now } = reminder
  const mailbox = toMailbox(email)
  const results = await db.batch([
    toStatement(
      db,
      insertFrom(
        cartReminder,
        { quoteId, step, email, customerId, createdAt: now, mailbox },
        sql`where not exists (select 1 from ${cartReminderStop} where ${cartReminderStop.email} in (${email}, ${mailbox}))
          and not exists (select 1 from ${cartReminder} where ${cartReminder.mailbox} = ${mailbox}
            and ${cartReminder.createdAt} > ${now - DAY_MS} and ${cartReminder.quoteId} <> ${quoteId})`,
        { orIgnore: true },
      ),
    ),
    toStatement(
      db,
      insertFrom(
        outbox,
        {
          kind: 'abandoned-cart',
          payload: sql`json_object('reminderId', ${cartReminder.id})`,
          createdAt: now,
          nextAt: now,
        },
        sql`from ${cartReminder} where changes() > 0 and ${cartReminder.quoteId} = ${quoteId}
          and ${cartReminder.step} = ${step} returning id`,
      ),
    ),
  ])
  return results.slice(-1)
}

/** Returns the reminder with this id, or `null`. */
export async function findReminder(db: D1Database, id: number): Promise<CartReminder | null> {
  const { quoteId, email, createdAt } = cartReminder
  const row = await connect(db)
    .select({ id: cartReminder.id, quoteId, email, createdAt })
    .from(cartReminder)
    .where(eq(cartReminder.id, id))
    .get()
  return row ?? null
}

/**
 * Checks whether a reminder must not be sent, because reminders were stopped or an order was placed with this e-mail
 * address. Orders belong to a higher room, so their table is named here and not imported.
 */
export async function isReminderObsolete(db: D1Database, reminder: CartReminder): Promise<boolean> {
  const { email, createdAt } = reminder
  const row = await connect(db).get<{ obsolete: number }>(sql`
    select exists (select 1 from ${cartReminderStop} where ${cartReminderStop.email} in (${email}, ${toMailbox(email)}))
      or exists (select 1 from sales_order where email = ${email} and placed_at > ${createdAt - DAY_MS}
        and status <> 'canceled') as obsolete`)
  return row?.obsolete === 1
}

/** Stops reminders to this mailbox for every spelling of its address. */
export async function optOutOfReminders(db: D1Database, email: string, now: number): Promise<void> {
  await connect(db)
    .insert(cartReminderStop)
    .values([email, toMailbox(email)].map((address) => ({ email: address, createdAt: now })))
    .onConflictDoNothing()
}

/** Deletes reminders older than `before`; the links in their mails are invalid afterwards. */
export async function deleteExpiredReminders(db: D1Database, before: number): Promise<void> {
  await connect(db).delete(cartReminder).where(lt(cartReminder.createdAt, before))
}
