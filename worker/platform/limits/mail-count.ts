/** Counts the mails to one mailbox by kind. Every mail of the shop is counted here. */
import { DAY_MS, HOUR_MS } from '../../../schema/platform/duration.ts'
import { type LimitedMail, MAIL_LIMITS } from '../../../schema/platform/limits/mail-limits.ts'
import { toMailbox } from '../../../schema/platform/mail/mailbox.ts'
import type { Config } from '../../config.ts'
import { hmacKey } from '../security/secret-token.ts'
import { countAttemptOnce, revertAttempt } from './rate-limit-counter.sql.ts'

/** A row of the outbox with its recipient. */
interface Mailing {
  id: number
  kind: LimitedMail
  to: string
}

/**
 * Counts a mail (only once for several attempts) and returns whether it may be sent. `now`: send it. `last`: send it
 * as the last mail of its kind today. `later` and `dropped`: the limit is reached (see `MailLimit.beyond`).
 */
export async function countMail(
  db: D1Database,
  config: Config,
  mailing: Mailing,
  now: number,
): Promise<'now' | 'last' | 'later' | 'dropped'> {
  const counters = toCounters(config, mailing)
  const name = hmacKey(config.sessionSecret, 'mail', String(mailing.id))
  const counts = await countAttemptOnce(db, name, counters, now)
  if (counters.every(({ max }, index) => (counts[index] ?? 0) <= max)) {
    return counts.at(-1) === counters.at(-1)?.max ? 'last' : 'now'
  }
  console.warn('a mailbox got too many mails of a kind', mailing.kind)
  // A mail that is not sent is not counted.
  await revertAttempt(db, name, counters)
  return MAIL_LIMITS[mailing.kind].beyond
}

function toCounters({ sessionSecret }: Config, { kind, to }: Mailing) {
  const { hour, day } = MAIL_LIMITS[kind]
  const id = (window: string) => hmacKey(sessionSecret, `mails-${window}`, `${kind}:${toMailbox(to)}`)
  return [
    { id: id('hour'), windowMs: HOUR_MS, max: hour },
    { id: id('day'), windowMs: DAY_MS, max: day },
  ]
}
