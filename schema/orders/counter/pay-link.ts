/** The link by which anybody who has it pays a sale of the counter, without an account (H14p). */
import * as v from 'valibot'
import type { FieldName } from '../../platform/forms/field.ts'
import { numberText } from '../../platform/forms/number-text.ts'
import type { Cents } from '../../platform/money.ts'
import { PHONE } from '../../platform/shop-phone.ts'
import type { OrderRefused } from '../order.ts'
import {
  CARD_METHOD,
  CART_UNCHANGED,
  INSTALLMENT_METHOD,
  PAY_LATER_METHOD,
  type PaymentMethod,
  PROVIDER_TOKEN,
  paymentMethodsFor,
  WALLET_METHOD,
} from '../payment.ts'

export const PAY_PATTERN = '/pay/:sale{[1-9][0-9]{0,14}}/:proof'
/** Where a provider's page sends the payer back, after an approval and without one. */
export const PAY_RETURN_PATTERN = `${PAY_PATTERN}/return`
export const PAY_CANCEL_PATTERN = `${PAY_PATTERN}/cancel`

/** Returns the address of the page that pays a sale. */
export function payHref(sale: number, signature: string): string {
  return `/pay/${sale}/${signature}`
}

/** Returns the addresses to which a provider's page sends the payer of this order back. */
export function payLinkReturns(payLink: string, orderNumber: string): { back: string; cancel: string } {
  const query = `?order=${encodeURIComponent(orderNumber)}`
  return { back: `${payLink}/return${query}`, cancel: `${payLink}/cancel${query}` }
}

/** Fields of who pays: the card's holder, and where the receipt goes. */
export const PAYER_FIELDS = [
  'emailAddress',
  'firstName',
  'lastName',
  'streetAddress',
  'apartmentNumber',
  'city',
  'state',
  'zipCode',
  'phoneNumber',
] as const satisfies readonly FieldName[]

const METHODS = [CARD_METHOD, WALLET_METHOD, PAY_LATER_METHOD, INSTALLMENT_METHOD] as const

/** Returns the ways to pay an amount by link: those of the configured providers that accept it. */
export function payLinkMethods(offered: ReadonlySet<string>, due: Cents): PaymentMethod[] {
  return paymentMethodsFor({ allVirtual: true, offered, total: due })
}

const NUMBER = numberText(15)
const text = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(150)), '')

export const PAY_FORM = v.variant('action', [
  v.object({
    action: v.literal('pay'),
    /** The version of the sale that the page showed. */
    version: NUMBER,
    /** What the page's button charges, in cents: store credit may have been spent elsewhere meanwhile. */
    due: NUMBER,
    method: v.optional(v.picklist(METHODS), CARD_METHOD),
    /** The card provider's token of the card; absent for a payment on a provider's page. */
    confirmationToken: v.optional(v.pipe(v.string(), v.regex(PROVIDER_TOKEN))),
    ...v.entriesFromList(PAYER_FIELDS, text),
  }),
  /** Ends a payment that waits at a provider's page, so that the sale can be paid another way. */
  v.object({ action: v.literal('another'), order: v.pipe(v.string(), v.maxLength(20)) }),
])
export type PayForm = Extract<v.InferOutput<typeof PAY_FORM>, { action: 'pay' }>

export const PAY_MESSAGES = {
  changed: 'This order has changed. Nothing was charged. Load the page again to see the new total.',
  over: 'We no longer hold these tires for you. Nothing was charged.',
  paid: 'This order is paid already. Nothing was charged now.',
  canceled: 'You came back without paying. Nothing was charged. Choose how to pay.',
  settled: `Your return was settled another way, so this link can’t be paid. Nothing was charged. Call ${PHONE.label}.`,
  nothing: `There’s nothing left to pay by this link. Call ${PHONE.label}.`,
  late: 'The payment didn’t arrive in time. Nothing was charged. Choose how to pay.',
  waiting: 'The payment isn’t certain yet, so it can’t be ended. Look again in a minute.',
} as const

/** Returns what the payer reads about a payment that was refused; a sale of the counter has no cart of the payer's. */
export function payMessage({ code, message }: Pick<OrderRefused, 'code' | 'message'>): string {
  if (code === 'payment-canceled') return PAY_MESSAGES.canceled
  if (code === 'payment-expired') return PAY_MESSAGES.late
  return message.replace(CART_UNCHANGED, '')
}

/** What the page's script gets when the card has paid. */
export interface PaidSale {
  orderNumber: string
  /** The order's own page. */
  href: string
}
