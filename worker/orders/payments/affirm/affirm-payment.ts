/** What Affirm says of a transaction, and what it means for the order it belongs to. */
import * as v from 'valibot'
import type { OrderDraft } from '../../../../schema/orders/order.ts'
import { CURRENCY } from '../../../../schema/platform/money.ts'
import type { Payment, PaymentState } from '../gateway.ts'

/** Amounts in cents. */
export const TRANSACTION = v.object({
  id: v.string(),
  status: v.string(),
  amount: v.number(),
  currency: v.nullish(v.string(), CURRENCY),
  order_id: v.nullish(v.string(), null),
  events: v.nullish(v.array(v.object({ type: v.string(), reference_id: v.nullish(v.string(), '') })), []),
})
export type Transaction = v.InferOutput<typeof TRANSACTION>

/** Statuses that none of these acts leads to (a dispute, a part captured by hand) are for somebody to look at. */
const STATES: Readonly<Record<string, PaymentState>> = {
  authorized: 'open',
  captured: 'paid',
  partially_refunded: 'paid',
  refunded: 'ended',
  voided: 'ended',
  auth_expired: 'ended',
  declined: 'ended',
}

/** True once the loan is the shop's money. */
export function isCaptured({ status }: Transaction): boolean {
  return STATES[status] === 'paid'
}

/** A payment of which Affirm has nothing to say yet: the order's own numbers, and no money. */
export function unansweredPayment(ref: string, draft: OrderDraft): Payment {
  return {
    ref,
    state: 'open',
    amount: draft.totals.grandTotal,
    received: 0,
    currency: CURRENCY,
    orderNumber: null,
    declined: null,
    chargeRef: null,
  }
}

export function toAffirmPayment(transaction: Transaction, ref: string, draft: OrderDraft): Payment {
  const { id, status, amount, currency, order_id: orderNumber } = transaction
  const base = { ...unansweredPayment(ref, draft), amount, currency }
  // Money of another order is none of this one's, to keep or to give back.
  if (orderNumber !== null && orderNumber !== draft.orderNumber) {
    return { ...base, orderNumber, state: 'ended' }
  }
  const state = STATES[status] ?? 'pending'
  const own: Payment = { ...base, orderNumber, state }
  return state === 'paid' ? { ...own, received: amount, chargeRef: id } : own
}
