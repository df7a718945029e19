/** What a payment's state means for the order it belongs to. The calls are in worker/gateways. */
import { CURRENCY } from '../../schema/domain/money.ts'
import { type OrderRefused, type PaymentAction, refused } from '../../schema/domain/order.ts'
import { DECLINE_MESSAGES, type DeclineReason } from '../../schema/domain/payment.ts'
import type { Payment, PaymentResult } from '../gateways/gateway.ts'
import type { Attempt } from './journal-rows.ts'

export type Verdict =
  /** Paid in full, for this order. */
  | { kind: 'accepted'; chargeRef: string | null }
  /** Money came that is not what this order costs: it goes back. */
  | { kind: 'wrong-money'; chargeRef: string | null }
  /** The shopper's bank, or the provider itself, wants the shopper. */
  | { kind: 'action'; action: PaymentAction }
  /** The payment waits for its means; nothing was charged. */
  | { kind: 'uncharged' }
  | { kind: 'refused'; refusal: OrderRefused }
  /** Nobody knows yet: ask again later. */
  | { kind: 'open' }

export function declinedFor(reason: DeclineReason): OrderRefused {
  return refused('payment-declined', { message: DECLINE_MESSAGES[reason] })
}

/** Judges what the provider answered. Amount, currency and order are compared each time (design.md §6 step 3). */
export function judge(attempt: Attempt, result: PaymentResult): Verdict {
  if (result.kind === 'declined') return { kind: 'refused', refusal: declinedFor(result.reason) }
  if (result.kind !== 'payment') return { kind: 'open' }
  const { payment } = result
  const { clientSecret, redirectUrl, declined } = payment
  switch (payment.state) {
    case 'paid':
      return belongs(attempt, payment) && payment.received === attempt.draft.totals.grandTotal
        ? { kind: 'accepted', chargeRef: payment.chargeRef }
        : { kind: 'wrong-money', chargeRef: payment.chargeRef }
    case 'action':
      if (redirectUrl) return { kind: 'action', action: { redirectUrl } }
      return clientSecret ? { kind: 'action', action: { clientSecret } } : { kind: 'open' }
    case 'open':
      return declined ? { kind: 'refused', refusal: declinedFor(declined) } : { kind: 'uncharged' }
    case 'ended':
      return { kind: 'refused', refusal: refused('payment-unavailable') }
    default:
      return { kind: 'open' }
  }
}

/** True when the payment is for exactly this order: its number, where the provider keeps it, its amount, its currency. */
export function belongs(attempt: Attempt, payment: Payment): boolean {
  return (
    (payment.orderNumber === null || payment.orderNumber === attempt.orderNumber) &&
    payment.amount === attempt.draft.totals.grandTotal &&
    payment.currency === CURRENCY
  )
}
