/** The body of POST /api/order, from the checkout as the server has it. */
import type { CheckoutView } from '../../../schema/checkout/checkout.api.ts'
import { orderParties } from '../../../schema/checkout/checkout.ts'
import type { Party } from '../../../schema/identity/location/address-details.ts'
import { toWireExtras } from '../../../schema/identity/location/extra-fields.ts'
import { toDollars } from '../../../schema/platform/money.ts'

/**
 * `token` stands for the card; `null` for every other way to pay. `wantsCardSaved`: it is to be stored for the next order. The
 * cookie says which cart.
 */
export function buildOrderRequest(view: CheckoutView, token: string | null, keepsCard = false) {
  const { cart, shipping, payment, personal } = view
  const [carrier = '', method = ''] = shipping.shippingMethod.split(':')
  const parties = orderParties(view, cart.allVirtual)
  const wire = (address: Party) => wireAddress(address, view, personal.emailAddress)
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
      billingAddress: wire(parties.billing),
      ...(parties.shipping ? { shippingAddress: wire(parties.shipping) } : {}),
      shipping_carrier_code: carrier,
      shipping_method_code: method,
      payment_method_code: payment.paymentMethod,
      payment_method_additional:
        token === null ? '' : { confirmation_token: token, ...(keepsCard ? { save_card: true } : {}) },
    },
    total_shown: cart.totals.grandTotal,
    transmited: true,
  }
}
export type OrderRequest = ReturnType<typeof buildOrderRequest>

function wireAddress(address: Party, view: CheckoutView, email: string) {
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
    ...toWireExtras(address),
  }
}
