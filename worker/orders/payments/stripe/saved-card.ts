/**
 * Cards that a customer has saved at Stripe. The shop reads their last digits to show them, and stores
 * nothing.
 */
import Stripe from 'stripe'
import { stripeFailure } from './card-refund.ts'

export interface SavedCard {
  id: string
  /** In Stripe's spelling: `visa`. */
  brand: string
  last4: string
  expMonth: number
  expYear: number
}

/** Options of a call that an order waits for: it must not delay the payment. */
const SHORT_TIMEOUT = { timeout: 2_000, maxNetworkRetries: 0 }

/** The most keys that the creation of one Stripe customer uses. */
const MAX_CUSTOMER_KEYS = 5

/** The most cards that are listed. */
const MAX_CARDS = 50

/** Returns the cards of a Stripe customer, newest first; `null` when Stripe does not answer. */
export async function listCards(stripe: Stripe, customerRef: string): Promise<SavedCard[] | null> {
  try {
    const { data } = await stripe.paymentMethods.list({
      customer: customerRef,
      type: 'card',
      limit: MAX_CARDS,
    })
    return data.flatMap(({ id, card }) =>
      card
        ? [{ id, brand: card.brand, last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year }]
        : [],
    )
  } catch (error) {
    return isNotFound(error) ? [] : null
  }
}

/**
 * Returns whether this customer has saved this card: false for an unknown card and for another customer's
 * card, `null` when Stripe does not answer.
 */
export async function ownsCard(stripe: Stripe, customerRef: string, cardId: string): Promise<boolean | null> {
  try {
    const { customer } = await stripe.paymentMethods.retrieve(cardId)
    return (typeof customer === 'string' ? customer : customer?.id) === customerRef
  } catch (error) {
    return isNotFound(error) ? false : null
  }
}

/** Deletes a card of this customer; the results are those of `ownsCard`. */
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
    return isNotFound(error) ? false : null
  }
}

/**
 * Creates the Stripe customer that owns saved cards, and returns its id; `null` when Stripe does not answer
 * or fails. Repeated calls for the same customer within a day create one Stripe customer; when Stripe repeats
 * a stored failure, the next key is used. Stripe gets no name and no e-mail, because they would become out of
 * date there.
 */
export async function createStripeCustomer(stripe: Stripe, customerId: number): Promise<string | null> {
  for (let nth = 0; nth < MAX_CUSTOMER_KEYS; nth += 1) {
    const key = `customer-${customerId}`
    try {
      const created = await stripe.customers.create(
        { metadata: { customer_id: String(customerId) } },
        { idempotencyKey: nth === 0 ? key : `${key}:${nth}`, ...SHORT_TIMEOUT },
      )
      return created.id
    } catch (error) {
      if (stripeFailure(error) !== 'failed-before') return null
    }
  }
  return null
}

/**
 * Deletes the Stripe customer with all cards; false when Stripe does not answer. A repeated call is harmless.
 */
export async function deleteStripeCustomer(stripe: Stripe, customerRef: string): Promise<boolean> {
  try {
    await stripe.customers.del(customerRef)
    return true
  } catch (error) {
    return isNotFound(error)
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404
}
