/**
 * Trying out stolen cards, slowed: a network whose cards are refused again and again waits, whatever carts it makes for
 * it; so does a cart, and a mailbox in whose name it is done, whatever networks are used. Other ways to pay stay open,
 * and so does the card for everybody else.
 *
 * A card counts before it is sent, so that many at one moment are not all the first, and once, however often the same
 * request comes. What was paid, or never reached the card, is taken back.
 */
import type { Context } from 'hono'
import { mailboxOf } from '../../schema/domain/newsletter.ts'
import type { OrderRefusal, PlaceOrderOutcome } from '../../schema/domain/order.ts'
import { blindKey } from '../auth/secret-token.ts'
import { networkKey } from '../auth/session.ts'
import { countOnce, type TryCounter, uncount } from '../db/sign-in-attempt.ts'
import type { AppEnv } from '../env.ts'
import { causeOf } from '../http/cause.ts'

const HOUR = 60 * 60_000
/** Cards within an hour; an office has unlucky days, who tests cards has thousands. */
const NETWORK_MOST = 20
/** One shopper has fewer cards than that. */
const SHOPPER_MOST = 10
/** What stays counted. */
const TRIED: readonly OrderRefusal[] = [
  'payment-declined',
  'payment-details',
  'payment-action',
  'payment-canceled',
  'payment-expired',
]

/** For what a card is shown. */
export interface CardTry {
  quoteId: string
  email: string
  /** What stands for the card; without it nobody is asked. */
  token: string
}

/** Counts a card; true when no more of this network, for this cart or in this name are sent to the bank. */
export async function isOneCardTooMany(c: Context<AppEnv>, card: CardTry): Promise<boolean> {
  const counters = countersOf(c, card)
  const tries = await countOnce(c.env.DB, nameOf(c, card), counters, Date.now())
  return counters.some(({ most }, index) => (tries[index] ?? 0) > most)
}

/** Takes a card back that was paid with, or that nobody was asked about. Never throws: the order is what it is. */
export async function noteCard(c: Context<AppEnv>, card: CardTry, outcome: PlaceOrderOutcome): Promise<void> {
  if (!outcome.ok && TRIED.includes(outcome.code)) return
  try {
    await uncount(c.env.DB, nameOf(c, card), countersOf(c, card))
  } catch (error) {
    console.error('a card stays counted', causeOf(error))
  }
}

function nameOf(c: Context<AppEnv>, { token }: CardTry): string {
  return blindKey(c.get('config').sessionSecret, 'card', token)
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
