/** Orders: number, status, the request that places an order, and its outcome. */
import * as v from 'valibot'
import type { CartLine, ProductOption } from '../cart/cart.ts'
import type { Totals } from '../cart/totals/totals.ts'
import type { ApiAddress } from '../identity/location/address.ts'
import type { FieldErrors } from '../platform/forms/field.ts'
import { encodeHumanCode, HUMAN_CODE_BYTES } from '../platform/human-code.ts'
import { CENTS, type Cents, formatMoney } from '../platform/money.ts'
import { PHONE } from '../platform/shop-phone.ts'
import type { CreditPayment } from './credit/credit.ts'
import { ORDER_LIMIT_MESSAGE } from './limits/order-limits.ts'
import { CART_UNCHANGED, DECLINE_MESSAGES } from './payment.ts'

export const ORDER_STATUSES = [
  'pending_payment',
  'paid',
  'processing',
  'shipped',
  'delivered',
  'canceled',
  'refunded',
  'partly_refunded',
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** The allowed status changes. `processing` without a previous `paid` is an order with cash on delivery. */
const NEXT: Record<OrderStatus, readonly OrderStatus[]> = {
  pending_payment: ['paid', 'processing', 'canceled'],
  // Without a parcel when the buyer picks the tires up.
  paid: ['processing', 'shipped', 'delivered', 'refunded', 'partly_refunded'],
  processing: ['shipped', 'canceled', 'refunded', 'partly_refunded'],
  shipped: ['delivered', 'refunded', 'partly_refunded'],
  // Staff can add a parcel that is still under way after the buyer said that all is there.
  delivered: ['shipped', 'refunded', 'partly_refunded'],
  partly_refunded: ['refunded'],
  canceled: [],
  refunded: [],
}

/** Returns whether an order can go from one status to another. */
export function canBecome(from: OrderStatus, to: OrderStatus): boolean {
  return NEXT[from].includes(to)
}

/** Returns whether the order is placed: paid, or with cash on delivery. */
export function isPlaced(status: OrderStatus): boolean {
  return status !== 'pending_payment' && status !== 'canceled'
}

/** Random bytes of one order number: 40 bits. */
export const ORDER_NUMBER_BYTES = HUMAN_CODE_BYTES

/** Encodes five random bytes as `TL-` and eight letters or digits. */
export function encodeOrderNumber(bytes: Uint8Array): string {
  return `TL-${encodeHumanCode(bytes)}`
}

/** Returns whether a text has the format of an order number. */
export function isOrderNumber(text: string): boolean {
  return /^TL-[0-9A-HJKMNP-TV-Z]{8}$/.test(text)
}

/** A line that a client of the API sends with the order: product and quantity, never a price. */
export interface RequestedLine {
  /** The client's id of the line; null without an id. */
  itemId: number | null
  sku: string
  qty: number
  option: ProductOption | null
}

/** A signed-in customer's account at the card provider, which stores the saved cards. */
export interface StripeCustomer {
  /** The provider's id of the customer. */
  ref: string
  /** Whether to save the card of this order. */
  savesCard: boolean
}

export interface PlaceOrderRequest {
  /**
   * The lines of the client's cart; the server's cart is changed to them first. `null` leaves the server's
   * cart unchanged.
   */
  lines: RequestedLine[] | null
  email: string
  /** `null` when nothing is shipped. */
  shippingAddress: ApiAddress | null
  billingAddress: ApiAddress
  shippingMethod: { carrierCode: string; methodCode: string } | null
  paymentMethod: string
  /** The provider's token of a card, or of an approved payment. */
  confirmationToken: string | null
  /** Found by the session, never read from the request. Absent without a saved card. */
  cardHolder?: StripeCustomer
  /** The client's campaign data as JSON, stored with the order; `null` when there is none. */
  marketing: string | null
  /** The total on the button; `null` for a client that does not send it. */
  shownTotal: Cents | null
  /** Set by the shop alone: what staff agreed with the buyer, instead of the cart's lines at today's prices. */
  agreed?: AgreedSale
}

/** A sale whose lines and prices staff agreed with the buyer at the counter or by phone (H14p). */
export interface AgreedSale {
  quoteId: string
  lines: OrderLine[]
  totals: Totals
  /** The staff member who gives the tires to the buyer at once, as `EventDetail.by`; `null` if they are sent or picked up later. */
  handedOverBy: string | null
  /** The account of the buyer; absent for a guest. */
  customerId?: number
  /** The part of the total that is paid with store credit (H14u). */
  credit?: CreditPayment
  /** The path of the pay link, to which a provider's page sends the payer back; absent without one. */
  payLink?: string
}

/** A sold line with its price. `name` includes the size: `Corvane Solano 225/45R17 94W`. */
export interface OrderLine extends CartLine {
  /** The heading in pages and mails: `Corvane Solano`. */
  title: string
  /** E.g. `225/45R17 94W, used`; empty unless it is a tire. */
  facts: string
  rowTotal: Cents
  discount: Cents
  tax: Cents
  taxPercent: number
}

/** Everything that is stored when an order is placed. */
export interface OrderDraft {
  orderNumber: string
  quoteId: string
  customerId: number | null
  email: string
  lines: OrderLine[]
  totals: Totals
  couponCode: string | null
  billingAddress: ApiAddress
  shippingAddress: ApiAddress | null
  paymentMethod: string
  /** `carrierCode:methodCode`; `null` when nothing is shipped. */
  shippingMethod: string | null
  /** The promised day; `null` when nothing is shipped. */
  arrivesOn: number | null
  marketing: string | null
  /** The same as in the request. */
  cardHolder?: StripeCustomer
  /** Who gave the tires to the buyer at the counter; such an order is delivered as soon as it is confirmed. */
  handedOverBy?: string
  /** The same as in `AgreedSale`. */
  credit?: CreditPayment
  payLink?: string
  payloadHash: string
  placedAt: number
}

/** An order as its buyer can see it. */
export interface Order
  extends Omit<
    OrderDraft,
    'marketing' | 'payloadHash' | 'cardHolder' | 'handedOverBy' | 'credit' | 'payLink'
  > {
  status: OrderStatus
  /** What its own payment takes; differs from the total after an edit of its lines (H14o). */
  charged: Cents
}

/** A line that cannot be sold as it is in the cart, and the reason. */
export const LINE_PROBLEM = v.object({
  itemId: v.number(),
  sku: v.string(),
  name: v.string(),
  problem: v.picklist(['price', 'gone', 'stock']),
  /** Unit price before and now; `null` when the product can no longer be bought. */
  before: CENTS,
  now: v.nullable(CENTS),
  /** Available units; `null` when stock is not the reason. */
  available: v.nullable(v.number()),
})
export type LineProblem = v.InferOutput<typeof LINE_PROBLEM>

export const ORDER_REFUSALS = [
  'out-of-stock',
  'price-changed',
  'total-changed',
  'coupon-changed',
  'payment-action',
  'payment-pending',
  'payment-declined',
  'payment-canceled',
  'payment-expired',
  'payment-unavailable',
  'payment-details',
  'payment-method',
  'cart-empty',
  'cart-unknown',
  'already-ordered',
  'address-invalid',
  'delivery-refused',
  'shipping-method',
  'order-too-large',
  'too-many-orders',
] as const
export type OrderRefusal = (typeof ORDER_REFUSALS)[number]

/** Messages without a title: those about the cart and about the shopper's own action. */
const UNTITLED_MESSAGES = {
  'out-of-stock': 'Some products are out of stock. Please update your cart and try again.',
  'price-changed':
    'A price has changed since you added it. Nothing was charged. Check the new total and order again.',
  'total-changed': 'The total has changed. Nothing was charged. Check it and order again.',
  'coupon-changed':
    'Your coupon no longer applies, so we removed it. Nothing was charged. Check the new total and order again.',
  'payment-canceled': `You came back without paying. Nothing was charged${CART_UNCHANGED}. Choose how to pay and order again.`,
} as const

/** The messages that pages show of their own accord, apart from the others, which only the server sends. */
export const PAGE_MESSAGES = {
  'payment-action': 'Confirm the payment to finish your order. You won’t be charged until you do.',
  'payment-unavailable':
    'Due to technical reasons, your order cannot be proceeded right now. We are already fixing this issue! Please try again in 2 minutes.',
} as const

/** The message of each refusal. */
export const ORDER_MESSAGES: Record<OrderRefusal, string> = {
  ...UNTITLED_MESSAGES,
  ...PAGE_MESSAGES,
  'payment-pending':
    'We’re still waiting for the bank to confirm your payment. Please don’t order again; your order’s page will show how it went.',
  'payment-declined': DECLINE_MESSAGES.declined,
  'payment-expired': `The payment didn’t arrive in time, so we’re no longer holding the tires. Nothing was charged${CART_UNCHANGED}.`,
  'payment-details': 'Fill in your card details.',
  'payment-method': 'You can’t use this payment method for this order. Choose another one.',
  'cart-empty': 'Your cart is empty.',
  'cart-unknown': 'This cart is gone. Please add the tires again.',
  'already-ordered': 'You’ve already ordered this cart.',
  'address-invalid': 'An address isn’t complete. Check the marked fields.',
  'delivery-refused': 'Delivery is not available for your current location.',
  'shipping-method': 'You can’t use this shipping method for this order. Choose another one.',
  'order-too-large': `This order has products that aren’t in its cart. Add them to the cart first, or call ${PHONE.label}.`,
  'too-many-orders': ORDER_LIMIT_MESSAGE,
}

/** The message for a saved card that was deleted or belongs to another customer. */
export const SAVED_CARD_MISSING_MESSAGE =
  'This card is no longer saved. Nothing was charged. Use another card.'

/** The message of `total-changed` when the shopper has approved the payment of another amount. */
export const APPROVED_AMOUNT_CHANGED_MESSAGE =
  'The total isn’t the one you approved. Nothing was charged. Check it, approve the payment again and order again.'

/** The titles of refusals. */
export const ORDER_TITLES = { order: 'Place order error', checkout: 'Checkout error' } as const

/** Returns the title of a refusal's message; `null` without one. */
export function refusalTitle(message: string): string | null {
  const isUntitled = Object.values<string>(UNTITLED_MESSAGES).includes(message)
  return isUntitled || message.startsWith(TOTAL_IS_NOW) ? null : ORDER_TITLES.order
}

/** The title of the dialog for `payment-unavailable`. */
export const UNAVAILABLE_TITLE = 'Sorry! Try again in 2 minutes'

/**
 * The next step of a payment: the provider's script continues with a secret, or the shopper visits the
 * provider's page.
 */
export const PAYMENT_ACTION = v.union([
  v.object({ clientSecret: v.string() }),
  v.object({ redirectUrl: v.string() }),
])
export type PaymentAction = v.InferOutput<typeof PAYMENT_ACTION>

/** An order whose shopper has to act at a provider. */
export const PENDING_PAYMENT = v.object({
  orderNumber: v.string(),
  paymentMethod: v.string(),
  /** The provider's page; `null` when the provider's script runs in the shop's page. */
  redirectUrl: v.nullable(v.string()),
  /** When the reservation ends, in milliseconds since the epoch. */
  holdUntil: v.number(),
})
export type PendingPayment = v.InferOutput<typeof PENDING_PAYMENT>

export interface OrderRefused {
  ok: false
  code: OrderRefusal
  message: string
  /** With `payment-action`: the shopper's next step, and when the reservation ends. */
  action?: PaymentAction
  holdUntil?: number
  /** With `total-changed`: in cents, the shown total and the current one. */
  sums?: { before: Cents; now: Cents }
  /**
   * With `already-ordered`, and with `payment-pending`; the latter has an `action` to the order's page too.
   */
  orderNumber?: string
  /** With `out-of-stock` and `price-changed`: the affected lines. */
  changes?: LineProblem[]
  /** With `address-invalid`: messages by field, of the shipping and of the billing address. */
  fields?: { personal: FieldErrors; shipping: FieldErrors; billing: FieldErrors }
}

export interface OrderPlaced {
  ok: true
  orderNumber: string
  /** Milliseconds since the epoch. */
  placedAt: number
  totals: Totals
  products: OrderLine[]
  couponCode: string | null
}

export type PlaceOrderOutcome = OrderPlaced | OrderRefused

/** Builds a refusal; `more` adds the values of its code or a more precise message. */
export function orderRefusal(
  code: OrderRefusal,
  more: Omit<Partial<OrderRefused>, 'ok' | 'code'> = {},
): OrderRefused {
  return { ok: false, code, message: ORDER_MESSAGES[code], ...more }
}

const TOTAL_IS_NOW = 'The total is now '

/** Returns the message for a total that differs from the shown one. */
export function totalChangedMessage(before: Cents, now: Cents): string {
  return `${TOTAL_IS_NOW}${formatMoney(now)}, not ${formatMoney(before)}. Nothing was charged. Check it and order again.`
}

/** Refuses an order whose total differs from the shown one. */
export function totalChanged(before: Cents, now: Cents): OrderRefused {
  return orderRefusal('total-changed', { message: totalChangedMessage(before, now), sums: { before, now } })
}

/** Refuses a repeated order of a closed cart when the request has other contents. */
export function alreadyOrdered(orderNumber: string): OrderRefused {
  const message = `You already ordered this cart as ${orderNumber}, with other tires, addresses or payment. Nothing more was charged. Start a new cart for another order.`
  return orderRefusal('already-ordered', { message, orderNumber })
}

/**
 * A provider's event about a payment; the shop then reads the payment and never relies on the event alone.
 */
export interface PaymentEvent {
  /** The provider's id of the payment or of its capture. */
  paymentId: string
  orderNumber: string
}
