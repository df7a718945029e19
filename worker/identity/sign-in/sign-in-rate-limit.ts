/**
 * Guessing at one account, slowed without locking its owner out: a browser that has signed in there before has a count
 * of its own, and so has each network, which nobody elsewhere can fill. While many guess, each network has fewer tries.
 * Unknown addresses are counted alike, so the counts reveal nothing.
 */
import type { Context } from 'hono'
import { GUESS_LIMITS } from '../../../schema/platform/limits/limits.ts'
import type { AppEnv } from '../../env.ts'
import { countAttempts, resetAttempts } from '../../platform/limits/rate-limit-counter.sql.ts'
import { hmacKey } from '../../platform/security/secret-token.ts'
import { readTrustedDevice } from '../session/device-cookie.ts'
import { type Counter, networkCounters } from '../session/network-counters.ts'

/** What is left of a network's tries while strangers make more than theirs. */
const LEFT_UNDER_ATTACK = GUESS_LIMITS.attackedNetwork.max / GUESS_LIMITS.network.max

export interface SignInAttempt {
  /** False when it is not to be looked at: too many before. */
  allowed: boolean
  /** To be called when the guess was right. */
  wasRight(): Promise<void>
}

/** Counts a try at the account of this address of mail. */
export async function registerSignInAttempt(c: Context<AppEnv>, email: string): Promise<SignInAttempt> {
  const { device, networks, strangers } = countersOf(c, email)
  const own = device ? [device] : networks
  const counted = device ? own : [...own, strangers]
  const counts = await countAttempts(c.env.DB, counted, Date.now())
  const isAttacked = !device && (counts.at(-1) ?? 0) > strangers.max
  const left = isAttacked ? LEFT_UNDER_ATTACK : 1
  const ids = counted.map(({ id }) => id)
  return {
    allowed: own.every(({ max }, index) => (counts[index] ?? 0) <= max * left),
    wasRight: () => resetAttempts(c.env.DB, ids.slice(0, 1), ids.slice(1)),
  }
}

/** Forgets failed attempts: a link in the account's mailbox was opened, so its owner is here. */
export function forgiveGuesses(c: Context<AppEnv>, email: string): Promise<void> {
  const { device, networks } = countersOf(c, email)
  const own = device ? [device, ...networks] : networks
  return resetAttempts(
    c.env.DB,
    own.map(({ id }) => id),
    [],
  )
}

/** `device` where this browser has signed in to the account before. */
function countersOf(
  c: Context<AppEnv>,
  email: string,
): { device: Counter | null; networks: Counter[]; strangers: Counter } {
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
