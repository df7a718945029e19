/**
 * The lifecycle of a placed order: shipments, cancellation, refunds. A partly refunded order keeps that
 * status while its parcels are shipped and delivered.
 */
import { type Cents, formatMoney, parseDollars, plainNumber } from '../../platform/money.ts'
import { canBecome, type OrderStatus } from '../order.ts'
import { CASH_METHOD } from '../payment.ts'
import { ORDER_STATUS_LABELS } from '../status/order-format.ts'

/** The message for an order that cannot be canceled, and for an unknown order. */
export const CANCEL_REFUSED_MESSAGE = 'This order cannot be canceled.'
/** The message while a cancellation is in progress. */
export const RETRY_LATER_MESSAGE = 'Please wait...'

/** The message for parcels that cannot arrive: none has left, or the order is over. */
export const NOT_UNDERWAY_MESSAGE = 'This order isn’t on its way. If you have its tires, write to us.'

/** Messages about the outcome of a cancellation. */
export const ORDER_ACTION_MESSAGES = {
  canceled: 'Your order is canceled.',
  canceling:
    'We’re canceling your order. The payment provider hasn’t answered yet; we’ll email you when your money is on its way back.',
} as const

/** The message of an order's page for staff who act there in the buyer's name. */
export const STAFF_REFUSED_MESSAGE =
  'You’re signed in as staff, so you can only look here. Change the order on its page in the back office.'

/** The message of an order that was canceled after its placement because its address is invalid (E13). */
export const ADDRESS_INVALID_MESSAGE =
  'We couldn’t deliver to this address, so we canceled the order. Please contact support with the right address.'

/** The message of an address that is refused during the placement although each of its fields is valid. */
export const ADDRESS_REFUSED_MESSAGE =
  'We can’t deliver to this address, so we canceled your order. Nothing was charged. Check the address or contact support.'

/** The reasons of a cancellation; the text of the mail depends on the reason. */
export const CANCEL_REASONS = ['asked', 'address', 'shop'] as const
export type CancelReason = (typeof CANCEL_REASONS)[number]

export interface Shipment {
  carrier: string
  trackingNumber: string
  shippedAt: number
}

/**
 * pending  recorded; requested from the provider, or about to be
 * stuck    staff have to decide: the provider did not answer until its idempotency key could expire, or the buyer's bank
 *          returned the money
 * done     the money is on its way to the buyer
 * refused  the provider refused; nothing was refunded
 */
export type RefundStatus = 'pending' | 'stuck' | 'done' | 'refused'

export interface OrderRefund {
  id: number
  key: string
  amount: Cents
  /** The part of the amount that went to the buyer's store credit (H14u). */
  credit?: Cents
  status: RefundStatus
  cancels: boolean
  reason: string
  at: number
}

/**
 * Details of an event in the history; `by` is the actor: `staff:17`, `customer:4`, `guest`, `shop` or
 * `provider`.
 */
export interface EventDetail {
  by?: string
  text?: string
  amount?: number
  carrier?: string
  trackingNumber?: string
}

/** The parts of an order that its lifecycle needs. */
export interface OrderLifecycle {
  status: OrderStatus
  paymentMethod: string
  grandTotal: Cents
  /** False when nothing is shipped. */
  isShipped: boolean
  /** True when the buyer takes the tires along or picks them up. */
  isPickup?: boolean
  shipments: readonly Shipment[]
  refunds: readonly OrderRefund[]
  wasDelivered: boolean
  /** True if the buyer said that all is there, not staff. */
  wasConfirmedByBuyer?: boolean
  wasCanceled: boolean
  /** What was paid with store credit (H14u). */
  creditSpent?: Cents
  /** True if no store credit can be given for the order, because the data of its buyer was erased. */
  isWithoutHolder?: boolean
}

/** Returns the amount that the buyer paid: in cash with the delivery, with other methods before. */
export function capturedAmount(life: OrderLifecycle): Cents {
  if (life.status === 'pending_payment' || life.status === 'canceled') return 0
  return life.paymentMethod !== CASH_METHOD || life.wasDelivered ? life.grandTotal : 0
}

/** Returns the amount of completed refunds. */
export function refundedAmount({ refunds }: Pick<OrderLifecycle, 'refunds'>): Cents {
  return sumOf(refunds.filter(({ status }) => status === 'done'))
}

/** Returns the amount that can still be refunded; pending refunds count as refunded. */
export function refundableAmount(life: OrderLifecycle): Cents {
  return capturedAmount(life) - sumOf(life.refunds.filter(({ status }) => status !== 'refused'))
}

function sumOf(refunds: readonly Pick<OrderRefund, 'amount'>[]): Cents {
  return refunds.reduce((sum, { amount }) => sum + amount, 0)
}

/** Returns whether the refund of a cancellation is pending; the order cannot change then. */
export function isCancellationPending({ refunds }: Pick<OrderLifecycle, 'refunds'>): boolean {
  return refunds.some(({ cancels, status }) => cancels && (status === 'pending' || status === 'stuck'))
}

/** Returns whether the order can be canceled: until its first shipment, without a reason. */
export function canCancel(life: OrderLifecycle): boolean {
  const isUnchanged = life.shipments.length === 0 && !life.wasDelivered && !isCancellationPending(life)
  return isUnchanged && ['paid', 'processing', 'partly_refunded'].includes(life.status)
}

/** Returns whether a shipment can be added; after the buyer's own confirmation it takes the confirmation back. */
export function canShip(life: OrderLifecycle): boolean {
  const isActive = ['paid', 'processing', 'shipped', 'partly_refunded'].includes(life.status)
  const isOpen = life.wasConfirmedByBuyer === true || (isActive && !life.wasDelivered)
  const isAlive = life.status !== 'canceled' && life.status !== 'refunded'
  return life.isShipped && isOpen && isAlive && !isCancellationPending(life)
}

/** Returns whether the delivery can be recorded; for a pick-up it is the hand-over. */
export function canDeliver(life: OrderLifecycle): boolean {
  if (life.isPickup) {
    const isOpen = ['paid', 'processing', 'partly_refunded'].includes(life.status)
    return isOpen && !life.wasDelivered && !isCancellationPending(life)
  }
  const isInTransit =
    life.status === 'shipped' || (life.status === 'partly_refunded' && life.shipments.length > 0)
  return isInTransit && !life.wasDelivered
}

/**
 * Returns whether the buyer can say that the parcels have arrived. An order that is paid with the delivery is left to
 * staff, because it counts as paid from then on.
 */
export function canConfirmArrival(life: OrderLifecycle): boolean {
  return canDeliver(life) && !life.isPickup && life.paymentMethod !== CASH_METHOD
}

/** Returns whether this amount of cents can be refunded now. */
export function canRefund(life: OrderLifecycle, amount: Cents): boolean {
  const isRefundable = canBecome(life.status, 'refunded') && !isCancellationPending(life)
  return isRefundable && Number.isInteger(amount) && amount > 0 && amount <= refundableAmount(life)
}

export function statusAfterShipping({ status }: OrderLifecycle): OrderStatus {
  return canBecome(status, 'shipped') ? 'shipped' : status
}

/** Returns the status after the delivery; only a pick-up is handed over without a parcel. */
export function statusAfterDelivery({ status, isPickup = false }: OrderLifecycle): OrderStatus {
  return (status !== 'paid' || isPickup) && canBecome(status, 'delivered') ? 'delivered' : status
}

/** Parses an amount that staff typed in dollars: `12`, `$12.50`. `null` unless it is above zero. */
export function refundAmount(text: string): Cents | null {
  const amount = parseDollars(plainNumber(text))
  return amount !== null && amount > 0 ? amount : null
}

/** Carriers and their tracking pages. */
const CARRIERS: Readonly<Record<string, (number: string) => string>> = {
  UPS: (number) => `https://www.ups.com/track?tracknum=${number}`,
  FedEx: (number) => `https://www.fedex.com/fedextrack/?trknbr=${number}`,
  USPS: (number) => `https://tools.usps.com/go/TrackConfirmAction?tLabels=${number}`,
  'Our own van': () => '',
}
export const CARRIER_NAMES: readonly string[] = Object.keys(CARRIERS)

/** The format of a tracking number without spaces and hyphens. */
const TRACKING = /^[A-Z0-9]{4,40}$/

/** Normalizes a tracking number to upper case without spaces and hyphens; `null` for an invalid one. */
export function trackingNumber(text: string): string | null {
  const number = text.replace(/[\s-]/g, '').toUpperCase()
  return TRACKING.test(number) ? number : null
}

/** Returns the carrier's tracking page; `null` without one. */
export function trackingHref({ carrier, trackingNumber: number }: Shipment): string | null {
  if (!Object.hasOwn(CARRIERS, carrier)) return null
  return CARRIERS[carrier]?.(encodeURIComponent(number)) || null
}

/** Formats `$20.00 of $491.95 refunded`; `null` without a refund. */
export function formatRefund(life: OrderLifecycle): string | null {
  const refunded = refundedAmount(life)
  if (refunded === 0) return null
  const captured = capturedAmount(life)
  return refunded >= captured
    ? `${formatMoney(refunded)} refunded`
    : `${formatMoney(refunded)} of ${formatMoney(captured)} refunded`
}

/** Formats the status for the buyer: payment, parcels and cancellation in one text. */
export function formatLifecycle(life: OrderLifecycle): string {
  if (life.wasCanceled) return refundedAmount(life) > 0 ? 'Canceled, refunded' : ORDER_STATUS_LABELS.canceled
  if (isCancellationPending(life)) return 'Being canceled'
  if (life.status !== 'partly_refunded') return ORDER_STATUS_LABELS[life.status]
  const parcels = life.wasDelivered ? 'delivered' : life.shipments.length > 0 ? 'shipped' : null
  const refund = ORDER_STATUS_LABELS.partly_refunded
  return parcels
    ? `${ORDER_STATUS_LABELS[parcels]}, ${refund.charAt(0).toLowerCase()}${refund.slice(1)}`
    : refund
}

/** Describes the effect of a cancellation; `null` when the order cannot be canceled. */
export function formatCancellation(life: OrderLifecycle): string | null {
  if (!canCancel(life)) return null
  const refund = refundableAmount(life)
  return refund > 0
    ? `${formatMoney(refund)} will go back the way you paid, and the tires go back on sale.`
    : 'Nothing was charged. The tires go back on sale.'
}
