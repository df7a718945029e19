/** The checkout's forms as text fields: read the same way by the server's form door and by the page itself. */
import type { UsRegion } from '../identity/location/address.ts'
import type { AddressDetails } from '../identity/location/address-details.ts'
import { COUNTRY } from '../identity/location/delivery-area.ts'
import { extraNames, pickExtras } from '../identity/location/extra-fields.ts'
import { cleanPhone } from '../platform/forms/field.ts'
import type { CheckoutStep } from './checkout.ts'
import type { PaymentDetails, PersonalDetails, ShippingDetails } from './checkout-details.ts'

/** Names to text, as a form sends them; what was not sent is absent. */
export type FormFields = Readonly<Record<string, string | undefined>>

export function personalFrom(fields: FormFields): PersonalDetails {
  return {
    firstName: text(fields.firstName),
    lastName: text(fields.lastName),
    emailAddress: text(fields.emailAddress),
  }
}

/** Whether an account is to come with the purchase. Nothing is trimmed off a password. */
export function accountFrom(fields: FormFields): { createAccount: boolean; password: string } {
  const createAccount = text(fields.createAccount) !== ''
  return { createAccount, password: createAccount ? (fields.password ?? '').slice(0, 300) : '' }
}

/** An address; the state is known by its name and gets its id here. */
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

/** `billingSameAsShipping` is a checkbox: a form that does not send it means no. */
export function paymentFrom(fields: FormFields, regions: readonly UsRegion[]): PaymentDetails {
  return {
    ...addressFrom(fields, regions),
    billingSameAsShipping: text(fields.billingSameAsShipping) !== '',
    paymentMethod: text(fields.paymentMethod),
    ...extrasFrom('payment', fields),
  }
}

/** True for the name of a step. */
export function isStep(value: unknown): value is CheckoutStep {
  return value === 'personal' || value === 'shipping' || value === 'payment'
}

/** `Dana Whitfield, dana@whitfield.example`: a step that is done, in one line. */
export function formatPersonalSummary(details: PersonalDetails): string {
  return [`${details.firstName} ${details.lastName}`.trim(), details.emailAddress].filter(Boolean).join(', ')
}

export function formatAddressSummary(details: AddressDetails): string {
  const street = [details.streetAddress, details.apartmentNumber].filter(Boolean).join(', ')
  return [street, details.city, `${details.state} ${details.zipCode}`.trim()].filter(Boolean).join(', ')
}

// Longer than any rule allows, so that the rule still has something to refuse; bounded, so that a draft stays small.
function text(value: string | undefined): string {
  return (value ?? '').trim().slice(0, 300)
}
