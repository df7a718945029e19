/**
 * What may happen to an order after it stands: parcels, a cancellation, money that goes back. The status
 * tells of money first: an order that was given back in part stays so while its parcels travel.
 */
import { type Cents, formatMoney, parseDollars } from '../../platform/money.ts'
import { canBecome, type OrderStatus } from '../order.ts'
import { CASH_METHOD } from '../payment.ts'
import { ORDER_STATUS_LABELS } from '../status/order-format.ts'

/** For every order that cannot be canceled, an unknown one included. */
export const CANCEL_REFUSED = 'This order cannot be canceled.'
/** While a cancellation is in progress. */
export const RETRY_LATER_MESSAGE = 'Please wait...'

/** What is said of what became of a cancellation. */
export const ORDER_ACTION_MESSAGES = {
  canceled: 'The order is canceled.',
  canceling:
    'The order is being canceled. The payment provider has not answered yet; you get an e-mail when the money is on its way back.',
} as const

/**
 * The address is invalid: the order is canceled and the customer is asked to contact support. Found
 * out after the order was placed, by those who send it or by the carrier.
 */
export const ADDRESS_INVALID =
  'We could not deliver to the address of this order, so the order was canceled. Please contact support with the right address.'

/** The same while it is placed, when the fields themselves have nothing wrong. */
export const ADDRESS_REFUSED =
  'We cannot deliver to this address, so your order was canceled. Nothing was charged. Check the address or contact support.'

/** Why an order was canceled; what the mail says follows from it. */
export const CANCEL_REASONS = ['asked', 'address', 'shop'] as const
export type CancelReason = (typeof CANCEL_REASONS)[number]

export interface Shipment {
  carrier: string
  trackingNumber: string
  shippedAt: number
}

/**
 * pending  written down; the provider was asked, or will be
 * stuck    a person has to look: the provider gave no answer for so long that its memory of our key may end, or the
 *          buyer's bank sent the money back
 * done     the money is on its way to the buyer
 * refused  the provider will not; nothing went back
 */
export type RefundStatus = 'pending' | 'stuck' | 'done' | 'refused'

export interface OrderRefund {
  id: number
  key: string
  amount: Cents
  status: RefundStatus
  cancels: boolean
  reason: string
  at: number
}

/** What the history says of an event; `by` says who did it: `staff:17`, `customer:4`, `guest`, `shop` or `provider`. */
export interface EventDetail {
  by?: string
  text?: string
  amount?: number
  carrier?: string
  trackingNumber?: string
}

/** An order as far as its further life goes. */
export interface OrderLifecycle {
  status: OrderStatus
  paymentMethod: string
  grandTotal: Cents
  /** False when nothing is sent by parcel. */
  isShipped: boolean
  shipments: readonly Shipment[]
  refunds: readonly OrderRefund[]
  wasDelivered: boolean
  wasCanceled: boolean
}

/** What we got for the order: at once, or in cash at the door. */
export function capturedAmount(life: OrderLifecycle): Cents {
  if (life.status === 'pending_payment' || life.status === 'canceled') return 0
  return life.paymentMethod !== CASH_METHOD || life.wasDelivered ? life.grandTotal : 0
}

/** What is certainly on its way back. */
export function refundedAmount({ refunds }: Pick<OrderLifecycle, 'refunds'>): Cents {
  return sumOf(refunds.filter(({ status }) => status === 'done'))
}

/** What can still be given back; what is on its way counts as gone. */
export function refundableAmount(life: OrderLifecycle): Cents {
  return capturedAmount(life) - sumOf(life.refunds.filter(({ status }) => status !== 'refused'))
}

function sumOf(refunds: readonly Pick<OrderRefund, 'amount'>[]): Cents {
  return refunds.reduce((sum, { amount }) => sum + amount, 0)
}

/** True while the money of a cancellation is not certain; nothing else may happen to the order then. */
export function isCancellationPending({ refunds }: Pick<OrderLifecycle, 'refunds'>): boolean {
  return refunds.some(({ cancels, status }) => cancels && (status === 'pending' || status === 'stuck'))
}

/** Until the first parcel has left. Nobody has to give a reason. */
export function canCancel(life: OrderLifecycle): boolean {
  const untouched = life.shipments.length === 0 && !life.wasDelivered && !isCancellationPending(life)
  return untouched && ['paid', 'processing', 'partly_refunded'].includes(life.status)
}

/** A first parcel, or one more of an order that is on its way. */
export function canShip(life: OrderLifecycle): boolean {
  const alive = ['paid', 'processing', 'shipped', 'partly_refunded'].includes(life.status)
  return life.isShipped && alive && !life.wasDelivered && !isCancellationPending(life)
}

export function canDeliver(life: OrderLifecycle): boolean {
  const underWay =
    life.status === 'shipped' || (life.status === 'partly_refunded' && life.shipments.length > 0)
  return underWay && !life.wasDelivered
}

/** True for an amount of cents that may go back now. */
export function canRefund(life: OrderLifecycle, amount: Cents): boolean {
  const may = canBecome(life.status, 'refunded') && !isCancellationPending(life)
  return may && Number.isInteger(amount) && amount > 0 && amount <= refundableAmount(life)
}

export function statusAfterShipping({ status }: OrderLifecycle): OrderStatus {
  return canBecome(status, 'shipped') ? 'shipped' : status
}

export function statusAfterDelivery({ status }: OrderLifecycle): OrderStatus {
  return canBecome(status, 'delivered') ? 'delivered' : status
}

/** An amount as staff type it, in dollars: `12`, `$12.50`. `null` for what is no amount above zero. */
export function refundAmount(text: string): Cents | null {
  const amount = parseDollars(text.replaceAll(',', ''))
  return amount !== null && amount > 0 ? amount : null
}

/** Carriers that we ship with, and where each shows a parcel. */
const CARRIERS: Readonly<Record<string, (number: string) => string>> = {
  UPS: (number) => `https://www.ups.com/track?tracknum=${number}`,
  FedEx: (number) => `https://www.fedex.com/fedextrack/?trknbr=${number}`,
  USPS: (number) => `https://tools.usps.com/go/TrackConfirmAction?tLabels=${number}`,
  'Our own van': () => '',
}
export const CARRIER_NAMES: readonly string[] = Object.keys(CARRIERS)

/** Letters, digits, spaces and hyphens; carriers print them in groups. */
const TRACKING = /^[A-Z0-9]{4,40}$/

/** A carrier's number without its gaps, in capitals; `null` for what is none. */
export function trackingNumber(text: string): string | null {
  const bare = text.replace(/[\s-]/g, '').toUpperCase()
  return TRACKING.test(bare) ? bare : null
}

/** The carrier's page about a parcel; `null` where there is none. */
export function trackingHref({ carrier, trackingNumber: number }: Shipment): string | null {
  if (!Object.hasOwn(CARRIERS, carrier)) return null
  return CARRIERS[carrier]?.(encodeURIComponent(number)) || null
}

/** `$20.00 of $491.95 returned`; `null` while nothing was. */
export function formatRefund(life: OrderLifecycle): string | null {
  const back = refundedAmount(life)
  if (back === 0) return null
  const all = capturedAmount(life)
  return back >= all
    ? `${formatMoney(back)} returned`
    : `${formatMoney(back)} of ${formatMoney(all)} returned`
}

/** The order in words for its buyer: money, parcels and a cancellation together. */
export function formatLifecycle(life: OrderLifecycle): string {
  if (life.wasCanceled)
    return refundedAmount(life) > 0 ? 'Canceled, money returned' : ORDER_STATUS_LABELS.canceled
  if (isCancellationPending(life)) return 'Being canceled'
  if (life.status !== 'partly_refunded') return ORDER_STATUS_LABELS[life.status]
  const parcels = life.wasDelivered ? 'delivered' : life.shipments.length > 0 ? 'shipped' : null
  const back = ORDER_STATUS_LABELS.partly_refunded
  return parcels ? `${ORDER_STATUS_LABELS[parcels]}, ${back.charAt(0).toLowerCase()}${back.slice(1)}` : back
}

/** What canceling it would mean; `null` when it cannot be canceled (any more). */
export function formatCancellation(life: OrderLifecycle): string | null {
  if (!canCancel(life)) return null
  const back = refundableAmount(life)
  return back > 0
    ? `${formatMoney(back)} goes back the way you paid, and somebody else may buy the tires.`
    : 'Nothing was charged. Somebody else may buy the tires.'
}
