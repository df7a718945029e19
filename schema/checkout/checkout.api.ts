/** What the checkout page reads before its first paint; the loader gives it on the server and in the browser. */
import * as v from 'valibot'
import { CART_VIEW } from '../cart/cart.api.ts'
import { US_REGION } from '../identity/location/address.ts'
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
  /** Where it leads and what it costs; `null` where the title says it. */
  detail: v.nullable(v.string()),
})

export const CHECKOUT_VIEW = v.object({
  cart: CART_VIEW,
  /** This browser's cart has become an order, whose answer may have been lost on the way. */
  ordered: v.boolean(),
  /** What the shopper has filled in so far by plain forms; empty strings where nothing is. */
  personal: PERSONAL_DETAILS,
  /** Whether an account comes with the purchase, as far as it was said; `null` for who is signed in. */
  account: v.nullable(v.object({ createAccount: v.boolean(), hasPassword: v.boolean() })),
  shipping: SHIPPING_DETAILS,
  payment: PAYMENT_DETAILS,
  /** The step that is open. */
  step: v.picklist(STEPS),
  errors: FIELD_ERRORS,
  /** A message above the form, such as a declined card or a stock message. */
  notice: v.nullable(v.string()),
  shippingMethods: v.array(SHIPPING_METHOD_VIEW),
  paymentMethods: v.array(PAYMENT_METHOD_VIEW),
  /** Allowed states first; all are listed so that a refusal can be explained. */
  regions: v.array(v.object({ ...US_REGION.entries, allowed: v.boolean() })),
  /** Card fields of the provider; `null` when card payment is not configured. */
  card: v.nullable(v.object({ publishableKey: v.string(), scriptUrl: v.string() })),
  /** An order of this cart that waits for the shopper at a provider; the cart is frozen meanwhile. */
  pending: v.nullable(PENDING_PAYMENT),
})
export type CheckoutView = v.InferOutput<typeof CHECKOUT_VIEW>
