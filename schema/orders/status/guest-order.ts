/** Looking an order up without an account (spec §2 "/sales/guest/form/"): its number and the e-mail it was placed with. */
import { emailAddress, firstMessage, required } from '../../platform/forms/field.ts'
import { isOrderNumber } from '../order.ts'

export type GuestOrderTexts = Record<'orderNumber' | 'emailAddress', string>
export type GuestOrderErrors = Partial<GuestOrderTexts>

export const GUEST_ORDER_MESSAGES = {
  number: 'An order number looks like TL-7K3M9QXA. It stands at the top of our mail.',
  /** The same for a number that nobody has and for somebody else's order. */
  unknown:
    'We found no order with this number and this e-mail. Check both against the mail that we sent you.',
} as const

/** An order number as people type it: without the prefix, in small letters, O for zero, with gaps. */
export function typedOrderNumber(text: string): string {
  const bare = text.replace(/[\s#-]/g, '').toUpperCase()
  const code = bare.length > 8 && bare.startsWith('TL') ? bare.slice(2) : bare
  return `TL-${code.replaceAll('O', '0').replace(/[IL]/g, '1')}`
}

/** The first message of each field that cannot be right. */
export function guestOrderErrors(texts: GuestOrderTexts): GuestOrderErrors {
  const number =
    required(texts.orderNumber) ??
    (isOrderNumber(typedOrderNumber(texts.orderNumber)) ? null : GUEST_ORDER_MESSAGES.number)
  const email = firstMessage(texts.emailAddress.trim(), [required, emailAddress])
  return { ...(number && { orderNumber: number }), ...(email && { emailAddress: email }) }
}
