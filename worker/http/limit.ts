/** Limits of the platform per purpose: how often one network may do a thing within a minute (wrangler.toml). */
import type { Context } from 'hono'
import { networkOf } from './network.ts'

/**
 * `SIGN_IN`: passwords and tokens. `MAIL`: what sends somebody a mail. `FORM`: other forms that write. `EVENT`: counts.
 */
export type LimitName = 'SIGN_IN_LIMIT' | 'MAIL_LIMIT' | 'FORM_LIMIT' | 'EVENT_LIMIT'

export const TOO_MANY = 'Too many tries from here. Please wait a minute and try again.'

/**
 * True when this network has done `purpose` too often. With `key` another thing is counted than the network, such as
 * an address that mails go to.
 */
export async function isOverLimit(
  c: Context,
  limit: LimitName,
  purpose: string,
  key = networkOf(c),
): Promise<boolean> {
  const binding = c.env[limit] as RateLimit
  const { success } = await binding.limit({ key: `${purpose}:${key}` })
  return !success
}
