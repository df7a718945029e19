/**
 * An order in Afterpay's format (POST /v2/checkouts): amounts in dollars as text, and parts that add up to
 * the total. State fees are items, because they are neither tax nor shipping.
 */
import type { ApiAddress } from '../../../../schema/identity/location/address.ts'
import type { OrderDraft } from '../../../../schema/orders/order.ts'
import { type Cents, CURRENCY, formatAmount } from '../../../../schema/platform/money.ts'
import type { ReturnUrls } from '../gateway.ts'

/**
 * The parts of an order that its checkout needs; before the order, the addresses of a cart can be unknown.
 */
export type CheckoutOrder = Pick<OrderDraft, 'email' | 'shippingAddress' | 'totals'> & {
  billingAddress: ApiAddress | null
  lines: readonly Pick<OrderDraft['lines'][number], 'sku' | 'name' | 'qty' | 'unitPrice'>[]
}

export interface AfterpayMoney {
  amount: string
  currency: string
}

/** Formats cents as Afterpay's amount. */
export function afterpayMoney(cents: Cents): AfterpayMoney {
  return { amount: formatAmount(cents), currency: CURRENCY }
}

/**
 * Builds the body of a checkout. Afterpay returns `reference` with the checkout; it identifies the order or
 * the cart.
 */
export function afterpayCheckout(order: CheckoutOrder, reference: string, back: ReturnUrls): object {
  const { totals, email, billingAddress: billing, shippingAddress: shipping } = order
  return {
    amount: afterpayMoney(totals.grandTotal),
    consumer: {
      email,
      ...(billing && {
        givenNames: billing.firstname,
        surname: billing.lastname,
        phoneNumber: billing.telephone,
      }),
    },
    ...(billing && { billing: contact(billing) }),
    ...(shipping && { shipping: contact(shipping) }),
    merchant: { redirectConfirmUrl: back.returnUrl, redirectCancelUrl: back.cancelUrl },
    merchantReference: reference,
    items: [
      ...order.lines.map(({ sku, name, qty, unitPrice }) => item(sku, name, qty, unitPrice)),
      ...totals.fees.map(({ code, title, amount }) => item(code, title, 1, amount)),
    ],
    ...(totals.discount !== 0 && {
      discounts: [
        { displayName: totals.couponCode ?? 'Discount', amount: afterpayMoney(Math.abs(totals.discount)) },
      ],
    }),
    taxAmount: afterpayMoney(totals.tax),
    shippingAmount: afterpayMoney(totals.shipping),
  }
}

function item(sku: string, name: string, quantity: number, price: Cents): object {
  return { name: name.slice(0, 255), sku, quantity, price: afterpayMoney(price) }
}

function contact(address: ApiAddress): object {
  const [line1 = '', line2 = ''] = address.street
  return {
    name: `${address.firstname} ${address.lastname}`.trim(),
    line1,
    ...(line2 && { line2 }),
    area1: address.city,
    region: address.regionCode || address.region,
    postcode: address.postcode,
    countryCode: address.countryId,
    phoneNumber: address.telephone,
  }
}
