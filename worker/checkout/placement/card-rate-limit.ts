/**
 * The rate limit against testing of stolen cards. Refused cards are counted per network over all its carts, and per
 * cart and per mailbox over all networks. Above the limit, cards are refused for a time; other payment methods and
 * other shoppers are not affected.
 *
 * A card is counted before it is sent, so that parallel requests cannot all pass as the first one, and only once for
 * repeated requests. The count is undone when the card was paid with or never reached the bank.
 */
import type { Context } from 'hono'
import type { OrderRefusal, PlaceOrderOutcome } from '../../../schema/orders/order.ts'
import { CARD_LIMITS } from '../../../schema/platform/limits/limits.ts'
import { toMailbox } from '../../../schema/platform/mail/mailbox.ts'
import type { AppEnv } from '../../env.ts'
import { type LimitedCounter, networkCounters } from '../../identity/session/network-counters.ts'
import { countAttemptOnce, revertAttempt } from '../../platform/limits/rate-limit-counter.sql.ts'
import { describeError } from '../../platform/security/log-redaction.ts'
import { hmacKey } from '../../platform/security/secret-token.ts'

/** The refusals after which a card stays counted. */
const COUNTED_REFUSALS: readonly OrderRefusal[] = [
  'payment-declined',
  'payment-details',
  'payment-action',
  'payment-canceled',
  'payment-expired',
]

/** One use of a card for one cart. */
export interface CardAttempt {
  quoteId: string
  email: string
  /** The provider's token of the card. */
  token: string
}

/** Counts a card. Returns true when the network, the cart or the mailbox is over its limit. */
export async function isCardRateLimited(c: Context<AppEnv>, card: CardAttempt): Promise<boolean> {
  const counters = cardCounters(c, card)
  const attempts = await countAttemptOnce(c.env.DB, hashToken(c, card), counters, Date.now())
  return counters.some(({ max }, index) => (attempts[index] ?? 0) > max)
}

/**
 * Undoes the count of a card that was paid with or never reached the bank. Never throws, so that no order fails here.
 */
export async function recordCardOutcome(
  c: Context<AppEnv>,
  card: CardAttempt,
  outcome: PlaceOrderOutcome,
): Promise<void> {
  if (!outcome.ok && COUNTED_REFUSALS.includes(outcome.code)) return
  try {
    await revertAttempt(c.env.DB, hashToken(c, card), cardCounters(c, card))
  } catch (error) {
    console.error('a paid card still counts towards its rate limit', describeError(error))
  }
}

function hashToken(c: Context<AppEnv>, { token }: CardAttempt): string {
  return hmacKey(c.get('config').sessionSecret, 'card', token)
}

function cardCounters(c: Context<AppEnv>, { quoteId, email }: CardAttempt): LimitedCounter[] {
  const { sessionSecret } = c.get('config')
  const id = (label: string, text: string) => hmacKey(sessionSecret, label, text)
  return [
    ...networkCounters(c, CARD_LIMITS.network, (network) => id('card-tries', network)),
    { ...CARD_LIMITS.cart, id: id('card-tries-cart', quoteId) },
    { ...CARD_LIMITS.mailbox, id: id('card-tries-mailbox', toMailbox(email)) },
  ]
}
