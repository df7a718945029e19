/** The cards that a customer keeps for the next time. They are at the provider; who asks is known here. */
import type { Context } from 'hono'
import type { StoredCardsView } from '../../../schema/account/account.api.ts'
import type { StoredCard } from '../../../schema/orders/payments/saved-card.api.ts'
import type { AppEnv } from '../../env.ts'
import { detachCard, listCards, type SavedCard } from '../../orders/payments/stripe/saved-card.ts'
import { cardClient } from '../../orders/payments/stripe/stripe.ts'
import { findStripeCustomer } from '../../orders/payments/stripe/stripe-customer.sql.ts'

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

function cardView({ id, brand, last4, expMonth, expYear }: SavedCard): StoredCard {
  return {
    id,
    brand: BRANDS[brand] ?? 'Card',
    last4,
    expires: `${String(expMonth).padStart(2, '0')}/${expYear}`,
  }
}
