/** Rate limits of the platform per purpose: the number of requests of one network within a minute (wrangler.toml). */
import type { Context } from 'hono'
import { PLATFORM_LIMITS, type PlatformLimitName } from '../../../schema/platform/limits/limits.ts'
import { toMailbox } from '../../../schema/platform/mail/mailbox.ts'
import type { Config } from '../../config.ts'
import { hmacKey } from '../security/secret-token.ts'
import { clientNetwork, widerClientNetworks } from './client-network.ts'

export { TOO_MANY } from '../../../schema/platform/limits/limits.ts'

type MailPurposes = (typeof PLATFORM_LIMITS)['MAIL_LIMIT']['purposes']
/** Purposes that are counted per mailbox; `isRateLimited` does not accept these. */
type MailboxPurpose = {
  [Name in keyof MailPurposes]: MailPurposes[Name] extends { per: 'mailbox' } ? Name : never
}[keyof MailPurposes]

/**
 * Counts a request and checks whether this network, or for IPv6 the /56 or /48 around it, has made too many requests
 * for `purpose`. With `key`, counts by the key (such as an account) instead of the network.
 */
export async function isRateLimited<Name extends PlatformLimitName>(
  c: Context,
  limit: Name,
  purpose: Exclude<keyof (typeof PLATFORM_LIMITS)[Name]['purposes'] & string, MailboxPurpose>,
  key: string | null = null,
): Promise<boolean> {
  const counts = [count(c, limit, `${purpose}:${key ?? clientNetwork(c)}`)]
  const { wider } = PLATFORM_LIMITS[limit]
  if (key === null && wider !== null) {
    for (const [index, network] of widerClientNetworks(c).entries()) {
      // Some bindings count for several limits, so the key contains the name of the limit.
      counts.push(count(c, wider[index] ?? limit, `${limit}:${purpose}:${network}`))
    }
  }
  return (await Promise.all(counts)).includes(false)
}

/** Counts a request and checks whether one mailbox has too many, from all networks and for every spelling of its address. */
export async function isMailboxOverLimit(
  c: Context,
  purpose: MailboxPurpose,
  email: string,
): Promise<boolean> {
  const { sessionSecret } = c.get('config') as Config
  const mailbox = hmacKey(sessionSecret, 'mail-limit', toMailbox(email))
  return !(await count(c, 'MAIL_LIMIT', `${purpose}:${mailbox}`))
}

async function count(c: Context, limit: PlatformLimitName, key: string): Promise<boolean> {
  const { success } = await (c.env[limit] as RateLimit).limit({ key })
  return success
}
