/** The address book as its own page changes it: one address at a time, validated by the rules of the checkout. */
import {
  CUSTOMER_FORM_MESSAGES,
  type CustomerFields,
  customerErrors,
} from '../../schema/account/customer-form.api.ts'
import { addressFrom } from '../../schema/checkout/checkout-form-fields.ts'
import {
  type AddressChange,
  CUSTOMER_MESSAGES,
  type Customer,
  MAX_ADDRESSES,
} from '../../schema/identity/sign-in/customer.ts'
import { type FieldErrors, hasErrors } from '../../schema/platform/forms/field.ts'
import { allRegions } from '../identity/location/region.sql.ts'
import { resolveZip } from '../identity/location/resolve-zip.ts'
import {
  clearDefault,
  type DefaultFor,
  makeDefault,
  removeAddress,
  saveAddressBook,
} from '../identity/sign-in/address-book.sql.ts'

export type AddressResult =
  | { ok: true }
  /** 403: it is nobody's or somebody else's. */
  | { ok: false; code: 400 | 403; message: string; errors: FieldErrors }

/** Writes the address of a form: a new one, or with the field `id` one that the customer has. */
export async function saveAddress(
  db: D1Database,
  customer: Customer,
  fields: CustomerFields,
): Promise<AddressResult> {
  const id = addressId(fields.id)
  const known = customer.addresses.find((address) => address.id === id)
  if (id !== null && !known) return unknown()
  if (!known && customer.addresses.length >= MAX_ADDRESSES) {
    return { ok: false, code: 400, message: CUSTOMER_MESSAGES.tooManyAddresses, errors: {} }
  }
  const regions = await allRegions(db)
  const details = addressFrom(fields, regions)
  const region = regions.find((one) => one.id === details.regionId)
  const { check: zip } = await resolveZip(db, {
    postcode: details.zipCode,
    regionCode: region?.code ?? null,
  })
  const errors = customerErrors('address', fields, { regions, zip })
  if (!region && !errors.state) errors.state = 'Choose a state of the list.'
  if (hasErrors(errors) || !region) {
    return { ok: false, code: 400, message: CUSTOMER_FORM_MESSAGES.check, errors }
  }
  // The first address is what a checkout begins with.
  const isFirst = customer.addresses.length === 0
  const address: AddressChange = {
    id,
    firstname: details.firstName,
    lastname: details.lastName,
    company: fields.companyName?.trim() || null,
    vatId: (fields.taxId ?? known?.vatId ?? '').trim() || null,
    street: details.streetAddress,
    apartment: details.apartmentNumber,
    city: details.city,
    regionId: region.id,
    postcode: details.zipCode,
    countryId: details.country,
    telephone: details.phoneNumber,
    defaultShipping: isFirst || fields.defaultShipping !== undefined,
    defaultBilling: isFirst || fields.defaultBilling !== undefined,
  }
  await db.batch(saveAddressBook(db, customer.id, [address]))
  return { ok: true }
}

export async function setDefaultAddress(
  db: D1Database,
  customer: Customer,
  given: string | undefined,
  kind: DefaultFor,
): Promise<AddressResult> {
  const id = addressId(given)
  if (id === null || !customer.addresses.some((address) => address.id === id)) return unknown()
  await db.batch([clearDefault(db, customer.id, kind, id), makeDefault(db, customer.id, id, kind)])
  return { ok: true }
}

export async function deleteAddress(
  db: D1Database,
  customerId: number,
  given: string | undefined,
): Promise<AddressResult> {
  const id = addressId(given)
  return id !== null && (await removeAddress(db, customerId, id)) ? { ok: true } : unknown()
}

function unknown(): AddressResult {
  return { ok: false, code: 403, message: CUSTOMER_MESSAGES.addressUnknown, errors: {} }
}

/** `null` for an address that is new; a text that is no number is nobody's. */
function addressId(text: string | undefined): number | null {
  if (text === undefined || text === '') return null
  return /^\d{1,15}$/.test(text) ? Number(text) : -1
}
