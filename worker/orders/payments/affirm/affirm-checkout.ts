/**
 * An order in Affirm's format (the checkout object of POST /api/v2/checkout/direct): amounts in whole cents,
 * and parts that add up to the total.
 */
import type { ApiAddress } from '../../../../schema/identity/location/address.ts'
import type { OrderDraft } from '../../../../schema/orders/order.ts'
import { CURRENCY } from '../../../../schema/platform/money.ts'
import type { ReturnUrls } from '../gateway.ts'

/** Builds the body of a checkout. */
export function affirmCheckout(publicKey: string, order: OrderDraft, back: ReturnUrls): object {
  const { totals, email, billingAddress: billing, shippingAddress } = order
  const code = totals.couponCode ?? 'DISCOUNT'
  return {
    merchant: {
      public_api_key: publicKey,
      user_confirmation_url: back.returnUrl,
      user_cancel_url: back.cancelUrl,
      // By default Affirm's page sends a POST request, which would come without the shop's cookies.
      user_confirmation_url_action: 'GET',
      name: 'Treadline',
    },
    // Affirm requires this address, also when nothing is shipped.
    shipping: contact(shippingAddress ?? billing, email),
    billing: contact(billing, email),
    items: [
      ...order.lines.map(({ sku, name, qty, unitPrice }) => item(sku, name, qty, unitPrice)),
      ...totals.fees.map(({ code: fee, title, amount }) => item(fee, title, 1, amount)),
    ],
    ...(totals.discount !== 0 && {
      discounts: {
        [code]: { discount_amount: Math.abs(totals.discount), discount_display_name: code },
      },
    }),
    order_id: order.orderNumber,
    currency: CURRENCY,
    shipping_amount: totals.shipping,
    tax_amount: totals.tax,
    total: totals.grandTotal,
  }
}

function item(sku: string, name: string, qty: number, unitPrice: number): object {
  return { display_name: name.slice(0, 255), sku, unit_price: unitPrice, qty }
}

function contact(address: ApiAddress, email: string): object {
  const [line1 = '', line2 = ''] = address.street
  return {
    name: { first: address.firstname, last: address.lastname },
    address: {
      line1,
      ...(line2 && { line2 }),
      city: address.city,
      state: address.regionCode || address.region,
      zipcode: address.postcode,
      country: address.countryId === 'US' ? 'USA' : address.countryId,
    },
    phone_number: address.telephone,
    email,
  }
}
