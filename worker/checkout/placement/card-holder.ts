/** The customer at the payment provider who owns saved cards. */
import type { Context } from 'hono'
import type { CardHolder } from '../../../schema/orders/order.ts'
import { isSavedCardToken } from '../../../schema/orders/payment.ts'
import type { AppEnv } from '../../env.ts'
import { createStripeCustomer } from '../../orders/payments/stripe/saved-card.ts'
import { cardClient } from '../../orders/payments/stripe/stripe.ts'
import { findStripeCustomer, saveStripeCustomer } from '../../orders/payments/stripe/stripe-customer.sql.ts'

/**
 * Returns the Stripe customer whose saved cards the order uses; `undefined` when it uses none. The first card that
 * somebody saves makes them a customer at Stripe here. Should that fail, the order goes on without saving the card.
 */
export async function resolveCardHolder(
  c: Context<AppEnv>,
  customerId: number,
  order: { token: string | null; keepsCard: boolean },
): Promise<CardHolder | undefined> {
  const { card } = c.get('config')
  const paysBySavedCard = order.token !== null && isSavedCardToken(order.token)
  if (card === null || !(paysBySavedCard || order.keepsCard)) return undefined
  const keepsCard = order.keepsCard && !paysBySavedCard
  const known = await findStripeCustomer(c.env.DB, customerId)
  if (known !== null || !keepsCard) return known === null ? undefined : { ref: known, keepsCard }
  const made = await createStripeCustomer(cardClient(card), customerId)
  const ref = made && (await saveStripeCustomer(c.env.DB, { customerId, ref: made, now: Date.now() }))
  return ref === null ? undefined : { ref, keepsCard }
}
