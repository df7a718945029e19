/** The form that finds an order without an account, by its number and e-mail (E15). */
import * as v from 'valibot'
import { emailAddress, firstMessage, required } from '../../platform/forms/field.ts'
import { isOrderNumber } from '../order.ts'

const TEXT = v.pipe(
  v.optional(v.string(), ''),
  v.transform((text) => text.slice(0, 100)),
)
export const GUEST_ORDER_FORM = v.object({ orderNumber: TEXT, emailAddress: TEXT })
export type GuestOrderTexts = v.InferOutput<typeof GUEST_ORDER_FORM>
export type GuestOrderErrors = Partial<GuestOrderTexts>

export const GUEST_ORDER_MESSAGES = {
  number: 'An order number looks like TL-7K3M9QXA. You’ll find it at the top of our email.',
  /** The same message for an unknown number and for another buyer's order. */
  unknown: 'We couldn’t find an order with this number and email. Check both against the email we sent you.',
} as const

/**
 * Normalizes a typed order number: the prefix is optional, small letters, spaces, O for 0 and I or L for 1
 * are accepted.
 */
export function normalizeOrderNumber(text: string): string {
  const typed = text.replace(/[\s#-]/g, '').toUpperCase()
  const code = typed.length > 8 && typed.startsWith('TL') ? typed.slice(2) : typed
  return `TL-${code.replaceAll('O', '0').replace(/[IL]/g, '1')}`
}

/** Returns the first message of each invalid field. */
export function guestOrderErrors(texts: GuestOrderTexts): GuestOrderErrors {
  const number =
    required(texts.orderNumber) ??
    (isOrderNumber(normalizeOrderNumber(texts.orderNumber)) ? null : GUEST_ORDER_MESSAGES.number)
  const email = firstMessage(texts.emailAddress.trim(), [required, emailAddress])
  return { ...(number && { orderNumber: number }), ...(email && { emailAddress: email }) }
}
