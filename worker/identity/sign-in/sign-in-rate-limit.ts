/**
 * Limits password guessing at one account without locking its owner out: a browser that has signed in to the account before
 * has a counter of its own, and so has each network. While many networks guess, each network has fewer attempts. Attempts at
 * unknown addresses are counted too, so that the limit does not reveal accounts.
 */
import type { Context } from 'hono'
import { GUESS_LIMITS } from '../../../schema/platform/limits/limits.ts'
import type { AppEnv } from '../../env.ts'
import { countAttempts, resetAttempts } from '../../platform/limits/rate-limit-counter.sql.ts'
import { hmacKey } from '../../platform/security/secret-token.ts'
import { readTrustedDevice } from '../session/device-cookie.ts'
import { type LimitedCounter, networkCounters } from '../session/network-counters.ts'

/** The share of a network's attempts that remains while the strangers' counter is over its limit. */
const SHARE_UNDER_ATTACK = GUESS_LIMITS.attackedNetwork.max / GUESS_LIMITS.network.max

export interface SignInAttempt {
  /** False after too many attempts: the password must not be checked. */
  allowed: boolean
  /** Resets the counters; to be called when the password was right. */
  reset(): Promise<void>
}

/** Counts an attempt to sign in with this e-mail address. */
export async function registerSignInAttempt(c: Context<AppEnv>, email: string): Promise<SignInAttempt> {
  const { device, networks, strangers } = countersOf(c, email)
  const own = device ? [device] : networks
  const counted = device ? own : [...own, strangers]
  const counts = await countAttempts(c.env.DB, counted, Date.now())
  const isAttacked = !device && (counts.at(-1) ?? 0) > strangers.max
  const share = isAttacked ? SHARE_UNDER_ATTACK : 1
  const ids = counted.map(({ id }) => id)
  return {
    allowed: own.every(({ max }, index) => (counts[index] ?? 0) <= max * share),
    reset: () => resetAttempts(c.env.DB, ids.slice(0, 1), ids.slice(1)),
  }
}

/** Resets the failed attempts after the customer opened a link in their mailbox. */
export function resetSignInAttempts(c: Context<AppEnv>, email: string): Promise<void> {
  const { device, networks } = countersOf(c, email)
  const ids = [...(device ? [device] : []), ...networks].map(({ id }) => id)
  return resetAttempts(c.env.DB, ids, [])
}

/** Returns the counters of an account; `device` is `null` unless this browser has signed in to it before. */
function countersOf(
  c: Context<AppEnv>,
  email: string,
): { device: LimitedCounter | null; networks: LimitedCounter[]; strangers: LimitedCounter } {
  const account = email.trim().toLowerCase().slice(0, 255)
  const name = readTrustedDevice(c, account)
  const id = (label: string, text: string) => hmacKey(c.get('config').sessionSecret, label, text)
  return {
    device: name === null ? null : { ...GUESS_LIMITS.device, id: id('device-tries', `${name}:${account}`) },
    networks: networkCounters(c, GUESS_LIMITS.network, (network) =>
      id('network-tries', `${network}:${account}`),
    ),
    strangers: { ...GUESS_LIMITS.strangers, id: id('stranger-tries', account) },
  }
}
