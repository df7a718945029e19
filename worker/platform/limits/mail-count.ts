/** Counts the mails that one mailbox gets, by kind: every mail of the shop is counted here, by any sender. */
import { DAY_MS, HOUR_MS } from '../../../schema/platform/duration.ts'
import { type LimitedMail, MAIL_LIMITS } from '../../../schema/platform/limits/mail-limits.ts'
import { mailboxOf } from '../../../schema/platform/mail/mailbox.ts'
import type { Config } from '../../config.ts'
import { hmacKey } from '../security/secret-token.ts'
import { countAttemptOnce, uncountAttempt } from './rate-limit-counter.sql.ts'

/** A row of the outbox and where it goes. */
interface Mailing {
  id: number
  kind: LimitedMail
  to: string
}

/**
 * Counts a mail, once however often it is tried, and says whether its mailbox has room for it. `last`: for this one, and
 * for no other until the day's count is over.
 */
export async function roomFor(
  db: D1Database,
  config: Config,
  mailing: Mailing,
  now: number,
): Promise<'now' | 'last' | 'later' | 'dropped'> {
  const counters = countersOf(config, mailing)
  const name = hmacKey(config.sessionSecret, 'mail', String(mailing.id))
  const counts = await countAttemptOnce(db, name, counters, now)
  if (counters.every(({ max }, at) => (counts[at] ?? 0) <= max)) {
    return counts.at(-1) === counters.at(-1)?.max ? 'last' : 'now'
  }
  console.warn('a mailbox got too many mails of a kind', mailing.kind)
  // What has not left does not count.
  await uncountAttempt(db, name, counters)
  return MAIL_LIMITS[mailing.kind].beyond
}

function countersOf({ sessionSecret }: Config, { kind, to }: Mailing) {
  const { hour, day } = MAIL_LIMITS[kind]
  const id = (window: string) => hmacKey(sessionSecret, `mails-${window}`, `${kind}:${mailboxOf(to)}`)
  return [
    { id: id('hour'), windowMs: HOUR_MS, max: hour },
    { id: id('day'), windowMs: DAY_MS, max: day },
  ]
}
