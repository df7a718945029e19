/**
 * Trying out stolen cards, slowed: a network whose cards are refused again and again waits, whatever carts it makes for
 * it; so does a cart, and a mailbox in whose name it is done, whatever networks are used. Other ways to pay stay open,
 * and so does the card for everybody else.
 *
 * A card counts before it is sent, so that many at one moment are not all the first, and once, however often the same
 * request comes. What was paid, or never reached the card, is taken back.
 */
import type { Context } from 'hono'
import type { OrderRefusal, PlaceOrderOutcome } from '../../../schema/orders/order.ts'
import { CARD_LIMITS } from '../../../schema/platform/limits/limits.ts'
import { mailboxOf } from '../../../schema/platform/mail/mailbox.ts'
import type { AppEnv } from '../../env.ts'
import { type Counter, networkCounters } from '../../identity/session/network-counters.ts'
import { countAttemptOnce, uncountAttempt } from '../../platform/limits/rate-limit-counter.sql.ts'
import { describeError } from '../../platform/security/log-redaction.ts'
import { hmacKey } from '../../platform/security/secret-token.ts'

/** What stays counted. */
const TRIED: readonly OrderRefusal[] = [
  'payment-declined',
  'payment-details',
  'payment-action',
  'payment-canceled',
  'payment-expired',
]

/** For what a card is shown. */
export interface CardAttempt {
  quoteId: string
  email: string
  /** What stands for the card; without it nobody is asked. */
  token: string
}

/** Counts a card; true when no more of this network, for this cart or in this name are sent to the bank. */
export async function isCardRateLimited(c: Context<AppEnv>, card: CardAttempt): Promise<boolean> {
  const counters = countersOf(c, card)
  const tries = await countAttemptOnce(c.env.DB, nameOf(c, card), counters, Date.now())
  return counters.some(({ max }, index) => (tries[index] ?? 0) > max)
}

/** Takes a card back that was paid with, or that nobody was asked about. Never throws: the order is what it is. */
export async function recordCardOutcome(
  c: Context<AppEnv>,
  card: CardAttempt,
  outcome: PlaceOrderOutcome,
): Promise<void> {
  if (!outcome.ok && TRIED.includes(outcome.code)) return
  try {
    await uncountAttempt(c.env.DB, nameOf(c, card), countersOf(c, card))
  } catch (error) {
    console.error('a card stays counted', describeError(error))
  }
}

function nameOf(c: Context<AppEnv>, { token }: CardAttempt): string {
  return hmacKey(c.get('config').sessionSecret, 'card', token)
}

function countersOf(c: Context<AppEnv>, { quoteId, email }: CardAttempt): Counter[] {
  const { sessionSecret } = c.get('config')
  const id = (label: string, text: string) => hmacKey(sessionSecret, label, text)
  return [
    ...networkCounters(c, CARD_LIMITS.network, (network) => id('card-tries', network)),
    { ...CARD_LIMITS.cart, id: id('card-tries-cart', quoteId) },
    { ...CARD_LIMITS.mailbox, id: id('card-tries-mailbox', mailboxOf(email)) },
  ]
}
