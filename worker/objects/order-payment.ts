/** What a payment's state means for the order it belongs to. The calls are in gateways/card.ts. */
import { CURRENCY } from '../../schema/domain/money.ts'
import { type OrderRefused, refused } from '../../schema/domain/order.ts'
import { DECLINE_MESSAGES, type DeclineReason } from '../../schema/domain/payment.ts'
import type { CardPayment, CardResult } from '../gateways/card.ts'
import type { Attempt } from './journal-rows.ts'

export type Verdict =
  /** Paid in full, for this order. */
  | { kind: 'accepted' }
  /** Money came that is not what this order costs: it goes back. */
  | { kind: 'wrong-money' }
  /** The shopper's bank wants the shopper. */
  | { kind: 'action'; clientSecret: string }
  /** The intent waits for a card; none was charged. */
  | { kind: 'uncharged' }
  | { kind: 'refused'; refusal: OrderRefused }
  /** Nobody knows yet: ask again later. */
  | { kind: 'open' }

export function declinedFor(reason: DeclineReason): OrderRefused {
  return refused('payment-declined', { message: DECLINE_MESSAGES[reason] })
}

/** Judges what the provider answered. Amount, currency and order are compared each time (design.md §6 step 3). */
export function judge(attempt: Attempt, result: CardResult): Verdict {
  if (result.kind === 'declined') return { kind: 'refused', refusal: declinedFor(result.reason) }
  if (result.kind !== 'payment') return { kind: 'open' }
  const { payment } = result
  switch (payment.status) {
    case 'succeeded':
      return belongs(attempt, payment) && payment.received === attempt.draft.totals.grandTotal
        ? { kind: 'accepted' }
        : { kind: 'wrong-money' }
    case 'requires_action':
      return payment.clientSecret ? { kind: 'action', clientSecret: payment.clientSecret } : { kind: 'open' }
    case 'requires_payment_method':
    case 'requires_confirmation':
      return payment.declined
        ? { kind: 'refused', refusal: declinedFor(payment.declined) }
        : { kind: 'uncharged' }
    case 'canceled':
      return { kind: 'refused', refusal: refused('payment-unavailable') }
    default:
      return { kind: 'open' }
  }
}

/** True when the intent is for exactly this order: its number, its amount, its currency. */
export function belongs(attempt: Attempt, payment: CardPayment): boolean {
  return (
    payment.orderNumber === attempt.orderNumber &&
    payment.amount === attempt.draft.totals.grandTotal &&
    payment.currency.toUpperCase() === CURRENCY
  )
}
