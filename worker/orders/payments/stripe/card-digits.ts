/**
 * Reads the last four digits of the cards that paid, so that staff find an order by the card in a customer's hand (H14o). Apart from the
 * placement of orders, which must not depend on them.
 */

import { DAY_MS } from '../../../../schema/platform/duration.ts'
import { parseConfig } from '../../../config.ts'
import type { Env } from '../../../env.ts'
import { describeError } from '../../../platform/security/log-redaction.ts'
import { findCardsToRead, recordCardDigits } from './card-digits.sql.ts'
import { cardClient } from './stripe-client.ts'

/** Older payments are left alone: Stripe did not answer about them for a week. */
const LOOK_BACK_MS = 7 * DAY_MS
const CARDS_PER_RUN = 20

/** Reads the digits of recent payments, each once; the next run asks again for those that Stripe did not answer. */
export async function readCardDigits(env: Env, now: number): Promise<void> {
  const parsed = parseConfig(env)
  const card = parsed.ok ? parsed.config.card : null
  if (!card) return
  const stripe = cardClient(card)
  for (const { id, intentId } of await findCardsToRead(env.DB, now - LOOK_BACK_MS, CARDS_PER_RUN)) {
    try {
      const { payment_method: method } = await stripe.paymentIntents.retrieve(intentId, {
        expand: ['payment_method'],
      })
      const digits = typeof method === 'object' ? method?.card?.last4 : undefined
      await recordCardDigits(env.DB, id, digits ?? '')
    } catch (error) {
      console.error('reading the digits of a card failed', intentId, describeError(error))
    }
  }
}
