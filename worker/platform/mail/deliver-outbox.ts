/** Sends one row of the outbox. Sent twice it arrives once: the row is taken for one try, and its id is the mail's key. */
import { isLimitedMail } from '../../../schema/platform/limits/mail-limits.ts'
import { parseConfig } from '../../config.ts'
import type { Env } from '../../env.ts'
import { roomFor } from '../limits/mail-count.ts'
import { redact } from '../security/log-redaction.ts'
import { MAIL_TIMEOUT_MS, sendMail } from './mail.ts'
import type { MailRegistry } from './mail-builder.ts'
import { markFailed, markRefused, markSent, postpone, takeOutboxRow, wakeWaiting } from './outbox.sql.ts'

/** Longer than one try can take. A try that was cut off is made again right after it. */
const LEASE_MS = 2 * MAIL_TIMEOUT_MS
/** Until a mail that its mailbox has no room for is looked at again. */
const POSTPONED_MS = 30 * 60_000
const BEYOND = 'beyond the limit of mails of this kind to one mailbox'

/**
 * Delivers the row if it is due. Gives the milliseconds within which the mail service takes no other mail, 0 if it does.
 * Throws only when D1 does not answer.
 */
export async function deliverRow(env: Env, id: number, now: number, mails: MailRegistry): Promise<number> {
  const parsed = parseConfig(env)
  // Without a mail service mails wait; they are not counted as tried.
  if (!parsed.ok || !parsed.config.mail) return 0
  const { mail } = parsed.config
  const row = await takeOutboxRow(env.DB, id, now, LEASE_MS)
  if (!row) return 0
  const message = await mails.build(env, row, parsed.config, now)
  if (!message) {
    await markRefused(env.DB, id, `nothing to send for ${row.kind}`)
    return 0
  }
  const room = isLimitedMail(row.kind)
    ? await roomFor(env.DB, parsed.config, { id, kind: row.kind, to: message.to }, now)
    : 'now'
  if (room === 'later' || room === 'dropped') {
    if (room === 'dropped') await markRefused(env.DB, id, BEYOND)
    else await postpone(env.DB, { id, until: now + POSTPONED_MS, reason: BEYOND })
    return 0
  }
  const last = room === 'last' ? await mails.buildLast(env, row, parsed.config, now) : null
  const sent = await sendMail(mail, last ?? message, `outbox-${id}`)
  if (sent.ok) {
    await markSent(env.DB, id, now)
    // The service is back: what waits for a later try need not.
    if (row.attempts > 1) await wakeWaiting(env.DB, now)
    return 0
  }
  console.warn('a mail was not taken', row.kind, row.attempts, redact(sent.detail))
  if (sent.pauseMs !== undefined) {
    await postpone(env.DB, { id, until: now + sent.pauseMs, reason: sent.detail })
    return sent.pauseMs
  }
  if (sent.again) await markFailed(env.DB, { id, attempts: row.attempts, error: sent.detail, now })
  else await markRefused(env.DB, id, sent.detail)
  return 0
}
