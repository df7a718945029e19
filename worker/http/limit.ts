/** Limits of the platform per purpose: how often one network may do a thing within a minute (wrangler.toml). */
import type { Context } from 'hono'
import { PLATFORM_LIMITS, type PlatformLimitName } from '../../schema/domain/limits.ts'
import { networkOf, widerNetworksOf } from './network.ts'

export { TOO_MANY } from '../../schema/domain/limits.ts'

/**
 * True when this network has done `purpose` too often, or for IPv6 the /56 or the /48 around it. With `key` another thing is counted
 * than the network, such as an address that mails go to.
 */
export async function isOverLimit<Name extends PlatformLimitName>(
  c: Context,
  limit: Name,
  purpose: keyof (typeof PLATFORM_LIMITS)[Name]['purposes'] & string,
  key: string | null = null,
): Promise<boolean> {
  const asked = [count(c, limit, `${purpose}:${key ?? networkOf(c)}`)]
  const { wider } = PLATFORM_LIMITS[limit]
  if (key === null && wider !== null) {
    for (const [at, network] of widerNetworksOf(c).entries()) {
      // Some bindings serve several limits, so the key names the limit too.
      asked.push(count(c, wider[at] ?? limit, `${limit}:${purpose}:${network}`))
    }
  }
  return (await Promise.all(asked)).includes(false)
}

async function count(c: Context, limit: PlatformLimitName, key: string): Promise<boolean> {
  const { success } = await (c.env[limit] as RateLimit).limit({ key })
  return success
}
