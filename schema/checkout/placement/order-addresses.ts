/** The changes of an address book after an order. */
import type { WireAddress } from '../../identity/location/address.ts'
import { type AddressChange, type CustomerAddress, MAX_ADDRESSES } from '../../identity/sign-in/customer.ts'

/** The addresses of an order; `null` without shipping. */
interface OrderAddresses {
  shippingAddress: WireAddress | null
  billingAddress: WireAddress
}

/** Returns a new book for the order's buyer: one address is both defaults; of two, each is one default. */
export function addressesOf({ shippingAddress: shipping, billingAddress: billing }: OrderAddresses) {
  const isSame = shipping === null || key(changeOf(shipping)) === key(changeOf(billing))
  return isSame
    ? [{ ...changeOf(billing), defaultShipping: true, defaultBilling: true }]
    : [
        { ...changeOf(shipping), defaultShipping: true, defaultBilling: false },
        { ...changeOf(billing), defaultShipping: false, defaultBilling: true },
      ]
}

/**
 * Returns the changes of a customer's book after an order: a new address is added with the defaults of `addressesOf`, and a
 * known one gets the opposite default. Without a new address nothing changes, so that an order to another known address
 * leaves the defaults alone.
 */
export function bookAfterOrder(book: readonly CustomerAddress[], order: OrderAddresses): AddressChange[] {
  const known = new Map(book.map((address) => [key(address), address]))
  const used = addressesOf(order).map((wanted) => {
    const { defaultShipping, defaultBilling } = wanted
    const own = known.get(key(wanted))
    return own ? { ...own, defaultShipping, defaultBilling } : wanted
  })
  const fresh = used.filter(({ id }) => id === null).length
  return fresh === 0 || book.length + fresh > MAX_ADDRESSES ? [] : used
}

function changeOf(address: WireAddress): AddressChange {
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
    // The region was resolved when the order was placed.
    city,
    regionId: regionId ?? 0,
    postcode,
    countryId,
    telephone,
    defaultShipping: false,
    defaultBilling: false,
  }
}

/** Returns a key that is equal for spellings of one address of one person; the phone number is not part of it. */
function key(address: AddressChange): string {
  const { firstname, lastname, street, apartment, city, regionId, postcode } = address
  return [firstname, lastname, street, apartment, city, String(regionId), postcode]
    .map((text) => text.trim().replace(/\s+/g, ' ').toLowerCase())
    .join('\n')
}
