import type Stripe from 'stripe'
import type { Moment } from './clock.ts'
import { badRequest, type Failure } from './failure.ts'
import type { EventDraft, Outcome } from './outcome.ts'

/** Captures the authorized money, all of it or `amount` cents, and releases the rest. */
export function captureIntent(
  intent: Stripe.PaymentIntent,
  charge: Stripe.Charge | undefined,
  amount: number | undefined,
  moment: Moment,
): Outcome | Failure {
  if (intent.status !== 'requires_capture' || !charge) {
    return badRequest(
      `This PaymentIntent could not be captured because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be captured: requires_capture.`,
      { code: 'payment_intent_unexpected_state', payment_intent: intent },
    )
  }
  const captured = amount ?? intent.amount_capturable
  if (captured > intent.amount_capturable) {
    return badRequest(
      'The payment could not be captured because the requested capture amount is greater than the amount you can capture for this charge.',
      { code: 'amount_too_large', param: 'amount_to_capture' },
    )
  }
  const released = intent.amount_capturable - captured
  const after: Stripe.PaymentIntent = {
    ...intent,
    status: 'succeeded',
    amount_capturable: 0,
    amount_received: captured,
  }
  const capturedCharge: Stripe.Charge = {
    ...charge,
    captured: true,
    amount_captured: captured,
    amount_refunded: released,
    balance_transaction: moment.id('txn'),
  }
  return {
    intent: after,
    charge: capturedCharge,
    events: [
      { type: 'charge.captured', object: capturedCharge },
      { type: 'payment_intent.succeeded', object: after },
    ],
  }
}

const REASONS: readonly string[] = ['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned']

const CANCELABLE: readonly Stripe.PaymentIntent.Status[] = [
  'requires_payment_method',
  'requires_capture',
  'requires_confirmation',
  'requires_action',
  'processing',
]

/** Cancels an intent and releases its authorization, which Stripe shows as a refunded charge. */
export function cancelIntent(
  intent: Stripe.PaymentIntent,
  charge: Stripe.Charge | undefined,
  reason: string | undefined,
  moment: Moment,
): Outcome | Failure {
  if (!CANCELABLE.includes(intent.status)) {
    return badRequest(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${CANCELABLE.join(', ')}.`,
      { code: 'payment_intent_unexpected_state', payment_intent: intent },
    )
  }
  if (reason !== undefined && !REASONS.includes(reason)) {
    return badRequest(`Invalid cancellation_reason: must be one of ${REASONS.join(', ')}`, {
      param: 'cancellation_reason',
    })
  }
  const after: Stripe.PaymentIntent = {
    ...intent,
    status: 'canceled',
    canceled_at: moment.now,
    cancellation_reason: (reason as Stripe.PaymentIntent.CancellationReason | undefined) ?? null,
    amount_capturable: 0,
    next_action: null,
  }
  const events: EventDraft[] = [{ type: 'payment_intent.canceled', object: after }]
  if (intent.status !== 'requires_capture' || !charge) return { intent: after, events }
  const released: Stripe.Charge = { ...charge, amount_refunded: charge.amount, refunded: true }
  return {
    intent: after,
    charge: released,
    events: [{ type: 'charge.refunded', object: released }, ...events],
  }
}
