/** Errors of the cart: a stable code, an HTTP status and a message. */
import { STOCK_MESSAGES } from '../catalog/product/stock.ts'
import { PHONE } from '../platform/shop-phone.ts'

const FAILURES = {
  'no-such-cart': [404, 'No such entity with cartId = {detail}'],
  'cart-closed': [404, 'No such entity with cartId = {detail}'],
  'no-such-item': [404, 'The cart does not contain the item {detail}.'],
  'unknown-product': [404, "The product that was requested doesn't exist. Verify the product and try again."],
  'not-available': [400, 'Product that you are trying to add is not available.'],
  'options-missing': [400, 'You need to choose options for your item.'],
  'option-required': [400, 'Please choose: {detail}.'],
  'option-too-long': [400, 'Please use at most {detail} characters.'],
  'nothing-chosen': [400, 'Please specify the quantity of product(s).'],
  'group-short': [400, '{detail} isn’t available in this quantity. Nothing was added.'],
  'wrong-variant': [
    400,
    'No such configuration for the product. Please do choose another combination of attributes.',
  ],
  'price-unknown': [400, 'Product price is unknown, product cannot be added to the cart!'],
  'out-of-stock': [400, STOCK_MESSAGES.notAdded],
  'qty-not-available': [400, 'The requested qty is not available'],
  'bad-qty': [400, 'The quantity must be a whole number from 1 to {detail}.'],
  'too-many-lines': [400, 'A cart can hold up to {detail} different products.'],
  'line-too-large': [
    400,
    `You can order only {detail} tires per line online. For more, call ${PHONE.label} or write to us.`,
  ],
  'cart-too-large': [
    400,
    `You can order only {detail} tires online. For more, call ${PHONE.label} or write to us.`,
  ],
  'checkout-in-progress': [409, 'We’re placing your order. Please wait a moment before you change the cart.'],
  'cart-changed': [409, 'Your cart has changed since. Please check it again.'],
  'seen-before': [409, 'Your cart already has this change.'],
  'name-used': [409, 'This Idempotency-Key was used for another change.'],
  'plan-follows-tires': [
    409,
    'The road hazard plan covers every tire in your cart. To change it, change your tires or remove the plan.',
  ],
  'not-for-all-tires': [409, 'We don’t offer this for the number of tires in your cart.'],
  'saved-full': [
    409,
    'Your saved list can hold up to {detail} different products. Remove one of them first.',
  ],
  'plan-needs-tires': [409, 'The road hazard plan covers tires in the same order. Add your tires first.'],
  'mounting-follows-tires': [
    409,
    'Mounting is for every tire in your cart. To change it, change your tires or remove mounting.',
  ],
  'mounting-needs-tires': [409, 'We mount tires of the same order. Add your tires first.'],
  'coupon-refused': [404, "You've entered an incorrect coupon code. Please try again."],
} as const satisfies Record<string, readonly [status: number, text: string]>

export type CartErrorCode = keyof typeof FAILURES

export interface CartError {
  ok: false
  code: CartErrorCode
  /** The HTTP status, also the `code` of the envelope. */
  status: number
  /** A value for the message, such as a cart id. */
  detail: string
}

/** Creates an error; `detail` is the value in its message. */
export function cartError(code: CartErrorCode, detail: string | number = ''): CartError {
  return { ok: false, code, status: FAILURES[code][0], detail: String(detail) }
}

/** Returns the message for the shopper. */
export function cartErrorMessage(failure: Pick<CartError, 'code' | 'detail'>): string {
  return FAILURES[failure.code][1].replace('{detail}', failure.detail)
}
