import type { Now } from '../clock.ts'
import type { ListedPayment } from '../pages/provider-page.ts'
import { type Checkout, centsOf, type Money, moneyOf } from './checkout.ts'
import { fault422, type Refusal, refuse } from './refusal.ts'

export interface PaymentRefund {
  refundId: string
  refundedAt: string
  requestId: string | null
  merchantReference: string | null
  amount: Money
}

/** A Payment object, created from a token. */
export interface Payment {
  id: string
  token: string
  status: 'APPROVED' | 'DECLINED'
  created: string
  originalAmount: Money
  openToCaptureAmount: Money
  paymentState: 'CAPTURED' | 'CAPTURE_DECLINED' | 'VOIDED'
  merchantReference: string | null
  refunds: PaymentRefund[]
  orderDetails: object
  events: { id: string; created: string; type: string; amount: Money }[]
}

/** Returns the payment that a capture creates; a declined capture is a payment too. */
export function capture(checkout: Checkout, reference: string | null, { now, id }: Now): Payment {
  const { amount, merchant: _, ...orderDetails } = checkout.request
  const approved = checkout.state === 'approved'
  const created = isoOf(now)
  return {
    id: id(),
    token: checkout.token,
    status: approved ? 'APPROVED' : 'DECLINED',
    created,
    originalAmount: amount,
    openToCaptureAmount: moneyOf(approved ? 0 : centsOf(amount)),
    paymentState: approved ? 'CAPTURED' : 'CAPTURE_DECLINED',
    merchantReference: reference ?? checkout.request.merchantReference ?? null,
    refunds: [],
    orderDetails,
    events: [{ id: id(), created, type: approved ? 'CAPTURED' : 'CAPTURE_DECLINED', amount }],
  }
}

/** Undoes a capture; Afterpay allows ten minutes for it. */
export function reverse(payment: Payment, { now, id }: Now): Payment | Refusal {
  if (payment.paymentState !== 'CAPTURED' || payment.refunds.length > 0) {
    return refuse(412, 'precondition_failed', 'Payment not eligible for a reversal')
  }
  if (now - Date.parse(payment.created) / 1000 > 600) {
    return refuse(412, 'precondition_failed', 'Order outside reversal window')
  }
  const event = { id: id(), created: isoOf(now), type: 'VOIDED', amount: payment.originalAmount }
  return { ...payment, paymentState: 'VOIDED', events: [...payment.events, event] }
}

export interface RefundRequest {
  requestId: string | null
  merchantReference: string | null
  amount: Money
}

/** Refunds money, once for each request id with its reference. */
export function refund(
  payment: Payment,
  request: RefundRequest,
  { now, id }: Now,
): { payment: Payment; refund: PaymentRefund } | Refusal {
  const { requestId, merchantReference, amount } = request
  const known = payment.refunds.find(
    (one) =>
      requestId !== null &&
      merchantReference !== null &&
      one.requestId === requestId &&
      one.merchantReference === merchantReference,
  )
  if (known) return { payment, refund: known }
  if (payment.paymentState !== 'CAPTURED') {
    return refuse(412, 'precondition_failed', 'The order is not eligible for a refund')
  }
  if (amount.currency !== payment.originalAmount.currency) {
    return fault422('invalid_object', 'The currency does not match the currency of the order')
  }
  const cents = centsOf(amount)
  if (cents === 0 || cents > netAmount(payment)) {
    return fault422('invalid_amount', 'The amount requested exceeded the amount available')
  }
  const refund = { refundId: id(), refundedAt: isoOf(now), requestId, merchantReference, amount }
  return { payment: { ...payment, refunds: [...payment.refunds, refund] }, refund }
}

/** Returns the cents that the merchant has received and not refunded. */
export function netAmount({ paymentState, originalAmount, refunds }: Payment): number {
  if (paymentState !== 'CAPTURED') return 0
  return centsOf(originalAmount) - refunds.reduce((sum, { amount }) => sum + centsOf(amount), 0)
}

/** Formats a time as ISO 8601, to the millisecond. */
export function isoOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}

/** Returns a line of the list of payments. */
export function listed(payment: Payment): ListedPayment {
  const { id, originalAmount, status, paymentState, refunds, merchantReference, created } = payment
  return {
    id,
    amount: centsOf(originalAmount),
    state: `${status}, ${paymentState}`,
    refunded: refunds.reduce((sum, { amount }) => sum + centsOf(amount), 0),
    net: netAmount(payment),
    order: merchantReference,
    created,
  }
}
