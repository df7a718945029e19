/** Changes of the address book's page: one address at a time, validated by the rules of the checkout. */
import { CUSTOMER_FORM_MESSAGES, customerErrors } from '../../schema/account/customer-form.api.ts'
import { parseAddressFields } from '../../schema/checkout/checkout-form-fields.ts'
import {
  type AddressChange,
  CUSTOMER_MESSAGES,
  type Customer,
  MAX_ADDRESSES,
} from '../../schema/identity/sign-in/customer.ts'
import { type FieldErrors, hasErrors } from '../../schema/platform/forms/field.ts'
import type { FormTexts } from '../../schema/platform/forms/form-texts.ts'
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
  /** 403: the address does not exist or belongs to another customer. */
  | { ok: false; code: 400 | 403; message: string; errors: FieldErrors }

/** Saves the address of a form: a new one, or with the field `id` one of the customer's addresses. */
export async function saveAddress(
  db: D1Database,
  customer: Customer,
  fields: FormTexts,
): Promise<AddressResult> {
  const id = addressId(fields.id)
  const stored = customer.addresses.find((address) => address.id === id)
  if (id !== null && !stored) return unknownAddress()
  if (!stored && customer.addresses.length >= MAX_ADDRESSES) {
    return { ok: false, code: 400, message: CUSTOMER_MESSAGES.tooManyAddresses, errors: {} }
  }
  const regions = await allRegions(db)
  const details = parseAddressFields(fields, regions)
  const region = regions.find(({ id }) => id === details.regionId)
  const { check: zip } = await resolveZip(db, {
    postcode: details.zipCode,
    regionCode: region?.code ?? null,
  })
  const errors = customerErrors('address', fields, { regions, zip })
  if (!region && !errors.state) errors.state = 'Choose a state from the list.'
  if (hasErrors(errors) || !region) {
    return { ok: false, code: 400, message: CUSTOMER_FORM_MESSAGES.check, errors }
  }
  // The first address becomes the default, which prefills the checkout.
  const isFirst = customer.addresses.length === 0
  const address: AddressChange = {
    id,
    firstname: details.firstName,
    lastname: details.lastName,
    company: fields.companyName?.trim() || null,
    vatId: (fields.taxId ?? stored?.vatId ?? '').trim() || null,
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

/** Makes an address the default for shipping or billing. */
export async function setDefaultAddress(
  db: D1Database,
  customer: Customer,
  field: string | undefined,
  kind: DefaultFor,
): Promise<AddressResult> {
  const id = addressId(field)
  if (id === null || !customer.addresses.some((address) => address.id === id)) return unknownAddress()
  await db.batch([clearDefault(db, customer.id, kind, id), makeDefault(db, customer.id, id, kind)])
  return { ok: true }
}

/** Deletes an address of the customer. */
export async function deleteAddress(
  db: D1Database,
  customerId: number,
  field: string | undefined,
): Promise<AddressResult> {
  const id = addressId(field)
  return id !== null && (await removeAddress(db, customerId, id)) ? { ok: true } : unknownAddress()
}

function unknownAddress(): AddressResult {
  return { ok: false, code: 403, message: CUSTOMER_MESSAGES.addressUnknown, errors: {} }
}

/** Returns the id in a field: `null` for a new address, -1 for a text that is no id. */
function addressId(text: string | undefined): number | null {
  if (text === undefined || text === '') return null
  return /^\d{1,15}$/.test(text) ? Number(text) : -1
}
