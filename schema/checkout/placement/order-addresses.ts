/** What an order leaves in an address book. */
import type { WireAddress } from '../../identity/location/address.ts'
import { type AddressChange, type CustomerAddress, MAX_ADDRESSES } from '../../identity/sign-in/customer.ts'

/** The addresses of an order; nothing is sent to `null`. */
interface OrderAddresses {
  shippingAddress: WireAddress | null
  billingAddress: WireAddress
}

/** A book for the order's buyer: one address is both defaults; of two, each has its own. */
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
 * What changes in the book of a customer who has ordered: an address that is new comes into it with the defaults of
 * `addressesOf`, and where the other one is known it takes the opposite default. With nothing new typed nothing changes,
 * so that ordering once to an address that is not the default leaves the defaults alone.
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
    ...{ id: null, firstname, lastname, company: company || null, vatId: vatId || null, street, apartment },
    // The order's region was resolved when it was placed.
    ...{ city, regionId: regionId ?? 0, postcode, countryId, telephone },
    ...{ defaultShipping: false, defaultBilling: false },
  }
}

/** The same for two ways to write one address of one person; a new phone number makes no new address. */
function key(address: AddressChange): string {
  const { firstname, lastname, street, apartment, city, regionId, postcode } = address
  return [firstname, lastname, street, apartment, city, String(regionId), postcode]
    .map((text) => text.trim().replace(/\s+/g, ' ').toLowerCase())
    .join('\n')
}
