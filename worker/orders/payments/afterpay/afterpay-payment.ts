/** What Afterpay says of a checkout or a payment, and what it means for the order it belongs to. */
import * as v from 'valibot'
import type { OrderDraft } from '../../../../schema/orders/order.ts'
import { type Cents, CURRENCY, parseDollars } from '../../../../schema/platform/money.ts'
import type { Payment } from '../gateway.ts'

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

/** Without an order number: a checkout keeps one, but it may have been made before the order. */
export function uncapturedPayment(ref: string, amount: Cents): Payment {
  return {
    ref,
    state: 'open',
    amount,
    received: 0,
    currency: CURRENCY,
    orderNumber: null,
    declined: null,
    chargeRef: null,
  }
}

export function toAfterpayPayment(payment: AfterpayPayment, draft: OrderDraft): Payment {
  const { id, token, status, paymentState, originalAmount, openToCaptureAmount } = payment
  const amount = parseCents(originalAmount)
  const base = { ...uncapturedPayment(token, amount), currency: originalAmount.currency }
  // Money of another order is none of this one's, to keep or to give back.
  if (payment.merchantReference !== null && payment.merchantReference !== draft.orderNumber) {
    return { ...base, orderNumber: payment.merchantReference, state: 'ended' }
  }
  const own = { ...base, orderNumber: payment.merchantReference }
  if (status === 'DECLINED') return { ...own, declined: 'provider' }
  const open = openToCaptureAmount ? parseCents(openToCaptureAmount) : 0
  if (paymentState === 'CAPTURED' && sumRefunds(payment) < amount) {
    return { ...own, state: 'paid', received: amount - open, chargeRef: id }
  }
  const atWork = paymentState === 'AUTH_APPROVED' || paymentState === 'PARTIALLY_CAPTURED'
  return { ...own, state: atWork ? 'pending' : 'ended' }
}

export function sumRefunds({ refunds }: Pick<AfterpayPayment, 'refunds'>): Cents {
  return refunds.reduce((sum, { amount }) => sum + parseCents(amount), 0)
}

/** An amount that is none is no amount of ours: it fails every comparison. */
export function parseCents({ amount }: { amount: string }): Cents {
  return parseDollars(amount) ?? -1
}
