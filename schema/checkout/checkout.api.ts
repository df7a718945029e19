/** GET /api/ext/checkout: the data of the checkout page, for its loader on the server and in the browser. */
import * as v from 'valibot'
import { CART_VIEW } from '../cart/cart.api.ts'
import { US_REGION } from '../identity/location/address.ts'
import { ADDRESS_DETAILS } from '../identity/location/address-details.ts'
import { PENDING_PAYMENT } from '../orders/order.ts'
import { FIELD_ERRORS } from '../platform/forms/flash-form-state.api.ts'
import { CENTS } from '../platform/money.ts'
import { STEPS } from './checkout.ts'
import { PAYMENT_DETAILS, PERSONAL_DETAILS, SHIPPING_DETAILS } from './checkout-details.ts'

const SHIPPING_METHOD_VIEW = v.object({
  carrierCode: v.string(),
  methodCode: v.string(),
  title: v.string(),
  price: CENTS,
  default: v.boolean(),
  /** E.g. `Arrives Fri, Nov 27`. */
  promise: v.nullable(v.string()),
})

const PAYMENT_METHOD_VIEW = v.object({
  code: v.string(),
  title: v.string(),
  default: v.boolean(),
  /** The next step of the payment and its cost; `null` when the title is enough. */
  detail: v.nullable(v.string()),
})

const SAVED_ADDRESS = v.object({ id: v.number(), ...ADDRESS_DETAILS.entries })

export const CHECKOUT_VIEW = v.object({
  cart: CART_VIEW,
  /** True when this browser's cart is ordered already; the reply to the order may have been lost. */
  ordered: v.boolean(),
  /** The shopper's input so far; empty strings without input. */
  personal: PERSONAL_DETAILS,
  /** The request for an account; `null` for a signed-in customer. */
  account: v.nullable(v.object({ createAccount: v.boolean(), hasPassword: v.boolean() })),
  shipping: SHIPPING_DETAILS,
  /** The address book of a signed-in customer, the default address first. */
  addresses: v.array(SAVED_ADDRESS),
  payment: PAYMENT_DETAILS,
  /** The step that is open. */
  step: v.picklist(STEPS),
  errors: FIELD_ERRORS,
  /** A message above the form, such as a declined card or a stock message. */
  notice: v.nullable(v.string()),
  shippingMethods: v.array(SHIPPING_METHOD_VIEW),
  paymentMethods: v.array(PAYMENT_METHOD_VIEW),
  /** Allowed states first; the other states are listed so that the form can explain the refusal. */
  regions: v.array(v.object({ ...US_REGION.entries, allowed: v.boolean() })),
  /** The configuration of the provider's card fields; `null` when card payment is not configured. */
  card: v.nullable(v.object({ publishableKey: v.string(), scriptUrl: v.string() })),
  /** The payment of this cart's order that waits for the shopper at a provider; the cart is frozen meanwhile. */
  pending: v.nullable(PENDING_PAYMENT),
})
export type CheckoutView = v.InferOutput<typeof CHECKOUT_VIEW>
