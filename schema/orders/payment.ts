/** Ways to pay, and the words for a payment that did not go through. */
import type { Cents } from '../platform/money.ts'

export const CARD_METHOD = 'stripe'
export const CASH_METHOD = 'cashondelivery'
export const WALLET_METHOD = 'paypal_express'
export const PAY_LATER_METHOD = 'afterpay'
export const INSTALLMENT_METHOD = 'affirm'

export interface PaymentMethod {
  code: string
  title: string
  default: boolean
}

/** A way to pay that a provider has to be configured for, and the totals that it takes. */
interface ProvidedMethod extends PaymentMethod {
  least: Cents
  most: Cents
}

/** Stripe charges no less than 50 cents in USD; the others name their limits in their terms for U.S. merchants. */
const PROVIDED: readonly ProvidedMethod[] = [
  { code: CARD_METHOD, title: 'Pay by Card (Stripe)', default: true, least: 50, most: 99_999_999 },
  { code: WALLET_METHOD, title: 'PayPal', default: false, least: 1, most: 99_999_999 },
  { code: PAY_LATER_METHOD, title: 'Afterpay, 4 payments', default: false, least: 100, most: 400_000 },
  {
    code: INSTALLMENT_METHOD,
    title: 'Affirm, monthly payments',
    default: false,
    least: 5_000,
    most: 3_000_000,
  },
]
const CASH: PaymentMethod = { code: CASH_METHOD, title: 'Cash On Delivery', default: false }

/**
 * What can be paid with. Spec §5: cash on delivery is hidden when everything is virtual or downloadable. `offered` are
 * the codes of the configured providers. `total` leaves out what does not take such an amount; `null`, or a total of
 * zero, which nobody has to charge, leaves nothing out.
 */
export function paymentMethodsFor(cart: {
  allVirtual: boolean
  offered: ReadonlySet<string>
  total: Cents | null
}): PaymentMethod[] {
  const { total } = cart
  const provided = PROVIDED.filter(
    ({ code, least, most }) => cart.offered.has(code) && (!total || (total >= least && total <= most)),
  )
  const methods = [
    ...provided.map(({ code, title, default: isDefault }) => ({ code, title, default: isDefault })),
    ...(cart.allVirtual ? [] : [CASH]),
  ]
  return methods.some((method) => method.default)
    ? methods
    : methods.map((method, at) => ({ ...method, default: at === 0 }))
}

/** A card and a provider's page need the shopper and the line; cash at the door and a total of zero need neither. */
export function canQueueOffline(order: { paymentMethod: string; grandTotal: number }): boolean {
  return order.paymentMethod === CASH_METHOD || order.grandTotal === 0
}

export function paymentTitle(code: string): string {
  return [...PROVIDED, CASH].find((method) => method.code === code)?.title ?? code
}

/** Totals that a provider takes, both ends included; `null` for a code that needs none. */
export function amountLimitsOf(code: string): { least: Cents; most: Cents } | null {
  const method = PROVIDED.find((known) => known.code === code)
  return method ? { least: method.least, most: method.most } : null
}

/** How long tires are kept for a payment that is not finished. */
export const HOLD_MS = 15 * 60_000

/** What pressing the button charges, under it. */
export function chargeTimingMessage(code: string, total: Cents): string {
  if (code === CASH_METHOD || total === 0) return 'Nothing is charged now.'
  if (code === CARD_METHOD) return 'The card is charged when you place the order.'
  return `Nothing is charged before you approve it on the next page. ${formatHold(null)}`
}

/** How long the tires are still kept, in words; `minutes` rounded up, `null` while no clock was asked. */
export function formatHold(minutes: number | null): string {
  if (minutes === null) return 'The tires are kept for you for 15 minutes.'
  if (minutes <= 0) return 'The tires are no longer kept for you.'
  return `The tires are kept for you for ${minutes === 1 ? 'one more minute' : `${minutes} more minutes`}.`
}

/** What a provider's token looks like. One of dots alone would name another address when it is written into one. */
export const PROVIDER_TOKEN = /^(?!\.+$)[\w.-]{1,200}$/

/** True for the name of a card that a customer keeps; a token of the card fields stands for a card once. */
export function isSavedCardToken(token: string): boolean {
  return token.startsWith('pm_')
}

/** True once the month that a card is good for has passed. `expires` is `MM/YYYY`. */
export function isExpired(expires: string, now: Date): boolean {
  const [month = 0, year = 0] = expires.split('/').map(Number)
  return year * 12 + month < now.getFullYear() * 12 + now.getMonth() + 1
}

/** Why a payment was refused, as far as it matters to the shopper. */
export type DeclineReason = 'declined' | 'authentication' | 'busy' | 'provider'

/**
 * One text for every refusal of a card, whatever the bank's reason, and one for those of providers without cards: whoever
 * tries stolen numbers learns nothing from the difference between a wrong code, an empty account and a lost card.
 */
export const DECLINE_MESSAGES: Record<DeclineReason, string> = {
  declined:
    'The bank declined this card. Nothing was charged and your cart is unchanged. Check the card details or use another card.',
  authentication:
    'The bank could not confirm that it is you. Nothing was charged and your cart is unchanged. Try again or use another card.',
  busy: 'The card network could not process the payment. Nothing was charged. Try again in a minute or use another card.',
  provider:
    'The payment was not approved. Nothing was charged and your cart is unchanged. Try again or choose another way to pay.',
}

/** Sorts a provider's error and decline codes into the three texts. */
export function declineReason(code: string | null, declineCode: string | null): DeclineReason {
  if (code === 'payment_intent_authentication_failure' || declineCode === 'authentication_required') {
    return 'authentication'
  }
  return code === 'processing_error' || declineCode === 'try_again_later' ? 'busy' : 'declined'
}
