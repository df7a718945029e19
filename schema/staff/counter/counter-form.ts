/** The forms of a sale at the counter (H14p). Amounts are typed in dollars. */
import * as v from 'valibot'
import { REST_CHOICES } from '../../orders/returns/exchange.ts'
import type { FieldErrors, FieldName } from '../../platform/forms/field.ts'
import { ROW_ID } from '../../platform/forms/number-text.ts'
import { type Cents, formatMoney } from '../../platform/money.ts'
import { CHANGE_KEY } from '../changes/change.api.ts'
import { hasCardNumber } from './card-number.ts'

const text = (length: number) => v.optional(v.pipe(v.string(), v.trim(), v.maxLength(length)), '')
/** The version that the page showed. */
const OF_DRAFT = { draft: ROW_ID, version: ROW_ID, key: CHANGE_KEY }

/** Fields of the buyer, as the checkout names them. */
export const BUYER_FIELDS = [
  'firstName',
  'lastName',
  'phoneNumber',
  'emailAddress',
  'streetAddress',
  'apartmentNumber',
  'city',
  'state',
  'zipCode',
] as const satisfies readonly FieldName[]

export const COUNTER_FORM = v.variant('action', [
  v.object({ action: v.literal('scan'), draft: v.optional(ROW_ID), code: text(300), key: CHANGE_KEY }),
  v.object({ action: v.literal('remove'), ...OF_DRAFT, item: ROW_ID }),
  v.object({ action: v.literal('custom'), ...OF_DRAFT, title: text(80), price: text(20), taxed: text(3) }),
  v.object({
    action: v.literal('buyer'),
    ...OF_DRAFT,
    way: v.picklist(['pickup', 'delivery']),
    ...v.entriesFromList(BUYER_FIELDS, text(150)),
  }),
  v.object({ action: v.literal('discount'), ...OF_DRAFT, percent: text(20), why: text(200) }),
  v.object({
    action: v.literal('choose'),
    ...OF_DRAFT,
    of: v.pipe(v.string(), v.regex(/^(\d{1,15}|TL-\w{8})$/)),
  }),
  v.object({ action: v.literal('credit'), ...OF_DRAFT, use: v.picklist(['yes', 'no']) }),
  v.object({ action: v.literal('hold'), ...OF_DRAFT, minutes: v.picklist(['15', '60', '240', '1440']) }),
  v.object({ action: v.literal('link'), ...OF_DRAFT }),
  v.object({ action: v.literal('end'), ...OF_DRAFT }),
  v.object({
    action: v.literal('cash'),
    ...OF_DRAFT,
    given: text(20),
    /** What becomes of the rest of a return that is worth more than the sale. */
    rest: v.optional(v.picklist(REST_CHOICES), 'money'),
  }),
  v.object({ action: v.literal('card'), ...OF_DRAFT, lastFour: text(30), slip: text(40) }),
  v.object({
    ...{ action: v.literal('mail'), draft: ROW_ID, key: CHANGE_KEY, emailAddress: text(60) },
    /** The address that the customer confirmed, because store credit goes to it. */
    confirmed: text(60),
  }),
])
/** Asks for a confirmation before store credit goes to the address of a receipt: a mistyped one may be a stranger's. */
export function confirmAddressMessage(credit: Cents): string {
  return `${formatMoney(credit)} of store credit goes to this address. Read it back to the customer, then confirm it.`
}

export type CounterForm = v.InferOutput<typeof COUNTER_FORM>
export type CounterAction = CounterForm['action']

/** Times that a sale can be held for from now on. */
export const HOLD_CHOICES = [
  { value: '15', label: '15 minutes' },
  { value: '60', label: '1 hour' },
  { value: '240', label: '4 hours' },
  { value: '1440', label: 'Until tomorrow' },
] as const

/** Names of fields in messages at their field. */
export type CounterField = 'code' | 'title' | 'price' | 'percent' | 'why' | 'given' | 'lastFour' | 'slip'
export type CounterErrors = FieldErrors & Partial<Record<CounterField | 'confirmed', string>>

export const COUNTER_MESSAGES = {
  cardNumber:
    'That looks like a card number. Never type one here: charge the card at the terminal, then type its last four digits.',
  code: 'Scan the label of a tire, or type its number.',
  bin: 'That’s the label of a bin. Scan the label of a tire.',
  notSingle: 'This is a bundle. Scan its tires one by one.',
  notForSale: 'This tire isn’t on sale.',
  full: 'A sale at the counter has 12 tires at most.',
  changed: 'Someone changed this sale. Check it, then try again.',
  over: 'The time of this sale is over, so its tires are back on sale. Scan them again.',
  empty: 'Scan a tire first.',
  title: 'Type what it is, such as mounting.',
  price: 'Type dollars, such as 20 or 12.50.',
  percent: 'Type a percentage, such as 5.',
  why: 'Say why.',
  given: 'Type the cash that you were given, in dollars.',
  lastFour: 'Type the last four digits of the card, 4 digits.',
  slip: 'Type the number of the slip.',
  address: 'Type the address that the tires go to first.',
  store: 'The shop has no store yet, so pick-up has no tax. Choose delivery.',
  noBuyer: 'This customer is gone. Search again.',
  noCredit: 'This customer has no store credit now.',
  linkNothing: 'Nothing is left to pay, so no link is needed. Sell it here.',
  creditSpent:
    'The store credit was spent in another sale or expired, so nothing was sold. The tires are held.',
  failed: 'The sale wasn’t completed. Nothing is lost: the tires are held. Try again.',
  mail: 'The receipt is on its way.',
  ended: 'The sale is ended. Its tires are back on sale.',
} as const

/** Returns the message for a discount above what a role may give; a price that was typed as a percentage is one. */
export function discountTooLarge(limit: number): string {
  return limit === 0
    ? 'Your role can’t give discounts.'
    : `You can give up to ${limit}%. This field takes a percentage, not a price.`
}

/** Checks whether a field of a form, other than its key, could be the number of a payment card. */
export function hasCardNumberIn(form: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(form).some(
    ([name, value]) => name !== 'key' && typeof value === 'string' && hasCardNumber(value),
  )
}
