/** A message to the shop: into the outbox for everybody who is to read it, and a receipt for who wrote it. */
import { deskRecipients } from '../../../schema/orders/life/desk.ts'
import type { Env } from '../../env.ts'
import { shopConfig } from '../../platform/config.sql.ts'
import { addOutbox, enqueueOutbox, type OutboxEntry } from '../../platform/mail/outbox.sql.ts'

export interface ContactMessage {
  name: string
  email: string
  phone: string
  /** In words. */
  topic: string
  message: string
}

/** Who reads what is written to the shop (`contact/email/recipient_email`, else the store's own address). */
export async function recipientsOf(db: D1Database): Promise<string[]> {
  return deskRecipients(await shopConfig(db), 'contact')
}

/** False when nobody is named who would read it. Throws when D1 does not answer. */
export async function sendContact(
  env: Env,
  message: ContactMessage,
  about: { to: readonly string[]; receipt: boolean; now: number },
): Promise<boolean> {
  const { to, receipt, now } = about
  if (to.length === 0) return false
  const entries: OutboxEntry[] = to.map((address) => ({
    kind: 'contact-message',
    payload: { to: address, ...message },
    now,
  }))
  if (receipt) entries.push(receiptFor(message.email, now))
  await put(env, entries)
  return true
}

/** Says to an address that its message arrived. It repeats nothing of it, so it is of no use to who writes for others. */
export async function sendContactReceipt(env: Env, email: string, now: number): Promise<void> {
  await put(env, [receiptFor(email, now)])
}

function receiptFor(email: string, now: number): OutboxEntry {
  return { kind: 'contact-receipt', payload: { email }, now }
}

async function put(env: Env, entries: readonly OutboxEntry[]): Promise<void> {
  await enqueueOutbox(env.OUTBOX, await env.DB.batch(entries.map((entry) => addOutbox(env.DB, entry))))
}
