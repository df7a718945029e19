/** Transactions in Affirm's API, and their conversion to a payment of the gateway. */
import * as v from 'valibot'
import type { OrderDraft } from '../../../../schema/orders/order.ts'
import { CURRENCY } from '../../../../schema/platform/money.ts'
import { type Payment, type PaymentState, unchargedPayment } from '../gateway.ts'

/** A transaction; amounts in cents. */
export const TRANSACTION = v.object({
  id: v.string(),
  status: v.string(),
  amount: v.number(),
  currency: v.nullish(v.string(), CURRENCY),
  order_id: v.nullish(v.string(), null),
  events: v.nullish(v.array(v.object({ type: v.string(), reference_id: v.nullish(v.string(), '') })), []),
})
export type Transaction = v.InferOutput<typeof TRANSACTION>

/** Other statuses (a dispute, a partial capture by hand) are `pending`, because staff have to decide. */
const STATES: Readonly<Record<string, PaymentState>> = {
  authorized: 'open',
  captured: 'paid',
  partially_refunded: 'paid',
  refunded: 'ended',
  voided: 'ended',
  auth_expired: 'ended',
  declined: 'ended',
}

/** Returns whether the loan was captured, so that the shop receives its money. */
export function isCaptured({ status }: Transaction): boolean {
  return STATES[status] === 'paid'
}

/** Converts a transaction to a payment of this order. */
export function toAffirmPayment(transaction: Transaction, paymentId: string, draft: OrderDraft): Payment {
  const { id, status, amount, currency, order_id: orderNumber } = transaction
  const base = { ...unchargedPayment(paymentId, amount), currency }
  // The loan of another order must be neither used nor refunded for this order.
  if (orderNumber !== null && orderNumber !== draft.orderNumber) {
    return { ...base, orderNumber, state: 'ended' }
  }
  const state = STATES[status] ?? 'pending'
  const own: Payment = { ...base, orderNumber, state }
  return state === 'paid' ? { ...own, received: amount, chargeRef: id } : own
}
