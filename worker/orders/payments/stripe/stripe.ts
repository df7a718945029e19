/**
 * Card payments at Stripe with Stripe's SDK.
 *
 * `begin` creates a payment intent that cannot be paid yet, because its secret has not left the shop. An
 * intent whose creation is unclear is therefore harmless, and an intent whose confirmation is unclear can be
 * read by its id. The idempotency keys of both calls contain the order number; after an internal error of
 * Stripe, the confirmation is repeated under the next key.
 */
import Stripe from 'stripe'
import type { OrderDraft } from '../../../../schema/orders/order.ts'
import { declineReason, isSavedCardToken } from '../../../../schema/orders/payment.ts'
import { CURRENCY } from '../../../../schema/platform/money.ts'
import type { Config } from '../../../config.ts'
import type { Gateway, Payment, PaymentResult, PaymentState } from '../gateway.ts'
import { refundCard, stripeFailure } from './card-refund.ts'
import { ownsCard } from './saved-card.ts'
import { cardClient } from './stripe-client.ts'

/** The most keys that one confirmation uses after internal errors of Stripe. */
const MAX_CONFIRM_KEYS = 3

/** Returns the gateway of card payments. */
export function cardGateway(card: NonNullable<Config['card']>): Gateway {
  const stripe = cardClient(card)
  return {
    needsToken: true,
    lateMs: 0,
    begin: (draft) => createPayment(stripe, draft),
    pay: (draft, { paymentId, token }) =>
      confirmPayment(stripe, draft, { intentId: paymentId, token: token ?? '' }),
    read: (_, { paymentId }) => retrievePayment(stripe, paymentId),
    end: (_, { paymentId }) => cancelPayment(stripe, paymentId),
    refund: (refund) => refundCard(stripe, refund),
  }
}

/** Creates a payment intent of the order's total, without a card yet. */
async function createPayment(stripe: Stripe, draft: OrderDraft): Promise<PaymentResult> {
  const { orderNumber, totals, email, cardHolder } = draft
  return callStripe(() =>
    stripe.paymentIntents.create(
      {
        amount: totals.grandTotal,
        currency: CURRENCY.toLowerCase(),
        // Only payment methods that do not redirect to another page.
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
        description: `Order ${orderNumber}`,
        receipt_email: email,
        metadata: { order_number: orderNumber },
        ...(cardHolder ? { customer: cardHolder.ref } : {}),
        // Stripe saves the card after a successful payment only.
        ...(cardHolder?.savesCard ? { setup_future_usage: 'on_session' } : {}),
      },
      { idempotencyKey: `${orderNumber}:create` },
    ),
  )
}

/** Charges the card of the token, or a saved card of the order's customer. */
async function confirmPayment(
  stripe: Stripe,
  draft: OrderDraft,
  { intentId, token }: { intentId: string; token: string },
): Promise<PaymentResult> {
  const { orderNumber, cardHolder } = draft
  const isSaved = isSavedCardToken(token)
  if (isSaved) {
    const owns = cardHolder ? await ownsCard(stripe, cardHolder.ref, token) : false
    if (owns === null) return { kind: 'unclear', detail: 'Stripe did not answer who owns the card' }
    if (!owns) return { kind: 'rejected', detail: 'no card of this customer' }
  }
  const method = isSaved ? { payment_method: token } : { confirmation_token: token }
  for (let nth = 0; ; nth += 1) {
    const idempotencyKey = nth === 0 ? `${orderNumber}:confirm` : `${orderNumber}:confirm:${nth}`
    try {
      const params = { ...method, use_stripe_sdk: true }
      return toResult(await stripe.paymentIntents.confirm(intentId, params, { idempotencyKey }))
    } catch (error) {
      if (!stripeFailure(error) || nth + 1 === MAX_CONFIRM_KEYS) return toFailure(error)
    }
    // Stripe repeats the error under this key for a day. The intent has the true state, and any key charges
    // it once.
    const current = await retrievePayment(stripe, intentId)
    if (current.kind !== 'payment' || current.payment.state !== 'open' || current.payment.declined) {
      return current
    }
  }
}

/** Reads the payment's current state. */
async function retrievePayment(stripe: Stripe, intentId: string): Promise<PaymentResult> {
  return callStripe(() => stripe.paymentIntents.retrieve(intentId))
}

/** Cancels an intent, so that it can no longer be paid. */
async function cancelPayment(stripe: Stripe, intentId: string): Promise<PaymentResult> {
  const canceled = await callStripe(() => stripe.paymentIntents.cancel(intentId))
  // Stripe refuses the cancellation because of the intent's status, so the status is read.
  return canceled.kind === 'rejected' ? retrievePayment(stripe, intentId) : canceled
}

function toResult(intent: Stripe.PaymentIntent): PaymentResult {
  return { kind: 'payment', payment: toPayment(intent) }
}

async function callStripe(call: () => Promise<Stripe.PaymentIntent>): Promise<PaymentResult> {
  try {
    return toResult(await call())
  } catch (error) {
    return toFailure(error)
  }
}

const STATES: Partial<Record<Stripe.PaymentIntent.Status, PaymentState>> = {
  requires_payment_method: 'open',
  requires_confirmation: 'open',
  requires_action: 'action',
  succeeded: 'paid',
  canceled: 'ended',
}

function toPayment(intent: Stripe.PaymentIntent): Payment {
  const failure = intent.last_payment_error
  return {
    paymentId: intent.id,
    state: STATES[intent.status] ?? 'pending',
    amount: intent.amount,
    received: intent.amount_received,
    currency: intent.currency.toUpperCase(),
    orderNumber: intent.metadata.order_number ?? null,
    ...(intent.client_secret === null ? {} : { clientSecret: intent.client_secret }),
    declined: failure ? declineReason(failure.code ?? null, failure.decline_code ?? null) : null,
    chargeRef: intent.id,
  }
}

function toFailure(error: unknown): PaymentResult {
  const { errors } = Stripe
  if (error instanceof errors.StripeCardError) {
    return { kind: 'declined', reason: declineReason(error.code ?? null, error.decline_code ?? null) }
  }
  // Refusals of the request itself. 409: a request with the same key is in progress. 429: the request was not
  // processed.
  const definite =
    error instanceof errors.StripeInvalidRequestError ||
    error instanceof errors.StripeAuthenticationError ||
    error instanceof errors.StripePermissionError
  const status = error instanceof errors.StripeError ? error.statusCode : undefined
  const detail = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return definite && status !== 409 && status !== 429
    ? { kind: 'rejected', detail }
    : { kind: 'unclear', detail }
}
