/** Cards that a customer keeps at Stripe. The shop knows their last digits while it shows them, and stores nothing. */
import Stripe from 'stripe'

export interface SavedCard {
  id: string
  /** As Stripe writes it: `visa`. */
  brand: string
  last4: string
  expMonth: number
  expYear: number
}

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

/** Takes a card away from this customer. A card of somebody else is as unknown as none; `null` when nobody knows. */
export async function detachCard(
  stripe: Stripe,
  customerRef: string,
  cardId: string,
): Promise<boolean | null> {
  try {
    const { customer } = await stripe.paymentMethods.retrieve(cardId)
    const owner = typeof customer === 'string' ? customer : customer?.id
    if (owner !== customerRef) return false
    await stripe.paymentMethods.detach(cardId)
    return true
  } catch (error) {
    return isUnknown(error) ? false : null
  }
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
