/** The link by which anybody who has it pays a sale of the counter by card, without an account (H14p). */
import * as v from 'valibot'
import type { FieldName } from '../../platform/forms/field.ts'

export const PAY_PATTERN = '/pay/:sale{[1-9][0-9]{0,14}}/:proof'

/** Returns the address of the page that pays a sale. */
export function payHref(sale: number, signature: string): string {
  return `/pay/${sale}/${signature}`
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

const text = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(150)), '')

export const PAY_FORM = v.object({
  /** The version of the sale that the page showed. */
  version: v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number)),
  /** The card provider's token of the card. */
  confirmationToken: v.pipe(v.string(), v.regex(/^[\w.-]{1,200}$/)),
  ...v.entriesFromList(PAYER_FIELDS, text),
})
export type PayForm = v.InferOutput<typeof PAY_FORM>

export const PAY_MESSAGES = {
  changed: 'This order has changed. Nothing was charged. Load the page again to see the new total.',
  over: 'We no longer hold these tires for you. Nothing was charged.',
  paid: 'This order is paid already. Nothing was charged now.',
} as const

/** What the page's script gets when the card has paid. */
export interface PaidSale {
  orderNumber: string
  /** The order's own page. */
  href: string
}
