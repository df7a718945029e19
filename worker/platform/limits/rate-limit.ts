/** Limits of the platform per purpose: how often one network may do a thing within a minute (wrangler.toml). */
import type { Context } from 'hono'
import { PLATFORM_LIMITS, type PlatformLimitName } from '../../../schema/platform/limits/limits.ts'
import { mailboxOf } from '../../../schema/platform/mail/mailbox.ts'
import type { Config } from '../../config.ts'
import { hmacKey } from '../security/secret-token.ts'
import { clientNetwork, widerNetworksOf } from './client-network.ts'

export { TOO_MANY } from '../../../schema/platform/limits/limits.ts'

type MailPurposes = (typeof PLATFORM_LIMITS)['MAIL_LIMIT']['purposes']
/** What is counted per mailbox; `isRateLimited` does not take these. */
type MailboxPurpose = {
  [Name in keyof MailPurposes]: MailPurposes[Name] extends { per: 'mailbox' } ? Name : never
}[keyof MailPurposes]

/**
 * True when this network has done `purpose` too often, or for IPv6 the /56 or the /48 around it. With `key` another thing is counted
 * than the network, such as an account.
 */
export async function isRateLimited<Name extends PlatformLimitName>(
  c: Context,
  limit: Name,
  purpose: Exclude<keyof (typeof PLATFORM_LIMITS)[Name]['purposes'] & string, MailboxPurpose>,
  key: string | null = null,
): Promise<boolean> {
  const asked = [count(c, limit, `${purpose}:${key ?? clientNetwork(c)}`)]
  const { wider } = PLATFORM_LIMITS[limit]
  if (key === null && wider !== null) {
    for (const [at, network] of widerNetworksOf(c).entries()) {
      // Some bindings serve several limits, so the key names the limit too.
      asked.push(count(c, wider[at] ?? limit, `${limit}:${purpose}:${network}`))
    }
  }
  return (await Promise.all(asked)).includes(false)
}

/** True when too much was asked for one mailbox, from anywhere and however its address is spelled. */
export async function isMailboxOverLimit(
  c: Context,
  purpose: MailboxPurpose,
  email: string,
): Promise<boolean> {
  const { sessionSecret } = c.get('config') as Config
  const mailbox = hmacKey(sessionSecret, 'mail-limit', mailboxOf(email))
  return !(await count(c, 'MAIL_LIMIT', `${purpose}:${mailbox}`))
}

async function count(c: Context, limit: PlatformLimitName, key: string): Promise<boolean> {
  const { success } = await (c.env[limit] as RateLimit).limit({ key })
  return success
}
