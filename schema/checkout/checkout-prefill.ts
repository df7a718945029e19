/** Prefills a signed-in customer's checkout from the account (E5). */
import type { UsRegion } from '../identity/location/address.ts'
import { type AddressDetails, emptyAddress, isSameAddress } from '../identity/location/address-details.ts'
import type { Customer, CustomerAddress } from '../identity/sign-in/customer.ts'
import type { CheckoutDraft } from './checkout.ts'

/**
 * Returns the draft with the customer's name, e-mail address, default shipping address and billing address. Steps with
 * typed text stay unchanged. The billing address is the same as the shipping address when both defaults are one
 * address.
 */
export function prefillDraft(
  draft: CheckoutDraft,
  customer: Customer,
  regions: readonly UsRegion[],
): CheckoutDraft {
  const { addresses } = customer
  const details = (address: CustomerAddress) => toAddressDetails(address, regions)
  const shipping = addresses.find((address) => address.defaultShipping)
  const billing =
    addresses.find((address) => address.defaultBilling) ?? addresses.find((address) => address !== shipping)
  const { personal } = draft
  return {
    ...draft,
    personal: Object.values(personal).some((text) => text !== '')
      ? personal
      : { firstName: customer.firstname, lastName: customer.lastname, emailAddress: customer.email },
    shipping:
      shipping && isUntouched(draft.shipping) ? { ...draft.shipping, ...details(shipping) } : draft.shipping,
    // A submitted payment step always has a payment method.
    payment:
      billing && isUntouched(draft.payment) && draft.payment.paymentMethod === ''
        ? {
            ...draft.payment,
            ...details(billing),
            company: billing.company ?? '',
            taxId: billing.vatId ?? '',
            billingSameAsShipping: billing === shipping,
          }
        : draft.payment,
  }
}

/** Returns the draft with ZIP code, city and state of the cart's destination, unless the shopper has typed an address. */
export function prefillDestination(
  draft: CheckoutDraft,
  { zipCode, city, state, regionId }: Pick<AddressDetails, 'zipCode' | 'city' | 'state' | 'regionId'>,
): CheckoutDraft {
  if (!isUntouched(draft.shipping)) return draft
  return { ...draft, shipping: { ...draft.shipping, zipCode, city, state, regionId } }
}

/** Checks whether every field is still empty. */
function isUntouched(address: AddressDetails): boolean {
  return isSameAddress(address, emptyAddress())
}

/** Converts an address of the address book to the fields of the forms. */
export function toAddressDetails(address: CustomerAddress, regions: readonly UsRegion[]): AddressDetails {
  return {
    firstName: address.firstname,
    lastName: address.lastname,
    country: address.countryId,
    streetAddress: address.street,
    apartmentNumber: address.apartment,
    city: address.city,
    state: regions.find(({ id }) => id === address.regionId)?.name ?? '',
    regionId: address.regionId,
    zipCode: address.postcode,
    phoneNumber: address.telephone,
  }
}
