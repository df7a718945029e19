/** The values of the forms of the three steps. */
import * as v from 'valibot'
import { ADDRESS_DETAILS, emptyAddress } from '../identity/location/address-details.ts'
import { extraEntries, pickExtras } from '../identity/location/extra-fields.ts'

export const PERSONAL_DETAILS = v.object({
  firstName: v.string(),
  lastName: v.string(),
  emailAddress: v.string(),
})
export type PersonalDetails = v.InferOutput<typeof PERSONAL_DETAILS>

export const SHIPPING_DETAILS = v.object({
  ...ADDRESS_DETAILS.entries,
  ...extraEntries('shipping'),
  /** `carrierCode:methodCode`; empty until chosen. */
  shippingMethod: v.string(),
})
export type ShippingDetails = v.InferOutput<typeof SHIPPING_DETAILS>

export const PAYMENT_DETAILS = v.object({
  ...ADDRESS_DETAILS.entries,
  ...extraEntries('payment'),
  billingSameAsShipping: v.boolean(),
  paymentMethod: v.string(),
})
export type PaymentDetails = v.InferOutput<typeof PAYMENT_DETAILS>

export function emptyPersonal(): PersonalDetails {
  return { firstName: '', lastName: '', emailAddress: '' }
}

export function emptyShipping(): ShippingDetails {
  return { ...emptyAddress(), ...pickExtras('shipping'), shippingMethod: '' }
}

/** Returns an empty payment form; the billing address is the shipping address by default. */
export function emptyPayment(): PaymentDetails {
  return { ...emptyAddress(), ...pickExtras('payment'), billingSameAsShipping: true, paymentMethod: '' }
}
