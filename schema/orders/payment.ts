/** Payment methods and the messages of failed payments. */
import { MINUTE_MS } from '../platform/duration.ts'
import type { Cents } from '../platform/money.ts'

export const CARD_METHOD = 'stripe'
export const CASH_METHOD = 'cashondelivery'
export const WALLET_METHOD = 'paypal_express'
export const PAY_LATER_METHOD = 'afterpay'
export const INSTALLMENT_METHOD = 'affirm'
/** Money that staff took at the counter (H14p): cash, or a card at a terminal that the shop doesn't know. */
export const COUNTER_CASH_METHOD = 'counter_cash'
export const COUNTER_CARD_METHOD = 'counter_card'

export interface PaymentMethod {
  code: string
  title: string
  default: boolean
}

/** A payment method of a configured provider, and its accepted totals. */
interface ProvidedMethod extends PaymentMethod {
  min: Cents
  max: Cents
}

/** Stripe's minimum is 50 cents in USD; the limits of the others are from their terms for U.S. merchants. */
const PROVIDED: readonly ProvidedMethod[] = [
  { code: CARD_METHOD, title: 'Pay by Card (Stripe)', default: true, min: 50, max: 99_999_999 },
  { code: WALLET_METHOD, title: 'PayPal', default: false, min: 1, max: 99_999_999 },
  { code: PAY_LATER_METHOD, title: 'Afterpay', default: false, min: 100, max: 400_000 },
  {
    code: INSTALLMENT_METHOD,
    title: 'Affirm',
    default: false,
    min: 5_000,
    max: 3_000_000,
  },
]
const CASH: PaymentMethod = { code: CASH_METHOD, title: 'Cash on delivery', default: false }
/** Methods of sales at the counter; no checkout offers them. */
const COUNTER: readonly PaymentMethod[] = [
  { code: COUNTER_CASH_METHOD, title: 'Cash at the counter', default: false },
  { code: COUNTER_CARD_METHOD, title: 'Card at the counter', default: false },
]

/** Returns whether staff took the money at the counter, before the order was placed. */
export function isPaidAtCounter(method: string): boolean {
  return COUNTER.some(({ code }) => code === method)
}

/** The methods whose money staff refund by hand, because no provider has it. */
export const HAND_METHODS: readonly string[] = [CASH_METHOD, ...COUNTER.map(({ code }) => code)]

export function isRefundedByHand(method: string): boolean {
  return HAND_METHODS.includes(method)
}

/**
 * Returns the payment methods of a cart. Cash on delivery is hidden when all lines are virtual or
 * downloadable (E12). `offered` contains the codes of the configured providers. Methods that do not accept
 * `total` are left out, unless `total` is `null` or zero.
 */
export function paymentMethodsFor(cart: {
  allVirtual: boolean
  offered: ReadonlySet<string>
  total: Cents | null
}): PaymentMethod[] {
  const { total } = cart
  const provided = PROVIDED.filter(
    ({ code, min, max }) => cart.offered.has(code) && (!total || (total >= min && total <= max)),
  )
  const methods = [
    ...provided.map(({ code, title, default: isDefault }) => ({ code, title, default: isDefault })),
    ...(cart.allVirtual ? [] : [CASH]),
  ]
  return methods.some((method) => method.default)
    ? methods
    : methods.map((method, at) => ({ ...method, default: at === 0 }))
}

/** Returns whether an order can be queued offline: cash on delivery and a total of zero need no provider. */
export function canQueueOffline(order: { paymentMethod: string; grandTotal: number }): boolean {
  return order.paymentMethod === CASH_METHOD || order.grandTotal === 0
}

/** Returns the title of a payment method; the code itself when it is unknown. */
export function paymentTitle(code: string): string {
  return [...PROVIDED, CASH, ...COUNTER].find((method) => method.code === code)?.title ?? code
}

/** Returns the name of a payment method after the order was placed; the title of a card is for its choice in the checkout. */
export function paymentName(code: string): string {
  return code === CARD_METHOD ? 'Card' : paymentTitle(code)
}

/**
 * Returns the lowest and the highest total that a provider accepts; `null` for a method without a provider.
 */
export function getAmountLimits(code: string): { min: Cents; max: Cents } | null {
  const method = PROVIDED.find((known) => known.code === code)
  return method ? { min: method.min, max: method.max } : null
}

/** The methods whose payment the shopper approves on the provider's own page. */
const ON_PROVIDER_PAGE: readonly string[] = [WALLET_METHOD, PAY_LATER_METHOD, INSTALLMENT_METHOD]

/** Returns the label of the button that orders (H13h): it names the provider where the shopper leaves for its page. */
export function placeOrderLabel(code: string, total: Cents): string {
  return total > 0 && ON_PROVIDER_PAGE.includes(code) ? `Continue to ${paymentTitle(code)}` : 'Place order'
}

/** How long tires are reserved for an unfinished payment. */
export const RESERVATION_MS = 15 * MINUTE_MS

/** Returns the note under the button about the time of the charge. It is true for every method, because without script it stays. */
export function chargeTimingMessage(total: Cents): string {
  return total === 0
    ? 'You won’t be charged now.'
    : 'You won’t be charged until you place the order or approve the payment.'
}

/** Formats the remaining time of a reservation; `minutes` rounded up, `null` before the clock is known. */
export function formatReservation(minutes: number | null): string {
  if (minutes === null) return 'We’ll hold the tires for you for 15 minutes.'
  if (minutes <= 0) return 'We’re no longer holding the tires for you.'
  return `We’ll hold the tires for you for ${minutes === 1 ? 'one more minute' : `${minutes} more minutes`}.`
}

/** The format of a provider's token. A token of dots alone would change the URL path that contains it. */
export const PROVIDER_TOKEN = /^(?!\.+$)[\w.-]{1,200}$/

/** Returns whether a token is a saved card, not a single-use token of the card fields. */
export function isSavedCardToken(token: string): boolean {
  return token.startsWith('pm_')
}

/** Returns whether a card's last month has passed. `expires` is `MM/YYYY`. */
export function isExpired(expires: string, now: Date): boolean {
  const [month = 0, year = 0] = expires.split('/').map(Number)
  return year * 12 + month < now.getFullYear() * 12 + now.getMonth() + 1
}

/** Returns the saved cards that can pay now; none when the provider did not answer (`null`). */
export function usableCards<Card extends { expires: string }>(
  cards: readonly Card[] | null,
  now: Date,
): readonly Card[] {
  return (cards ?? []).filter(({ expires }) => !isExpired(expires, now))
}

/** The reasons of a refused payment that the shopper's message distinguishes. */
export type DeclineReason = 'declined' | 'authentication' | 'busy' | 'provider'

/** Part of messages for shoppers; a payer by link has no cart. */
export const CART_UNCHANGED = ' and your cart is unchanged'

/**
 * The messages of refused payments. All refused cards have the same message, so that a thief who tests stolen
 * numbers cannot distinguish a wrong security code from an empty account or a lost card.
 */
export const DECLINE_MESSAGES: Record<DeclineReason, string> = {
  declined: `The bank declined this card. Nothing was charged${CART_UNCHANGED}. Check the card details or use another card.`,
  authentication: `The bank couldn’t confirm that it’s you. Nothing was charged${CART_UNCHANGED}. Try again or use another card.`,
  busy: 'The card network couldn’t process the payment. Nothing was charged. Try again in a minute or use another card.',
  provider: `The payment wasn’t approved. Nothing was charged${CART_UNCHANGED}. Try again or choose another way to pay.`,
}

/** Maps a provider's error and decline codes to the three reasons. */
export function declineReason(code: string | null, declineCode: string | null): DeclineReason {
  if (code === 'payment_intent_authentication_failure' || declineCode === 'authentication_required') {
    return 'authentication'
  }
  return code === 'processing_error' || declineCode === 'try_again_later' ? 'busy' : 'declined'
}

/** Follows the message of an order call without a reply. */
export const MAY_BE_ORDERED =
  'Your order may have reached us. Try again: we’ll place it once and charge you once.'
