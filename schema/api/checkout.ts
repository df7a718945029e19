/** What the checkout page reads before its first paint; the loader gives it on the server and in the browser. */
import type { PaymentDetails, PersonalDetails, ShippingDetails, Step } from '../domain/checkout.ts'
import type { FieldErrors } from '../domain/field.ts'
import type { PendingPayment } from '../domain/order.ts'
import type { CartView } from './cart.ts'

export interface ShippingMethodView {
  carrierCode: string
  methodCode: string
  title: string
  /** Cents. */
  price: number
  default: boolean
  /** E.g. `Arrives Fri, Nov 27`. */
  promise: string | null
}

export interface PaymentMethodView {
  code: string
  title: string
  default: boolean
}

export interface CheckoutView {
  cart: CartView
  /** This browser's cart has become an order, whose answer may have been lost on the way. */
  ordered: boolean
  /** What the shopper has filled in so far by plain forms; empty strings where nothing is. */
  personal: PersonalDetails
  shipping: ShippingDetails
  payment: PaymentDetails
  /** The step that is open. */
  step: Step
  errors: FieldErrors
  /** A message above the form, such as a declined card or a stock message. */
  notice: string | null
  shippingMethods: ShippingMethodView[]
  paymentMethods: PaymentMethodView[]
  /** Allowed states first; all are listed so that a refusal can be explained. */
  regions: { id: number; code: string; name: string; allowed: boolean }[]
  /** Card fields of the provider; `null` when card payment is not configured. */
  card: { publishableKey: string; scriptUrl: string } | null
  /** An order of this cart that waits for the shopper at a provider; the cart is frozen meanwhile. */
  pending: PendingPayment | null
}
