import type Stripe from 'stripe'
import { dollars } from '../dollars.ts'
import type { Moment } from './clock.ts'
import { badRequest, type Failure } from './failure.ts'
import type { Outcome } from './outcome.ts'

/** A requested refund: `amount` in cents, or everything that is left. */
export interface RefundRequest {
  amount: number | undefined
  reason: Stripe.Refund.Reason | undefined
  metadata: Record<string, string>
}

/** Refunds money, never more than was captured and not refunded yet. */
export function refundIntent(
  intent: Stripe.PaymentIntent,
  charge: Stripe.Charge | undefined,
  request: RefundRequest,
  moment: Moment,
): Outcome | Failure {
  if (intent.status !== 'succeeded' || !charge) {
    return badRequest(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
      param: 'payment_intent',
    })
  }
  const left = charge.amount - charge.amount_refunded
  if (left === 0) {
    return badRequest(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
      charge: charge.id,
    })
  }
  const amount = request.amount ?? left
  if (amount > left) {
    const compared = charge.amount_refunded === 0 ? 'charge amount' : 'unrefunded amount on charge'
    return badRequest(`Refund amount (${dollars(amount)}) is greater than ${compared} (${dollars(left)})`, {
      param: 'amount',
    })
  }
  const refund: Stripe.Refund = {
    id: moment.id('re'),
    object: 'refund',
    amount,
    balance_transaction: moment.id('txn'),
    charge: charge.id,
    created: moment.now,
    currency: charge.currency,
    customer: null,
    customer_account: null,
    metadata: request.metadata,
    payment_intent: intent.id,
    payment_method: charge.payment_method,
    reason: request.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  }
  const refundedCharge: Stripe.Charge = {
    ...charge,
    amount_refunded: charge.amount_refunded + amount,
    refunded: amount === left,
  }
  return {
    intent,
    charge: refundedCharge,
    refund,
    events: [
      { type: 'refund.created', object: refund },
      { type: 'charge.refunded', object: refundedCharge },
    ],
  }
}
