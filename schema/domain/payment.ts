/** Ways to pay, and the words for a payment that did not go through (spec §3 "Payment method", §5, §9). */
import type { Cents } from './money.ts'

export const CARD_METHOD = 'stripe'
export const CASH_METHOD = 'cashondelivery'

export interface PaymentMethod {
  code: string
  title: string
  default: boolean
}

const CARD: PaymentMethod = { code: CARD_METHOD, title: 'Pay by Card (Stripe)', default: true }
const CASH: PaymentMethod = { code: CASH_METHOD, title: 'Cash On Delivery', default: false }

/** What can be paid with. Spec §5: cash on delivery is hidden when everything is virtual or downloadable. */
export function paymentMethodsFor(cart: { allVirtual: boolean; cardOffered: boolean }): PaymentMethod[] {
  const methods = [...(cart.cardOffered ? [CARD] : []), ...(cart.allVirtual ? [] : [CASH])]
  return methods.some((method) => method.default)
    ? methods
    : methods.map((method, at) => ({ ...method, default: at === 0 }))
}

export function paymentTitle(code: string): string {
  return [CARD, CASH].find((method) => method.code === code)?.title ?? code
}

/** How long tires are kept for a payment that is not finished. */
export const HOLD_MS = 15 * 60_000

/** Stripe charges no less than this in USD. A total of zero needs no charge at all. */
export const LEAST_CHARGE: Cents = 50

/** Why a card was refused, as far as it matters to the shopper. */
export type DeclineReason = 'declined' | 'authentication' | 'busy'

/**
 * One text for every refusal of a card, whatever the bank's reason: whoever tries stolen numbers learns nothing from
 * the difference between a wrong code, an empty account and a lost card.
 */
export const DECLINE_MESSAGES: Record<DeclineReason, string> = {
  declined:
    'The bank declined this card. Nothing was charged and your cart is unchanged. Check the card details or use another card.',
  authentication:
    'The bank could not confirm that it is you. Nothing was charged and your cart is unchanged. Try again or use another card.',
  busy: 'The card network could not process the payment. Nothing was charged. Try again in a minute or use another card.',
}

/** Sorts a provider's error and decline codes into the three texts. */
export function declineReason(code: string | null, declineCode: string | null): DeclineReason {
  if (code === 'payment_intent_authentication_failure' || declineCode === 'authentication_required') {
    return 'authentication'
  }
  return code === 'processing_error' || declineCode === 'try_again_later' ? 'busy' : 'declined'
}
