/** Sends one row of the outbox. Sent twice it arrives once: the row is taken for one try, and its id is the mail's key. */
import { type Config, parseConfig } from '../config.ts'
import { readOrder } from '../db/order.ts'
import { markFailed, markRefused, markSent, type OutboxRow, takeOutboxRow } from '../db/outbox.ts'
import type { Env } from '../env.ts'
import { type Mail, sendMail } from '../gateways/mail.ts'
import { orderConfirmation } from '../mail/order-confirmation.tsx'
import { downloadsOf } from './order-downloads.ts'

/** Longer than one try can take. */
const LEASE_MS = 60_000

/** Delivers the row if it is due. Throws only when D1 does not answer. */
export async function deliverOutbox(env: Env, id: number, now: number): Promise<void> {
  const parsed = parseConfig(env)
  // Without a mail service mails wait; they are not counted as tried.
  if (!parsed.ok || !parsed.config.mail) return
  const { mail } = parsed.config
  const row = await takeOutboxRow(env.DB, id, now, LEASE_MS)
  if (!row) return
  const message = await messageOf(env, row, parsed.config, now)
  if (!message) {
    await markRefused(env.DB, id, `nothing to send for ${row.kind}`)
    return
  }
  const sent = await sendMail(mail, message, `outbox-${id}`)
  if (sent.ok) await markSent(env.DB, id, now)
  else if (sent.again) await markFailed(env.DB, { id, attempts: row.attempts, error: sent.detail, now })
  else await markRefused(env.DB, id, sent.detail)
}

async function messageOf(env: Env, row: OutboxRow, config: Config, now: number): Promise<Mail | null> {
  const { kind, payload } = row
  const isOrder = kind === 'order-mail' && typeof payload === 'object' && payload !== null
  const orderNumber = isOrder && 'orderNumber' in payload ? String(payload.orderNumber) : null
  const order = orderNumber === null ? null : await readOrder(env.DB, orderNumber)
  if (!order) return null
  const downloads = await downloadsOf(env.DB, config.cartSecret, order, now)
  return { to: order.email, ...orderConfirmation(order, config.siteUrl, downloads) }
}
