/** The changes of a customer's address book after an order. */
import type { ApiAddress } from '../../identity/location/address.ts'
import { type AddressChange, type CustomerAddress, MAX_ADDRESSES } from '../../identity/sign-in/customer.ts'

/** The addresses of an order; without shipping the shipping address is `null`. */
interface OrderAddresses {
  shippingAddress: ApiAddress | null
  billingAddress: ApiAddress
}

/** Returns the address book of a new account: a single address is both defaults, two addresses are one default each. */
export function toAddressBook({ shippingAddress: shipping, billingAddress: billing }: OrderAddresses) {
  const isSame = shipping === null || key(toAddressChange(shipping)) === key(toAddressChange(billing))
  return isSame
    ? [{ ...toAddressChange(billing), defaultShipping: true, defaultBilling: true }]
    : [
        { ...toAddressChange(shipping), defaultShipping: true, defaultBilling: false },
        { ...toAddressChange(billing), defaultShipping: false, defaultBilling: true },
      ]
}

/**
 * Returns the changes of a customer's address book after an order. A new address is added with the defaults of
 * `toAddressBook`, and a known address gets the other default. Without a new address nothing changes, so an order to a
 * known address does not change the defaults.
 */
export function addressBookChanges(book: readonly CustomerAddress[], order: OrderAddresses): AddressChange[] {
  const known = new Map(book.map((address) => [key(address), address]))
  const used = toAddressBook(order).map((wanted) => {
    const { defaultShipping, defaultBilling } = wanted
    const own = known.get(key(wanted))
    return own ? { ...own, defaultShipping, defaultBilling } : wanted
  })
  const added = used.filter(({ id }) => id === null).length
  return added === 0 || book.length + added > MAX_ADDRESSES ? [] : used
}

function toAddressChange(address: ApiAddress): AddressChange {
  const { firstname, lastname, company, vatId, city, regionId, postcode, countryId, telephone } = address
  const [street = '', apartment = ''] = address.street
  return {
    id: null,
    firstname,
    lastname,
    company: company || null,
    vatId: vatId || null,
    street,
    apartment,
    city,
    // The order has resolved the region, so the id is known.
    regionId: regionId ?? 0,
    postcode,
    countryId,
    telephone,
    defaultShipping: false,
    defaultBilling: false,
  }
}

/** Returns a key that is equal for all spellings of one person's address; the phone number is not part of it. */
function key(address: AddressChange): string {
  const { firstname, lastname, street, apartment, city, regionId, postcode } = address
  return [firstname, lastname, street, apartment, city, String(regionId), postcode]
    .map((text) => text.trim().replace(/\s+/g, ' ').toLowerCase())
    .join('\n')
}
