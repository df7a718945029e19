/** Checkouts and payments in Afterpay's API, and their conversion to a payment of the gateway. */
import * as v from 'valibot'
import type { OrderDraft } from '../../../../schema/orders/order.ts'
import { type Cents, parseDollars } from '../../../../schema/platform/money.ts'
import { type Payment, unchargedPayment } from '../gateway.ts'

const MONEY = v.object({ amount: v.string(), currency: v.string() })
export const CREATED = v.object({ token: v.string(), redirectCheckoutUrl: v.string() })
export const CHECKOUT = v.object({
  token: v.string(),
  redirectCheckoutUrl: v.optional(v.string()),
  amount: MONEY,
  merchantReference: v.nullish(v.string(), null),
})
export const PAYMENT = v.object({
  id: v.pipe(v.union([v.string(), v.number()]), v.transform(String)),
  token: v.string(),
  status: v.string(),
  originalAmount: MONEY,
  openToCaptureAmount: v.nullish(MONEY, null),
  paymentState: v.nullish(v.string(), ''),
  merchantReference: v.nullish(v.string(), null),
  refunds: v.nullish(v.array(v.object({ amount: MONEY })), []),
})
type AfterpayPayment = v.InferOutput<typeof PAYMENT>

/** Converts a payment of Afterpay to a payment of this order. */
export function toAfterpayPayment(payment: AfterpayPayment, draft: OrderDraft): Payment {
  const { id, token, status, paymentState, originalAmount, openToCaptureAmount } = payment
  const amount = parseCents(originalAmount)
  const base = { ...unchargedPayment(token, amount), currency: originalAmount.currency }
  // The payment of another order must be neither used nor refunded for this order.
  if (payment.merchantReference !== null && payment.merchantReference !== draft.orderNumber) {
    return { ...base, orderNumber: payment.merchantReference, state: 'ended' }
  }
  const own = { ...base, orderNumber: payment.merchantReference }
  if (status === 'DECLINED') return { ...own, declined: 'provider' }
  const open = openToCaptureAmount ? parseCents(openToCaptureAmount) : 0
  if (paymentState === 'CAPTURED' && sumRefunds(payment) < amount) {
    return { ...own, state: 'paid', received: amount - open, chargeRef: id }
  }
  const isInProgress = paymentState === 'AUTH_APPROVED' || paymentState === 'PARTIALLY_CAPTURED'
  return { ...own, state: isInProgress ? 'pending' : 'ended' }
}

/** Returns the refunded amount of a payment, in cents. */
export function sumRefunds({ refunds }: Pick<AfterpayPayment, 'refunds'>): Cents {
  return refunds.reduce((sum, { amount }) => sum + parseCents(amount), 0)
}

/** Parses an amount to cents; -1 for an invalid amount, so that every comparison with a total fails. */
export function parseCents({ amount }: { amount: string }): Cents {
  return parseDollars(amount) ?? -1
}
