/** The fields of an address in forms, and their rules. */
import * as v from 'valibot'
import { type FieldErrors, validateField, validateFields } from '../../platform/forms/field.ts'
import { COUNTRY, DELIVERY_MESSAGES, type ZipCheck, zipMessage } from './delivery-area.ts'
import type { Extras } from './extra-fields.ts'

export const ADDRESS_DETAILS = v.object({
  firstName: v.string(),
  lastName: v.string(),
  country: v.string(),
  streetAddress: v.string(),
  apartmentNumber: v.string(),
  city: v.string(),
  /** Region name, e.g. `Illinois`. */
  state: v.string(),
  regionId: v.nullable(v.number()),
  zipCode: v.string(),
  /** Ten digits. */
  phoneNumber: v.string(),
})

export type AddressDetails = v.InferOutput<typeof ADDRESS_DETAILS>

/** Returns an address whose fields are empty except the country. */
export function emptyAddress(): AddressDetails {
  return {
    firstName: '',
    lastName: '',
    country: COUNTRY,
    streetAddress: '',
    apartmentNumber: '',
    city: '',
    state: '',
    regionId: null,
    zipCode: '',
    phoneNumber: '',
  }
}

/** Checks whether two addresses are the same in every field. */
export function isSameAddress(one: AddressDetails, other: AddressDetails): boolean {
  return Object.keys(ADDRESS_DETAILS.entries).every(
    (name) => one[name as keyof AddressDetails] === other[name as keyof AddressDetails],
  )
}

/** Validates the fields of an address and its ZIP code against its state, in the order of the form. Ignores the delivery area. */
export function validateAddress(details: AddressDetails, context: { zip: ZipCheck }): FieldErrors {
  // Other countries have other states and ZIP codes.
  if (details.country !== '' && details.country !== COUNTRY) return { country: DELIVERY_MESSAGES.abroad }
  const zipCode = validateField('zipCode', details.zipCode) ?? zipMessage(context.zip)
  return {
    ...validateFields(details, ['firstName', 'lastName', 'country', 'streetAddress', 'apartmentNumber']),
    ...(zipCode ? { zipCode } : {}),
    ...validateFields(details, ['city', 'state', 'phoneNumber']),
  }
}

/** An address with the extra fields of an invoice. */
export type Party = AddressDetails & Extras
