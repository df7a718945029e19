/**
 * Trying out stolen cards, slowed: a network whose cards are refused again and again waits, whatever carts it makes for
 * it; so does a cart, and a mailbox in whose name it is done, whatever networks are used. Other ways to pay stay open,
 * and so does the card for everybody else.
 */
import type { Context } from 'hono'
import { mailboxOf } from '../../schema/domain/newsletter.ts'
import type { OrderRefusal } from '../../schema/domain/order.ts'
import { blindKey } from '../auth/secret-token.ts'
import { networkKey } from '../auth/session.ts'
import { countTries, readTries, type TryCounter } from '../db/sign-in-attempt.ts'
import type { AppEnv } from '../env.ts'

const HOUR = 60 * 60_000
/** Refused cards within an hour; an office has unlucky days, who tests cards has thousands. */
const NETWORK_MOST = 20
/** One shopper has fewer cards than that. */
const SHOPPER_MOST = 10
const REFUSED: readonly OrderRefusal[] = ['payment-declined', 'payment-details']

/** For what a card is shown. */
export interface CardTry {
  quoteId: string
  email: string
}

/** True while no more cards of this network, for this cart or in this name are sent to the bank. */
export async function hasTriedTooManyCards(c: Context<AppEnv>, card: CardTry): Promise<boolean> {
  const counters = countersOf(c, card)
  const tries = await readTries(c.env.DB, counters, Date.now())
  return counters.some(({ most }, index) => (tries[index] ?? 0) >= most)
}

/** Counts what became of an order by card. */
export async function noteCard(c: Context<AppEnv>, card: CardTry, refusal: OrderRefusal): Promise<void> {
  if (REFUSED.includes(refusal)) await countTries(c.env.DB, countersOf(c, card), Date.now())
}

function countersOf(c: Context<AppEnv>, { quoteId, email }: CardTry): (TryCounter & { most: number })[] {
  const { sessionSecret } = c.get('config')
  const counter = (label: string, text: string, most: number) => ({
    id: blindKey(sessionSecret, label, text),
    windowMs: HOUR,
    most,
  })
  return [
    counter('card-tries', networkKey(c), NETWORK_MOST),
    counter('card-tries-cart', quoteId, SHOPPER_MOST),
    counter('card-tries-mailbox', mailboxOf(email), SHOPPER_MOST),
  ]
}
