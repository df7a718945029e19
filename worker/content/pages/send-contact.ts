/** Sends a message to the shop: adds a mail for each recipient to the outbox, and a receipt for the sender. */
import { deskRecipients } from '../../../schema/orders/life/desk.ts'
import type { Env } from '../../env.ts'
import { shopConfig } from '../../platform/config.sql.ts'
import { addOutbox, enqueueOutbox, type OutboxEntry } from '../../platform/mail/outbox.sql.ts'

export interface ContactMessage {
  name: string
  email: string
  phone: string
  /** The label of the topic. */
  topic: string
  message: string
}

/** Returns the recipients of messages (`contact/email/recipient_email`, else the address of the store). */
export async function readContactRecipients(db: D1Database): Promise<string[]> {
  return deskRecipients(await shopConfig(db), 'contact')
}

/** Sends a message; returns false without recipients. Throws when D1 does not answer. */
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
  await enqueue(env, entries)
  return true
}

/** Sends the receipt. It repeats no text of the message, so that it cannot be used to send texts to other people. */
export async function sendContactReceipt(env: Env, email: string, now: number): Promise<void> {
  await enqueue(env, [receiptFor(email, now)])
}

function receiptFor(email: string, now: number): OutboxEntry {
  return { kind: 'contact-receipt', payload: { email }, now }
}

async function enqueue(env: Env, entries: readonly OutboxEntry[]): Promise<void> {
  await enqueueOutbox(env.OUTBOX, await env.DB.batch(entries.map((entry) => addOutbox(env.DB, entry))))
}
