/** The form that changes the address of an order before it is sent (H14o). Its fields are checked by the rules of the checkout. */
import * as v from 'valibot'
import { isOrderNumber } from '../../orders/order.ts'
import { CHANGE_KEY } from '../changes/change.api.ts'

const TEXT = v.pipe(v.optional(v.string(), ''), v.trim(), v.maxLength(255))

export const ADDRESS_FORM = v.object({
  action: v.literal('address'),
  order: v.pipe(v.string(), v.check(isOrderNumber)),
  key: CHANGE_KEY,
  firstName: TEXT,
  lastName: TEXT,
  streetAddress: TEXT,
  apartmentNumber: TEXT,
  city: TEXT,
  /** Name or code of the state. */
  state: TEXT,
  zipCode: TEXT,
  phoneNumber: TEXT,
})
export type OrderAddressForm = v.InferOutput<typeof ADDRESS_FORM>

export const ADDRESS_MESSAGES = {
  changed: 'Address changed. Taxes, fees and the total stay the same.',
  noOrder: 'This order isn’t sent anywhere.',
  tooLate: 'Nothing was changed: the order is sent or canceled, or someone changed it.',
} as const
