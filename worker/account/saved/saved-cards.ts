/** The saved cards of a customer. The payment provider stores them; the shop stores only the customer's id at the provider. */
import type { Context } from 'hono'
import type { SavedCardsView } from '../../../schema/account/account.api.ts'
import type { SavedCardView } from '../../../schema/orders/payments/saved-card.api.ts'
import type { AppEnv } from '../../env.ts'
import { detachCard, listCards, type SavedCard } from '../../orders/payments/stripe/saved-card.ts'
import { cardClient } from '../../orders/payments/stripe/stripe-client.ts'
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

/** Returns the saved cards; `cards` is `null` when the provider does not answer. */
export async function readSavedCards(
  c: Context<AppEnv>,
  customerId: number,
): Promise<Omit<SavedCardsView, 'notice'>> {
  const { card } = c.get('config')
  const ref = await findStripeCustomer(c.env.DB, customerId)
  if (card === null || ref === null) return { cards: [] }
  const cards = await listCards(cardClient(card), ref)
  return { cards: cards?.map(cardView) ?? null }
}

/** Removes a card. Returns false when the customer has no such card, `null` when the provider does not answer. */
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

function cardView({ id, brand, last4, expMonth, expYear }: SavedCard): SavedCardView {
  return {
    id,
    brand: BRANDS[brand] ?? 'Card',
    last4,
    expires: `${String(expMonth).padStart(2, '0')}/${expYear}`,
  }
}
