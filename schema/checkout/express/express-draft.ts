/**
 * Fills the checkout's draft with the buyer of an express payment (H13h), so that a wallet's values are validated like
 * typed ones and stay in the form when the order is refused.
 */
import { findRegion, type UsRegion } from '../../identity/location/address.ts'
import type { WalletBuyer } from '../../orders/payments/wallet-buyer.ts'
import { normalizePhone } from '../../platform/forms/field.ts'
import type { CheckoutDraft } from '../checkout.ts'

/** Splits a name: the last word is the last name, and a single word has none. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const words = name.split(/\s+/).filter(Boolean)
  const lastName = words.length > 1 ? (words.at(-1) ?? '') : ''
  return { firstName: (words.length > 1 ? words.slice(0, -1) : words).join(' '), lastName }
}

/** Returns the draft with the wallet's buyer in every field. Without a phone number the draft's own stays. */
export function fillDraft(
  draft: CheckoutDraft,
  buyer: WalletBuyer,
  { regions, paymentMethod }: { regions: readonly UsRegion[]; paymentMethod: string },
): CheckoutDraft {
  const { address } = buyer
  const region = findRegion(regions, { regionId: null, region: address.state, regionCode: '' })
  const name = splitName(buyer.name)
  return {
    ...draft,
    notice: null,
    errors: {},
    personal: { ...name, emailAddress: buyer.email },
    shipping: {
      ...draft.shipping,
      ...name,
      country: address.country.toUpperCase(),
      streetAddress: address.line1,
      apartmentNumber: address.line2,
      city: address.city,
      state: region?.name ?? address.state,
      regionId: region?.id ?? null,
      zipCode: address.postalCode,
      phoneNumber: normalizePhone(buyer.phone) || draft.shipping.phoneNumber,
      // The quote of the wallet's sheet is for the default method.
      shippingMethod: '',
    },
    payment: { ...draft.payment, billingSameAsShipping: true, paymentMethod },
  }
}
