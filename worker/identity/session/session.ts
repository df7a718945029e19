/** The lifetime of a session, and the hashes of the network and browser that it is bound to. */

import type { Context } from 'hono'
import { DAY_MS } from '../../../schema/platform/duration.ts'
import type { Config } from '../../config.ts'
import { clientNetwork, widerClientNetworks } from '../../platform/limits/client-network.ts'
import { hmacKey } from '../../platform/security/secret-token.ts'

/** A session ends when it was unused for this long. */
export const SESSION_TTL_MS = 30 * DAY_MS
/** A session ends at this age even when it was used. */
const MAX_AGE_MS = 180 * DAY_MS

export function sessionExpiresAt(createdAt: number, now: number): number {
  return Math.min(now + SESSION_TTL_MS, createdAt + MAX_AGE_MS)
}

/** Returns the hash of the request's network, for storage: hashes can be compared but reveal no IP address. */
export function networkHash(c: Context): string {
  return hmacKey((c.get('config') as Config).sessionSecret, 'network', clientNetwork(c))
}

/** Returns the hashes of the wider networks of a request; none for IPv4. */
export function widerNetworkKeys(c: Context): string[] {
  const { sessionSecret } = c.get('config') as Config
  return widerClientNetworks(c).map((network) => hmacKey(sessionSecret, 'network', network))
}

/** Returns the hash of the user agent without version numbers, so that an update of the browser keeps the hash. */
export function userAgentHash(c: Context): string {
  const family = (c.req.header('User-Agent') ?? '').replace(/[\d._]+/g, '').slice(0, 400)
  return hmacKey((c.get('config') as Config).sessionSecret, 'agent', family)
}
