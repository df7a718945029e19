/** Builds the body of POST /api/order from the server's data of the checkout. */
import type { CheckoutView } from '../../../schema/checkout/checkout.api.ts'
import { orderParties } from '../../../schema/checkout/checkout.ts'
import type { Party } from '../../../schema/identity/location/address-details.ts'
import { toApiExtras } from '../../../schema/identity/location/extra-fields.ts'
import { toDollars } from '../../../schema/platform/money.ts'

/**
 * Builds the order. `token` is the token of the card, or `null` for other payment methods. `savesCard`: the card is
 * saved for the next order. The cart id is empty, because the cookie names the cart.
 */
export function buildOrderRequest(view: CheckoutView, token: string | null, savesCard = false) {
  const { cart, shipping, payment, personal } = view
  const [carrier = '', method = ''] = shipping.shippingMethod.split(':')
  const parties = orderParties(view, cart.allVirtual)
  const toAddress = (party: Party) => toApiAddress(party, view, personal.emailAddress)
  return {
    user_id: '',
    cart_id: '',
    products: cart.lines.map((line) => ({
      sku: line.sku,
      qty: line.qty,
      price: toDollars(line.unitPrice),
      server_item_id: line.itemId,
    })),
    addressInformation: {
      billingAddress: toAddress(parties.billing),
      ...(parties.shipping ? { shippingAddress: toAddress(parties.shipping) } : {}),
      shipping_carrier_code: carrier,
      shipping_method_code: method,
      payment_method_code: payment.paymentMethod,
      payment_method_additional:
        token === null ? '' : { confirmation_token: token, ...(savesCard ? { save_card: true } : {}) },
    },
    total_shown: cart.totals.grandTotal,
    transmited: true,
  }
}
export type OrderRequest = ReturnType<typeof buildOrderRequest>

function toApiAddress(address: Party, view: CheckoutView, email: string) {
  const region = view.regions.find(({ id }) => id === address.regionId)
  return {
    region: address.state,
    region_id: address.regionId ?? 0,
    region_code: region?.code ?? '',
    country_id: address.country,
    street: [address.streetAddress, address.apartmentNumber].filter((line) => line !== ''),
    telephone: address.phoneNumber,
    city: address.city,
    postcode: address.zipCode,
    firstname: address.firstName,
    lastname: address.lastName,
    email,
    ...toApiExtras(address),
  }
}
