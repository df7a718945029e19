/** The cards that a customer keeps for the next time. They are at the provider; who asks is known here. */
import type { Context } from 'hono'
import type { StoredCard, StoredCardsView } from '../../../schema/account/account.api.ts'
import type { CardHolder } from '../../../schema/orders/order.ts'
import { isSavedCardToken } from '../../../schema/orders/payment.ts'
import type { AppEnv } from '../../env.ts'
import {
  createStripeCustomer,
  detachCard,
  listCards,
  type SavedCard,
} from '../../orders/payments/stripe/saved-card.ts'
import { cardClient } from '../../orders/payments/stripe/stripe.ts'
import { findStripeCustomer, saveStripeCustomer } from './payment-account.sql.ts'

const BRANDS: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}

export async function readSavedCards(
  c: Context<AppEnv>,
  customerId: number,
): Promise<Omit<StoredCardsView, 'notice'>> {
  const { card } = c.get('config')
  const ref = await findStripeCustomer(c.env.DB, customerId)
  if (card === null || ref === null) return { cards: [] }
  const cards = await listCards(cardClient(card), ref)
  return { cards: cards?.map(cardView) ?? null }
}

/** False for a card that this customer does not have; `null` when the provider did not answer. */
export async function removeSavedCard(
  c: Context<AppEnv>,
  customerId: number,
  cardId: string,
): Promise<boolean | null> {
  const { card } = c.get('config')
  const ref = await findStripeCustomer(c.env.DB, customerId)
  if (card === null || ref === null || !/^pm_\w{1,100}$/.test(cardId)) return false
  return detachCard(cardClient(card), ref, cardId)
}

/**
 * Whose kept cards an order has to do with; `undefined` when with nobody's. Who wants the first card kept becomes a
 * customer at Stripe here. Should that fail, the order goes on and the card is not kept: a sale is worth more.
 */
export async function resolveCardHolder(
  c: Context<AppEnv>,
  customerId: number,
  order: { token: string | null; keepsCard: boolean },
): Promise<CardHolder | undefined> {
  const { card } = c.get('config')
  const paysByKept = order.token !== null && isSavedCardToken(order.token)
  if (card === null || !(paysByKept || order.keepsCard)) return undefined
  const keepsCard = order.keepsCard && !paysByKept
  const known = await findStripeCustomer(c.env.DB, customerId)
  if (known !== null || !keepsCard) return known === null ? undefined : { ref: known, keepsCard }
  const made = await createStripeCustomer(cardClient(card), customerId)
  const ref = made && (await saveStripeCustomer(c.env.DB, { customerId, ref: made, now: Date.now() }))
  return ref === null ? undefined : { ref, keepsCard }
}

function cardView({ id, brand, last4, expMonth, expYear }: SavedCard): StoredCard {
  return {
    id,
    brand: BRANDS[brand] ?? 'Card',
    last4,
    expires: `${String(expMonth).padStart(2, '0')}/${expYear}`,
  }
}
