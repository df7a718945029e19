/** What a payment's state means for the order it belongs to. The calls are in worker/gateways. */
import {
  APPROVED_AMOUNT_CHANGED_MESSAGE,
  type OrderRefused,
  orderRefusal,
  type PaymentAction,
} from '../../../schema/orders/order.ts'
import { DECLINE_MESSAGES, type DeclineReason } from '../../../schema/orders/payment.ts'
import { orderStatusHref } from '../../../schema/paths.ts'
import { CURRENCY } from '../../../schema/platform/money.ts'
import { parseConfig } from '../../config.ts'
import { signOrderLink } from '../../orders/order-signature.ts'
import type { Payment, PaymentRef, PaymentResult } from '../../orders/payments/gateway.ts'
import type { Attempt } from './order-attempt.sql.ts'
import type { JournalContext } from './order-journal-context.ts'

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
  return orderRefusal('payment-declined', { message: DECLINE_MESSAGES[reason] })
}

/** For a payment that the shopper approved over another sum than the order's. */
export function approvedAmountChanged(): OrderRefused {
  return orderRefusal('total-changed', { message: APPROVED_AMOUNT_CHANGED_MESSAGE })
}

/** While nobody knows whether the money moved: the order's own page says so, and what becomes of it. */
export function stillAsking(ctx: JournalContext, { orderNumber }: Attempt): OrderRefused {
  const parsed = parseConfig(ctx.env)
  if (!parsed.ok) return orderRefusal('payment-pending')
  const { siteUrl, cartSecret } = parsed.config
  const href = orderStatusHref(orderNumber, signOrderLink(cartSecret, orderNumber))
  return orderRefusal('payment-pending', {
    orderNumber,
    action: { redirectUrl: `${siteUrl}${href}?asking=1` },
  })
}

export function handleOf({ confirmationToken: token }: Attempt, ref: string): PaymentRef {
  return { ref, token }
}

/** Judges what the provider answered. Amount, currency and order are compared each time (design.md §6 step 3). */
export function evaluatePayment(attempt: Attempt, result: PaymentResult): Verdict {
  if (result.kind === 'declined') return { kind: 'refused', refusal: declinedFor(result.reason) }
  if (result.kind !== 'payment') return { kind: 'open' }
  const { payment } = result
  const { clientSecret, redirectUrl, declined } = payment
  switch (payment.state) {
    case 'paid':
      return matchPaymentToOrder(attempt, payment) === 'ours' &&
        payment.received === attempt.draft.totals.grandTotal
        ? { kind: 'accepted', chargeRef: payment.chargeRef }
        : { kind: 'wrong-money', chargeRef: payment.chargeRef }
    case 'action':
      if (redirectUrl) return { kind: 'action', action: { redirectUrl } }
      return clientSecret ? { kind: 'action', action: { clientSecret } } : { kind: 'open' }
    case 'open':
      return declined ? { kind: 'refused', refusal: declinedFor(declined) } : { kind: 'uncharged' }
    case 'ended':
      // Over another sum: the gateway has ended it itself, before it took anything (Affirm's authorized loan).
      return {
        kind: 'refused',
        refusal:
          matchPaymentToOrder(attempt, payment) === 'another-sum'
            ? approvedAmountChanged()
            : orderRefusal('payment-unavailable'),
      }
    default:
      return { kind: 'open' }
  }
}

/**
 * Whether the payment is for exactly this order: its number, where the provider keeps it, its currency, its amount. One of
 * another order is told from one of ours over another sum, for only the latter is the shopper's to put right.
 */
export function matchPaymentToOrder(attempt: Attempt, payment: Payment): 'ours' | 'another-sum' | 'foreign' {
  const { orderNumber, currency, amount } = payment
  if ((orderNumber !== null && orderNumber !== attempt.orderNumber) || currency !== CURRENCY) return 'foreign'
  return amount === attempt.draft.totals.grandTotal ? 'ours' : 'another-sum'
}
