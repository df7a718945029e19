/**
 * Sends one row of the outbox. The mail arrives once: the row is leased for one attempt, and its id is the mail's
 * idempotency key.
 */
import { isLimitedMail } from '../../../schema/platform/limits/mail-limits.ts'
import { parseConfig } from '../../config.ts'
import type { Env } from '../../env.ts'
import { countMail } from '../limits/mail-count.ts'
import { redact } from '../security/log-redaction.ts'
import { MAIL_TIMEOUT_MS, sendMail } from './mail.ts'
import type { MailRegistry } from './mail-builder.ts'
import {
  LIMIT_REASON,
  leaseOutboxRow,
  makeWaitingDue,
  markFailed,
  markRefused,
  markSent,
  postpone,
} from './outbox.sql.ts'

/** Longer than one attempt can take. An interrupted attempt is repeated after the lease. */
const LEASE_MS = 2 * MAIL_TIMEOUT_MS
/** Milliseconds until a mail above the limit of its mailbox is checked again. */
const POSTPONED_MS = 30 * 60_000

/**
 * Delivers the row if it is due. Returns the milliseconds until the mail service accepts the next mail, usually 0.
 * Throws only when D1 does not answer.
 */
export async function deliverRow(env: Env, id: number, now: number, mails: MailRegistry): Promise<number> {
  const parsed = parseConfig(env)
  // Without a mail service mails wait, and no attempt is counted.
  if (!parsed.ok || !parsed.config.mail) return 0
  const { mail } = parsed.config
  const row = await leaseOutboxRow(env.DB, id, now, LEASE_MS)
  if (!row) return 0
  const message = await mails.build(env, row, parsed.config, now)
  // A buyer at the counter may have given no address.
  if (!message || message.to === '') {
    await markRefused(env.DB, id, `nothing to send for ${row.kind}`)
    return 0
  }
  const quota = isLimitedMail(row.kind)
    ? await countMail(env.DB, parsed.config, { id, kind: row.kind, to: message.to }, now)
    : 'now'
  if (quota === 'later' || quota === 'dropped') {
    if (quota === 'dropped') await markRefused(env.DB, id, LIMIT_REASON)
    else await postpone(env.DB, { id, until: now + POSTPONED_MS, reason: LIMIT_REASON })
    return 0
  }
  const last = quota === 'last' ? await mails.buildLast(env, row, parsed.config, now) : null
  const sent = await sendMail(mail, last ?? message, `outbox-${id}`)
  if (sent.ok) {
    await markSent(env.DB, id, now)
    // The service works again, so waiting mails are sent now.
    if (row.attempts > 1) await makeWaitingDue(env.DB, now)
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
