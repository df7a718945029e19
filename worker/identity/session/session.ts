/** What a session is bound to and how long it lives. */

import type { Context } from 'hono'
import { DAY_MS } from '../../../schema/platform/duration.ts'
import type { Config } from '../../config.ts'
import { clientNetwork, widerNetworksOf } from '../../platform/limits/client-network.ts'
import { hmacKey } from '../../platform/security/secret-token.ts'

/** Unused for so long, it ends. */
export const SESSION_TTL_MS = 30 * DAY_MS
/** After so long the shopper signs in again, however often it was used. */
const MAX_AGE_MS = 180 * DAY_MS

export function sessionExpiresAt(createdAt: number, now: number): number {
  return Math.min(now + SESSION_TTL_MS, createdAt + MAX_AGE_MS)
}

/** The network of a request, as it may be stored: it can be compared, not read. */
export function networkHash(c: Context): string {
  return hmacKey((c.get('config') as Config).sessionSecret, 'network', clientNetwork(c))
}

/** The wider networks of a request under keys of the same kind; none for IPv4. */
export function widerNetworkKeys(c: Context): string[] {
  const { sessionSecret } = c.get('config') as Config
  return widerNetworksOf(c).map((network) => hmacKey(sessionSecret, 'network', network))
}

/** The family of a browser: its name and system without versions, so that an update changes nothing. */
export function userAgentHash(c: Context): string {
  const family = (c.req.header('User-Agent') ?? '').replace(/[\d._]+/g, '').slice(0, 400)
  return hmacKey((c.get('config') as Config).sessionSecret, 'agent', family)
}
