/** The customer at the payment provider who owns saved cards. */
import type { Context } from 'hono'
import type { StripeCustomer } from '../../../schema/orders/order.ts'
import { isSavedCardToken } from '../../../schema/orders/payment.ts'
import type { AppEnv } from '../../env.ts'
import { createStripeCustomer } from '../../orders/payments/stripe/saved-card.ts'
import { cardClient } from '../../orders/payments/stripe/stripe-client.ts'
import { findStripeCustomer, saveStripeCustomer } from '../../orders/payments/stripe/stripe-customer.sql.ts'

/**
 * Returns the Stripe customer who owns the saved card of the order or saves one with it, or `undefined` without.
 * Creates the customer at Stripe for their first saved card. If this fails, the order goes on without saving the card.
 */
export async function resolveCardHolder(
  c: Context<AppEnv>,
  customerId: number,
  order: { token: string | null; savesCard: boolean },
): Promise<StripeCustomer | undefined> {
  const { card } = c.get('config')
  const paysBySavedCard = order.token !== null && isSavedCardToken(order.token)
  if (card === null || !(paysBySavedCard || order.savesCard)) return undefined
  const savesCard = order.savesCard && !paysBySavedCard
  const known = await findStripeCustomer(c.env.DB, customerId)
  if (known !== null || !savesCard) return known === null ? undefined : { ref: known, savesCard }
  const created = await createStripeCustomer(cardClient(card), customerId)
  const ref = created && (await saveStripeCustomer(c.env.DB, { customerId, ref: created, now: Date.now() }))
  return ref === null ? undefined : { ref, savesCard }
}
