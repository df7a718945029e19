/**
 * Guessing at one account, slowed without locking its owner out: a browser that has signed in there before has a count
 * of its own, which strangers cannot fill. Unknown addresses are counted alike, so the counts tell nothing.
 */
import type { Context } from 'hono'
import { GUESS_LIMITS } from '../../schema/domain/limits.ts'
import { blindKey } from '../auth/secret-token.ts'
import { countTries, forgiveTries } from '../db/sign-in-attempt.ts'
import type { AppEnv } from '../env.ts'
import { deviceThatKnows } from '../http/device-cookie.ts'
import { type Counter, networkCounters } from './network-counters.ts'

export interface Guess {
  /** False when it is not to be looked at: too many before. */
  allowed: boolean
  /** To be called when the guess was right. */
  wasRight(): Promise<void>
}

/** Counts a try at the account of this address of mail. */
export async function guessAt(c: Context<AppEnv>, email: string): Promise<Guess> {
  const account = email.trim().toLowerCase().slice(0, 255)
  const device = deviceThatKnows(c, account)
  const id = (label: string, text: string) => blindKey(c.get('config').sessionSecret, label, text)
  const limits: Counter[] = device
    ? [{ ...GUESS_LIMITS.device, id: id('device-tries', `${device}:${account}`) }]
    : [
        ...networkCounters(c, GUESS_LIMITS.network, (network) =>
          id('network-tries', `${network}:${account}`),
        ),
        { ...GUESS_LIMITS.strangers, id: id('stranger-tries', account) },
      ]
  const counts = await countTries(c.env.DB, limits, Date.now())
  return {
    allowed: limits.every(({ most }, index) => (counts[index] ?? 0) <= most),
    wasRight: () =>
      forgiveTries(
        c.env.DB,
        limits.slice(0, 1).map(({ id }) => id),
        limits.slice(1).map(({ id }) => id),
      ),
  }
}
