/** The document of a customer for clients of the API (F1). */

import * as v from 'valibot'
import { formatApiTimestamp } from '../../catalog/price/compat-price.api.ts'
import type { UsRegion } from '../../identity/location/address.ts'
import type { Customer, CustomerAddress } from '../../identity/sign-in/customer.ts'

const USER_ADDRESS = v.object({
  id: v.number(),
  customer_id: v.number(),
  /** Always present: clients read `address.region.region` without a check. */
  region: v.object({ region_code: v.string(), region: v.string(), region_id: v.number() }),
  region_id: v.number(),
  country_id: v.string(),
  street: v.array(v.string()),
  telephone: v.string(),
  postcode: v.string(),
  city: v.string(),
  firstname: v.string(),
  lastname: v.string(),
  company: v.exactOptional(v.string()),
  vat_id: v.exactOptional(v.string()),
  /** Absent unless true: clients check for the key. */
  default_shipping: v.exactOptional(v.literal(true)),
  default_billing: v.exactOptional(v.literal(true)),
})
type UserAddressDocument = v.InferOutput<typeof USER_ADDRESS>

export const USER_DOCUMENT = v.object({
  id: v.number(),
  group_id: v.number(),
  email: v.string(),
  firstname: v.string(),
  lastname: v.string(),
  store_id: v.number(),
  website_id: v.number(),
  created_at: v.string(),
  updated_at: v.string(),
  created_in: v.string(),
  disable_auto_group_change: v.number(),
  addresses: v.array(USER_ADDRESS),
  custom_attributes: v.array(v.object({ attribute_code: v.string(), value: v.string() })),
  extension_attributes: v.object({ is_first_login: v.boolean() }),
  /** Ids of addresses as text; absent without one. */
  default_shipping: v.exactOptional(v.string()),
  default_billing: v.exactOptional(v.string()),
  /** The customer group. */
  groupToken: v.exactOptional(v.string()),
})
export type UserDocument = v.InferOutput<typeof USER_DOCUMENT>

/** Builds the customer's document, which never contains a password. */
export function toUserDocument(customer: Customer, regions: readonly UsRegion[]): UserDocument {
  const shipping = customer.addresses.find((address) => address.defaultShipping)
  const billing = customer.addresses.find((address) => address.defaultBilling)
  return {
    id: customer.id,
    group_id: customer.groupId,
    email: customer.email,
    firstname: customer.firstname,
    lastname: customer.lastname,
    store_id: 1,
    website_id: 1,
    created_at: formatApiTimestamp(customer.createdAt),
    updated_at: formatApiTimestamp(customer.updatedAt),
    created_in: 'Default Store View',
    disable_auto_group_change: 0,
    addresses: customer.addresses.map((address) => addressDocument(address, customer.id, regions)),
    custom_attributes: customer.telephone ? [{ attribute_code: 'telephone', value: customer.telephone }] : [],
    extension_attributes: { is_first_login: customer.isFirstLogin },
    ...(shipping ? { default_shipping: String(shipping.id) } : {}),
    ...(billing ? { default_billing: String(billing.id) } : {}),
  }
}

function addressDocument(
  address: CustomerAddress,
  customerId: number,
  regions: readonly UsRegion[],
): UserAddressDocument {
  const region = regions.find(({ id }) => id === address.regionId)
  return {
    id: address.id,
    customer_id: customerId,
    region: {
      region_code: region?.code ?? '',
      region: region?.name ?? '',
      region_id: address.regionId,
    },
    region_id: address.regionId,
    country_id: address.countryId,
    street: [address.street, address.apartment],
    telephone: address.telephone,
    postcode: address.postcode,
    city: address.city,
    firstname: address.firstname,
    lastname: address.lastname,
    ...(address.company ? { company: address.company } : {}),
    ...(address.vatId ? { vat_id: address.vatId } : {}),
    ...(address.defaultShipping ? { default_shipping: true as const } : {}),
    ...(address.defaultBilling ? { default_billing: true as const } : {}),
  }
}
