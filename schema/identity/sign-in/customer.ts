/** A customer's record, its address book, and the changes that a customer may make. */
import {
  firstMessage,
  maxLength60,
  normalizePhone,
  phone,
  validateField,
} from '../../platform/forms/field.ts'
import { type ApiAddress, findRegion, fromApiAddress, hasRegion, type UsRegion } from '../location/address.ts'
import { validateAddress } from '../location/address-details.ts'
import { COUNTRY, DELIVERY_MESSAGES, deliveryError, type ZipCheck } from '../location/delivery-area.ts'
import type { Company } from './company.ts'

/** The group of new customers; only staff make a customer a dealer. */
export const GROUP_GENERAL = 1
export const GROUP_DEALER = 2

/** An address of the address book. Street and apartment are one line each, as in the forms. */
export interface CustomerAddress {
  id: number
  firstname: string
  lastname: string
  company: string | null
  vatId: string | null
  street: string
  apartment: string
  city: string
  regionId: number
  postcode: string
  countryId: string
  /** Ten digits. */
  telephone: string
  defaultShipping: boolean
  defaultBilling: boolean
}

export interface Customer {
  id: number
  /** Lower case. */
  email: string
  firstname: string
  lastname: string
  /** Ten digits, or empty. */
  telephone: string
  groupId: number
  isFirstLogin: boolean
  /** `null` without a dealer's application. */
  company: Company | null
  /** False when the account only signs in by a provider. */
  hasPassword: boolean
  /** Milliseconds. */
  createdAt: number
  updatedAt: number
  /** By id. */
  addresses: CustomerAddress[]
}

/** A submitted address; a new address has no id. */
export type AddressChange = Omit<CustomerAddress, 'id'> & { id: number | null }

/**
 * The changes that a customer may make (F5: firstname, lastname, email, addresses, telephone in custom_attributes,
 * is_first_login in extension_attributes). Absent fields stay unchanged; a list of addresses replaces the address book.
 */
export interface ProfileChange {
  firstname?: string
  lastname?: string
  email?: string
  telephone?: string
  isFirstLogin?: boolean
  addresses?: AddressChange[]
}

export const MAX_ADDRESSES = 50

export const CUSTOMER_MESSAGES = {
  emailTaken: 'A customer with the same email address already exists in an associated website.',
  addressUnknown: 'Provided invalid address.id or address.customer_id',
  tooManyAddresses: `Your address book can hold up to ${MAX_ADDRESSES} addresses.`,
} as const

/** Attributes of API clients that the shop stores. */
const CUSTOM_ATTRIBUTES: ReadonlySet<string> = new Set(['telephone'])

/** Returns the message for an attribute that the shop cannot store; `null` when it can store all attributes. */
export function unknownAttributeMessage(attributes: readonly { attribute_code: string }[]): string | null {
  const unknown = attributes.find(({ attribute_code: code }) => !CUSTOM_ATTRIBUTES.has(code))
  return unknown
    ? `The shop keeps no custom attribute ${unknown.attribute_code.slice(0, 60)}. Nothing was saved.`
    : null
}

/** Returns the first message of a changed name, e-mail or phone; `null` when all are valid. */
export function profileMessage(change: Omit<ProfileChange, 'addresses'>): string | null {
  const { firstname, lastname, email, telephone } = change
  return (
    (firstname === undefined ? null : validateField('firstName', firstname)) ??
    (lastname === undefined ? null : validateField('lastName', lastname)) ??
    (email === undefined ? null : validateField('emailAddress', email)) ??
    (telephone === undefined || telephone === '' ? null : firstMessage(telephone, [phone]))
  )
}

/** Converts an address of the API to one of the address book; `message` is the first validation error. */
export function parseCustomerAddress(
  address: ApiAddress,
  about: { id: number | null; defaultShipping: boolean; defaultBilling: boolean },
  known: { regions: readonly UsRegion[]; zip: ZipCheck },
): { ok: true; address: AddressChange } | { ok: false; message: string } {
  const region = findRegion(known.regions, address)
  const details = { ...fromApiAddress(address, region), state: region?.name ?? '' }
  const { countryId, regionCode, postcode } = address
  const isAbroad = details.country !== COUNTRY
  if (isAbroad || (region === null && hasRegion(address))) {
    const destination = { countryId, regionCode, state: address.region, postcode }
    return { ok: false, message: deliveryError(destination) ?? DELIVERY_MESSAGES.unknownState }
  }
  const errors = validateAddress(details, { zip: known.zip })
  const message = Object.values(errors).find((text) => text !== undefined)
  const extra = maxLength60(address.company) ?? maxLength60(address.vatId)
  if (message !== undefined || extra !== null || region === null) {
    return { ok: false, message: message ?? extra ?? '' }
  }
  return {
    ok: true,
    address: {
      ...about,
      firstname: address.firstname,
      lastname: address.lastname,
      company: address.company || null,
      vatId: address.vatId || null,
      street: details.streetAddress,
      apartment: details.apartmentNumber,
      city: address.city,
      regionId: region.id,
      postcode: address.postcode,
      countryId: details.country,
      telephone: normalizePhone(address.telephone),
    },
  }
}

/** Leaves at most one default address of each kind: the last one. */
export function normalizeDefaults(addresses: readonly AddressChange[]): AddressChange[] {
  const shipping = addresses.findLast(({ defaultShipping }) => defaultShipping)
  const billing = addresses.findLast(({ defaultBilling }) => defaultBilling)
  return addresses.map((address) => ({
    ...address,
    defaultShipping: address === shipping,
    defaultBilling: address === billing,
  }))
}
