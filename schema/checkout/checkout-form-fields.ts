/** Parses the text fields of the checkout's forms; used by the server and by the page. */
import type { UsRegion } from '../identity/location/address.ts'
import type { AddressDetails } from '../identity/location/address-details.ts'
import { COUNTRY } from '../identity/location/delivery-area.ts'
import { extraNames, pickExtras } from '../identity/location/extra-fields.ts'
import { normalizePhone } from '../platform/forms/field.ts'
import type { FormTexts } from '../platform/forms/form-texts.ts'
import type { CheckoutStep } from './checkout.ts'
import type { PaymentDetails, PersonalDetails, ShippingDetails } from './checkout-details.ts'

export function parsePersonalFields(fields: FormTexts): PersonalDetails {
  return {
    firstName: text(fields.firstName),
    lastName: text(fields.lastName),
    emailAddress: text(fields.emailAddress),
  }
}

/** Parses the request for an account. Passwords are not trimmed. */
export function parseAccountFields(fields: FormTexts): { createAccount: boolean; password: string } {
  const createAccount = text(fields.createAccount) !== ''
  return { createAccount, password: createAccount ? (fields.password ?? '').slice(0, 300) : '' }
}

/** Parses an address and finds the region id of its state. */
export function parseAddressFields(fields: FormTexts, regions: readonly UsRegion[]): AddressDetails {
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
    phoneNumber: normalizePhone(text(fields.phoneNumber)),
  }
}

export function parseShippingFields(fields: FormTexts, regions: readonly UsRegion[]): ShippingDetails {
  return {
    ...parseAddressFields(fields, regions),
    ...extrasFrom('shipping', fields),
    shippingMethod: text(fields.shippingMethod),
  }
}

/** Returns the trimmed texts of a step's extra fields. */
function extrasFrom<S extends 'shipping' | 'payment'>(step: S, fields: FormTexts) {
  const texts = pickExtras(step)
  for (const name of extraNames(step)) texts[name] = text(fields[name])
  return texts
}

/** Parses the payment step. `billingSameAsShipping` is a checkbox: absent means unticked. */
export function parsePaymentFields(fields: FormTexts, regions: readonly UsRegion[]): PaymentDetails {
  return {
    ...parseAddressFields(fields, regions),
    billingSameAsShipping: text(fields.billingSameAsShipping) !== '',
    paymentMethod: text(fields.paymentMethod),
    ...extrasFrom('payment', fields),
  }
}

/** Checks whether a text is the name of a step. */
export function isStep(value: unknown): value is CheckoutStep {
  return value === 'personal' || value === 'shipping' || value === 'payment'
}

/** Formats the completed personal step: `Dana Whitfield, dana@whitfield.example`. */
export function formatPersonalSummary(details: PersonalDetails): string {
  return [`${details.firstName} ${details.lastName}`.trim(), details.emailAddress].filter(Boolean).join(', ')
}

/** Formats the address of a completed step in one line. */
export function formatAddressSummary(details: AddressDetails): string {
  const street = [details.streetAddress, details.apartmentNumber].filter(Boolean).join(', ')
  return [street, details.city, `${details.state} ${details.zipCode}`.trim()].filter(Boolean).join(', ')
}

/**
 * Trims a text and cuts it at 300 characters, so that a draft stays small. Every rule allows fewer characters, so a cut
 * text is still refused.
 */
function text(value: string | undefined): string {
  return (value ?? '').trim().slice(0, 300)
}
