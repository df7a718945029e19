/** Rules for the effect of a payment's state on its order. The calls to providers are in worker/orders/payments. */
import { amountDue } from '../../../schema/orders/credit/charged-order.ts'
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
import type { Payment, PaymentHandle, PaymentResult } from '../../orders/payments/gateway.ts'
import type { Attempt } from './order-attempt.sql.ts'
import type { JournalContext } from './order-journal-context.ts'

export type PaymentEvaluation =
  /** Paid in full, for this order. */
  | { kind: 'accepted'; chargeRef: string | null }
  /** Another amount than the order's was paid; it is refunded. */
  | { kind: 'wrong-money'; chargeRef: string | null }
  /** The shopper has to act at their bank or at the provider. */
  | { kind: 'action'; action: PaymentAction }
  /** The payment has no card or approval yet; nothing was charged. */
  | { kind: 'uncharged' }
  | { kind: 'refused'; refusal: OrderRefused }
  /** Still unknown; the payment is read again later. */
  | { kind: 'open' }

/** Returns the refusal of a declined payment with the message for the reason. */
export function paymentDeclined(reason: DeclineReason): OrderRefused {
  return orderRefusal('payment-declined', { message: DECLINE_MESSAGES[reason] })
}

/** Returns the refusal of a payment that the shopper approved with an amount other than the order's total. */
export function approvedAmountChanged(): OrderRefused {
  return orderRefusal('total-changed', { message: APPROVED_AMOUNT_CHANGED_MESSAGE })
}

/** Returns the refusal while the payment is unknown, with a link to the order's page, which shows the later result. */
export function paymentPending(ctx: JournalContext, { orderNumber }: Attempt): OrderRefused {
  const parsed = parseConfig(ctx.env)
  if (!parsed.ok) return orderRefusal('payment-pending')
  const { siteUrl, cartSecret } = parsed.config
  const href = orderStatusHref(orderNumber, signOrderLink(cartSecret, orderNumber))
  return orderRefusal('payment-pending', {
    orderNumber,
    action: { redirectUrl: `${siteUrl}${href}?asking=1` },
  })
}

/** Returns the reference by which a gateway finds the payment of an attempt. */
export function toPaymentHandle({ confirmationToken }: Attempt, paymentId: string): PaymentHandle {
  return { paymentId, token: confirmationToken }
}

/** Evaluates the provider's answer. Amount, currency and order number are compared each time. */
export function evaluatePayment(attempt: Attempt, result: PaymentResult): PaymentEvaluation {
  if (result.kind === 'declined') return { kind: 'refused', refusal: paymentDeclined(result.reason) }
  if (result.kind !== 'payment') return { kind: 'open' }
  const { payment } = result
  const { clientSecret, redirectUrl, declined } = payment
  switch (payment.state) {
    case 'paid':
      return matchPaymentToOrder(attempt, payment) === 'ours' && payment.received === amountDue(attempt.draft)
        ? { kind: 'accepted', chargeRef: payment.chargeRef }
        : { kind: 'wrong-money', chargeRef: payment.chargeRef }
    case 'action':
      if (redirectUrl) return { kind: 'action', action: { redirectUrl } }
      return clientSecret ? { kind: 'action', action: { clientSecret } } : { kind: 'open' }
    case 'open':
      return declined ? { kind: 'refused', refusal: paymentDeclined(declined) } : { kind: 'uncharged' }
    case 'ended':
      // With another amount the gateway itself ended the payment before charging it (Affirm's authorized loan).
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
 * Compares a payment with its order: the currency, the amount, and the order number where the provider stores it. The
 * shopper can correct `another-sum` by paying again, but not `foreign`.
 */
export function matchPaymentToOrder(attempt: Attempt, payment: Payment): 'ours' | 'another-sum' | 'foreign' {
  const { orderNumber, currency, amount } = payment
  if ((orderNumber !== null && orderNumber !== attempt.orderNumber) || currency !== CURRENCY) return 'foreign'
  return amount === amountDue(attempt.draft) ? 'ours' : 'another-sum'
}
