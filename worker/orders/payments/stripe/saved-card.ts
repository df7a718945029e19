/** Cards that a customer keeps at Stripe. The shop knows their last digits while it shows them, and stores nothing. */
import Stripe from 'stripe'
import { ownFailure } from './card-refund.ts'

export interface SavedCard {
  id: string
  /** As Stripe writes it: `visa`. */
  brand: string
  last4: string
  expMonth: number
  expYear: number
}

/** Time limits of calls before an order: a shopper waits for the payment, not for the list of cards. */
const BRIEFLY = { timeout: 2_000, maxNetworkRetries: 0 }

/** Keys that making one customer may use up in a day. */
const CUSTOMER_KEYS = 5

/** Most cards that are listed. */
const CARDS = 50

/** The cards of a Stripe customer, newest first; `null` when nobody knows. */
export async function listCards(stripe: Stripe, customerRef: string): Promise<SavedCard[] | null> {
  try {
    const { data } = await stripe.paymentMethods.list({ customer: customerRef, type: 'card', limit: CARDS })
    return data.flatMap(({ id, card }) =>
      card
        ? [{ id, brand: card.brand, last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year }]
        : [],
    )
  } catch (error) {
    return isUnknown(error) ? [] : null
  }
}

/** Whether this customer keeps this card. One of somebody else is as unknown as none; `null` when nobody knows. */
export async function ownsCard(stripe: Stripe, customerRef: string, cardId: string): Promise<boolean | null> {
  try {
    const { customer } = await stripe.paymentMethods.retrieve(cardId)
    return (typeof customer === 'string' ? customer : customer?.id) === customerRef
  } catch (error) {
    return isUnknown(error) ? false : null
  }
}

/** Takes a card away from this customer; see `ownsCard`. */
export async function detachCard(
  stripe: Stripe,
  customerRef: string,
  cardId: string,
): Promise<boolean | null> {
  const owns = await ownsCard(stripe, customerRef, cardId)
  if (!owns) return owns
  try {
    await stripe.paymentMethods.detach(cardId)
    return true
  } catch (error) {
    return isUnknown(error) ? false : null
  }
}

/**
 * Creates the Stripe customer that cards are saved for, and returns its id; `null` when nobody knows. Asked twice for the
 * same customer of ours, at once or within a day, it is one; where Stripe repeats that it failed then, the next key is
 * asked. Name and e-mail stay here: they would be out of date there.
 */
export async function createStripeCustomer(stripe: Stripe, customerId: number): Promise<string | null> {
  for (let nth = 0; nth < CUSTOMER_KEYS; nth += 1) {
    const key = `customer-${customerId}`
    try {
      const made = await stripe.customers.create(
        { metadata: { customer_id: String(customerId) } },
        { idempotencyKey: nth === 0 ? key : `${key}:${nth}`, ...BRIEFLY },
      )
      return made.id
    } catch (error) {
      if (ownFailure(error) !== 'failed-before') return null
    }
  }
  return null
}

/** Ends the customer at Stripe with all cards; false when nobody knows. Repeated, it does nothing twice. */
export async function deleteStripeCustomer(stripe: Stripe, customerRef: string): Promise<boolean> {
  try {
    await stripe.customers.del(customerRef)
    return true
  } catch (error) {
    return isUnknown(error)
  }
}

function isUnknown(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404
}
