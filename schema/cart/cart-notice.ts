/**
 * Notices after a change of the cart, as codes. A form without JavaScript is answered with a redirect, whose URL has a
 * code and a number instead of a message.
 */
import { OPTION_TEXT_MAX } from '../catalog/product/product-parts.ts'
import { limitedStockMessage, STOCK_MESSAGES } from '../catalog/product/stock.ts'
import { DELIVERY_MESSAGES } from '../identity/location/delivery-area.ts'
import { FIELD_MESSAGES } from '../platform/forms/field.ts'
import { MAX_LINES, MAX_QTY } from './cart.ts'
import { type CartError, type CartErrorCode, cartErrorMessage } from './cart-error.ts'

const SUCCESS_MESSAGES = {
  added: 'Product has been added to the cart!',
  updated: 'Product quantity has been updated!',
  volatile: STOCK_MESSAGES.volatile,
  removed: 'Product has been removed from the cart.',
  'coupon-on': 'Coupon applied. Your total includes the discount.',
  'coupon-off': 'Coupon removed.',
  reclaimed: 'Your tires are back in your cart.',
  'reclaimed-part': 'What’s still available is back in your cart.',
  'plan-on': 'Every tire in your cart is covered now.',
  'plan-off': 'Road hazard plan removed.',
  'mounting-on': 'Mounting added. You’ll pick a store and time right after you order.',
  'mounting-off': 'Mounting removed.',
  replaced: 'Replaced. The new tires are in your cart.',
  saved: 'Saved for later.',
  restored: 'Moved to your cart.',
  'saved-removed': 'Removed from your saved list.',
  'saved-gone': 'That one already left your saved list.',
  'zip-on': 'Your total now includes tax and fees.',
} as const

/** The services that a change of the tires has ended. */
const ENDED = { plan: 'The plan', mounting: 'Mounting', both: 'Mounting and the plan' } as const
type EndedServices = keyof typeof ENDED

const PROBLEMS = {
  'coupon-missing': 'Enter a coupon code.',
  'zip-unknown': FIELD_MESSAGES.zipCode,
  'zip-refused': DELIVERY_MESSAGES.refused,
  'zip-not-served': DELIVERY_MESSAGES.notAllowed,
  'only-available': '',
  'not-understood': 'We couldn’t read this request. Nothing was changed.',
  unavailable: 'We couldn’t change your cart right now. Nothing was lost. Please try again.',
} as const

// Without the errors that name a cart: the form endpoint opens a new cart instead of reporting them.
const FAILURES = [
  'no-such-item',
  'unknown-product',
  'not-available',
  'options-missing',
  'option-required',
  'option-too-long',
  'nothing-chosen',
  'group-short',
  'wrong-variant',
  'price-unknown',
  'out-of-stock',
  'qty-not-available',
  'bad-qty',
  'too-many-lines',
  'line-too-large',
  'cart-too-large',
  'checkout-in-progress',
  'cart-changed',
  'seen-before',
  'plan-follows-tires',
  'plan-needs-tires',
  'mounting-follows-tires',
  'mounting-needs-tires',
  'not-for-all-tires',
  'saved-full',
  'coupon-refused',
] as const satisfies CartErrorCode[]

/** The details for the messages of errors when only the code is known. */
const DETAILS: Partial<Record<CartErrorCode, string>> = {
  'bad-qty': String(MAX_QTY),
  'too-many-lines': String(MAX_LINES),
  'saved-full': String(MAX_LINES),
  'line-too-large': 'so many',
  'cart-too-large': 'so many',
  'option-required': 'every option',
  'option-too-long': String(OPTION_TEXT_MAX),
  'group-short': 'A product of the group',
}

type CartNoticeCode = keyof typeof SUCCESS_MESSAGES | keyof typeof PROBLEMS | (typeof FAILURES)[number]

export interface CartNotice {
  code: CartNoticeCode
  /** The number in the message. */
  count?: number
  /** The services that this change of the tires has ended. */
  ended?: EndedServices
}

/** Parses ended services from a URL; `undefined` for an unknown text. */
export function parseEnded(value: unknown): EndedServices | undefined {
  return Object.hasOwn(ENDED, String(value)) ? (value as EndedServices) : undefined
}

/** Parses a code from a URL; `null` for an unknown code. */
export function parseNoticeCode(value: unknown): CartNoticeCode | null {
  const known: readonly string[] = [...Object.keys(SUCCESS_MESSAGES), ...Object.keys(PROBLEMS), ...FAILURES]
  return typeof value === 'string' && known.includes(value) ? (value as CartNoticeCode) : null
}

/** Checks whether the notice reports a success. */
export function isSuccessNotice(notice: CartNotice): boolean {
  return notice.code in SUCCESS_MESSAGES
}

/** Returns the message of a notice. */
export function formatNotice({ code, count, ended }: CartNotice): string {
  if (code === 'only-available') {
    return count === undefined || count < 1 ? STOCK_MESSAGES.outOfStock : limitedStockMessage(count)
  }
  if (code in SUCCESS_MESSAGES) {
    const message = SUCCESS_MESSAGES[code as keyof typeof SUCCESS_MESSAGES]
    return ended ? `${message} ${ENDED[ended]} went with the tires.` : message
  }
  if (code in PROBLEMS) return PROBLEMS[code as keyof typeof PROBLEMS]
  const detail = count === undefined ? DETAILS[code as CartErrorCode] : String(count)
  return cartErrorMessage({ code: code as CartErrorCode, detail: detail ?? '' })
}

/** Converts an error to a notice; `left` is the number of available units after an error of stock or order size. */
export function toNotice(failure: Pick<CartError, 'code'>, left: number | null = null): CartNotice {
  const isShort = failure.code === 'qty-not-available' || failure.code === 'out-of-stock'
  if (isShort && left !== null && left > 0) {
    return { code: 'only-available', count: left }
  }
  const code = parseNoticeCode(failure.code) ?? 'unavailable'
  return left !== null && /-too-large$/.test(code) ? { code, count: left } : { code }
}
