/**
 * Trying out stolen cards, slowed: a network whose cards are refused again and again waits, whatever carts it makes for
 * it. Other ways to pay stay open, and so does the card for everybody else.
 */
import type { Context } from 'hono'
import type { OrderRefusal } from '../../schema/domain/order.ts'
import { blindKey } from '../auth/secret-token.ts'
import { networkKey } from '../auth/session.ts'
import { countTries, readTries } from '../db/sign-in-attempt.ts'
import type { AppEnv } from '../env.ts'

const HOUR = 60 * 60_000
/** Refused cards of one network within an hour; an office has unlucky days, who tests cards has thousands. */
const MOST = 20
const REFUSED: readonly OrderRefusal[] = ['payment-declined', 'payment-details']

/** True while no more cards of this network are sent to the bank. */
export async function hasTriedTooManyCards(c: Context<AppEnv>): Promise<boolean> {
  return (await readTries(c.env.DB, counterOf(c), Date.now())) >= MOST
}

/** Counts what became of an order by card. */
export async function noteCard(c: Context<AppEnv>, refusal: OrderRefusal): Promise<void> {
  if (REFUSED.includes(refusal)) await countTries(c.env.DB, [counterOf(c)], Date.now())
}

function counterOf(c: Context<AppEnv>) {
  const { sessionSecret } = c.get('config')
  return { id: blindKey(sessionSecret, 'card-tries', networkKey(c)), windowMs: HOUR }
}
