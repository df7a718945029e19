/** The checkout's forms as text fields, parsed the same way by the server and by the page. */
import type { UsRegion } from '../identity/location/address.ts'
import type { AddressDetails } from '../identity/location/address-details.ts'
import { COUNTRY } from '../identity/location/delivery-area.ts'
import { extraNames, pickExtras } from '../identity/location/extra-fields.ts'
import { cleanPhone } from '../platform/forms/field.ts'
import type { CheckoutStep } from './checkout.ts'
import type { PaymentDetails, PersonalDetails, ShippingDetails } from './checkout-details.ts'

/** Text by name, absent where not sent. */
export type FormFields = Readonly<Record<string, string | undefined>>

export function personalFrom(fields: FormFields): PersonalDetails {
  return {
    firstName: text(fields.firstName),
    lastName: text(fields.lastName),
    emailAddress: text(fields.emailAddress),
  }
}

/** Parses the request for an account. Passwords are not trimmed. */
export function accountFrom(fields: FormFields): { createAccount: boolean; password: string } {
  const createAccount = text(fields.createAccount) !== ''
  return { createAccount, password: createAccount ? (fields.password ?? '').slice(0, 300) : '' }
}

/** Parses an address; the state's name gets its region id. */
export function addressFrom(fields: FormFields, regions: readonly UsRegion[]): AddressDetails {
  const state = text(fields.state)
  const region = regions.find(({ name }) => name.toLowerCase() === state.toLowerCase())
  return {
    firstName: text(fields.firstName),
    lastName: text(fields.lastName),
    country: COUNTRY,
    streetAddress: text(fields.streetAddress),
    apartmentNumber: text(fields.apartmentNumber),
    city: text(fields.city),
    state: region?.name ?? state,
    regionId: region?.id ?? null,
    zipCode: text(fields.zipCode),
    phoneNumber: cleanPhone(text(fields.phoneNumber)),
  }
}

export function shippingFrom(fields: FormFields, regions: readonly UsRegion[]): ShippingDetails {
  return {
    ...addressFrom(fields, regions),
    ...extrasFrom('shipping', fields),
    shippingMethod: text(fields.shippingMethod),
  }
}

/** Returns the trimmed texts of a step's extra fields. */
function extrasFrom<S extends 'shipping' | 'payment'>(step: S, fields: FormFields) {
  const texts = pickExtras(step)
  for (const name of extraNames(step)) texts[name] = text(fields[name])
  return texts
}

/** Parses the payment step. `billingSameAsShipping` is a checkbox: absent means no. */
export function paymentFrom(fields: FormFields, regions: readonly UsRegion[]): PaymentDetails {
  return {
    ...addressFrom(fields, regions),
    billingSameAsShipping: text(fields.billingSameAsShipping) !== '',
    paymentMethod: text(fields.paymentMethod),
    ...extrasFrom('payment', fields),
  }
}

/** Returns whether a text is the name of a step. */
export function isStep(value: unknown): value is CheckoutStep {
  return value === 'personal' || value === 'shipping' || value === 'payment'
}

/** Formats a completed step in one line: `Dana Whitfield, dana@whitfield.example`. */
export function formatPersonalSummary(details: PersonalDetails): string {
  return [`${details.firstName} ${details.lastName}`.trim(), details.emailAddress].filter(Boolean).join(', ')
}

export function formatAddressSummary(details: AddressDetails): string {
  const street = [details.streetAddress, details.apartmentNumber].filter(Boolean).join(', ')
  return [street, details.city, `${details.state} ${details.zipCode}`.trim()].filter(Boolean).join(', ')
}

// Longer than any rule allows, so that the rules still refuse a cut text; bounded, so that a draft stays small.
function text(value: string | undefined): string {
  return (value ?? '').trim().slice(0, 300)
}
