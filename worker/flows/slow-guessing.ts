/**
 * Guessing at one account, slowed without locking its owner out: a browser that has signed in there before has a count
 * of its own, which strangers cannot fill. Unknown addresses are counted alike, so the counts tell nothing.
 */
import type { Context } from 'hono'
import { blindKey } from '../auth/secret-token.ts'
import { networkKey } from '../auth/session.ts'
import { countTries, forgiveTries, type TryCounter } from '../db/sign-in-attempt.ts'
import type { AppEnv } from '../env.ts'
import { deviceThatKnows } from '../http/device-cookie.ts'

const QUARTER = 15 * 60_000
const HOUR = 60 * 60_000

/** Tries of a browser that knows the account, within a quarter of an hour. */
const KNOWN_DEVICE_TRIES = 10
/** Tries of one network that does not, within a quarter of an hour. */
const NETWORK_TRIES = 6
/** Tries of all strangers together, within an hour. */
const STRANGER_TRIES = 60

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
  const limits: (TryCounter & { most: number })[] = device
    ? [{ id: id('device-tries', `${device}:${account}`), windowMs: QUARTER, most: KNOWN_DEVICE_TRIES }]
    : [
        { id: id('network-tries', `${networkKey(c)}:${account}`), windowMs: QUARTER, most: NETWORK_TRIES },
        { id: id('stranger-tries', account), windowMs: HOUR, most: STRANGER_TRIES },
      ]
  const counts = await countTries(c.env.DB, limits, Date.now())
  const [own, everybody] = limits
  return {
    allowed: limits.every(({ most }, index) => (counts[index] ?? 0) <= most),
    wasRight: () => forgiveTries(c.env.DB, own ? [own.id] : [], everybody ? [everybody.id] : []),
  }
}
