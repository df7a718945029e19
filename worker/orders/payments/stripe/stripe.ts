/**
 * Card payments at Stripe through its own SDK. Which host answers is configuration.
 *
 * `begin` makes an intent that nobody can pay yet (its secret has left nowhere). One whose creation stayed unclear is
 * therefore harmless; one whose confirmation stayed unclear can be looked up by its id. Both calls carry the order
 * number as idempotency key; a confirmation that Stripe itself failed at goes on under the next one.
 */
import Stripe from 'stripe'
import type { OrderDraft } from '../../../../schema/orders/order.ts'
import { declineReason, isSavedCardToken } from '../../../../schema/orders/payment.ts'
import { CURRENCY } from '../../../../schema/platform/money.ts'
import type { Config } from '../../../config.ts'
import type { Gateway, Payment, PaymentResult, PaymentState } from '../gateway.ts'
import { ownFailure, refundCard } from './card-refund.ts'
import { ownsCard } from './saved-card.ts'

/** Milliseconds until one request to Stripe is given up; the shopper's own answer waits no longer than ANSWER_MS. */
const TIMEOUT_MS = 9_000

/** Repeats of one request by the SDK, with the same idempotency key. */
const RETRIES = 1

/** Keys that one confirmation may use up on failures of Stripe's own; a shopper who presses again has new ones. */
const CONFIRM_KEYS = 3

/** The client that was made last. One order asks for it a dozen times, and making it is dearer than what it is asked. */
let last: { of: string; client: Stripe } | null = null

/** A client for one key and one host. It keeps nothing of a request, so that sales may share it. */
export function cardClient(card: NonNullable<Config['card']>): Stripe {
  const of = `${card.apiUrl} ${card.secretKey}`
  if (last?.of !== of) last = { of, client: newClient(card) }
  return last.client
}

function newClient(card: NonNullable<Config['card']>): Stripe {
  const { hostname, port, protocol } = new URL(card.apiUrl)
  const scheme = protocol === 'http:' ? 'http' : 'https'
  return new Stripe(card.secretKey, {
    httpClient: Stripe.createFetchHttpClient((input: RequestInfo | URL, init?: RequestInit) =>
      fetch(input, init),
    ),
    host: hostname,
    port: port || (scheme === 'http' ? 80 : 443),
    protocol: scheme,
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    appInfo: { name: 'Treadline' },
  })
}

/** The card provider as the order journal calls it. */
export function cardGateway(card: NonNullable<Config['card']>): Gateway {
  const stripe = cardClient(card)
  return {
    needsToken: true,
    lateMs: 0,
    begin: (draft) => createPayment(stripe, draft),
    pay: (draft, { ref, token }) => confirmPayment(stripe, draft, { intentId: ref, token: token ?? '' }),
    read: (_, { ref }) => retrievePayment(stripe, ref),
    end: (_, { ref }) => cancelPayment(stripe, ref),
    refund: (refund) => refundCard(stripe, refund),
  }
}

/** Makes an intent over the order's total that waits for a card, a saved one where the customer chose it. */
async function createPayment(stripe: Stripe, draft: OrderDraft): Promise<PaymentResult> {
  const { orderNumber, totals, email, cardHolder } = draft
  return answer(() =>
    stripe.paymentIntents.create(
      {
        amount: totals.grandTotal,
        currency: CURRENCY.toLowerCase(),
        // What the card fields offer and nothing that leaves the page for another one.
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
        description: `Order ${orderNumber}`,
        receipt_email: email,
        metadata: { order_number: orderNumber },
        ...(cardHolder ? { customer: cardHolder.ref } : {}),
        // Stripe keeps the card when the payment has succeeded, never one that was refused.
        ...(cardHolder?.keepsCard ? { setup_future_usage: 'on_session' } : {}),
      },
      { idempotencyKey: `${orderNumber}:create` },
    ),
  )
}

/** Charges the card that the token stands for, or one that the order's own customer keeps. */
async function confirmPayment(
  stripe: Stripe,
  draft: OrderDraft,
  { intentId, token }: { intentId: string; token: string },
): Promise<PaymentResult> {
  const { orderNumber, cardHolder } = draft
  const isSaved = isSavedCardToken(token)
  if (isSaved) {
    const owns = cardHolder ? await ownsCard(stripe, cardHolder.ref, token) : false
    if (owns === null) return { kind: 'unclear', detail: 'nobody knows whose card it is' }
    if (!owns) return { kind: 'rejected', detail: 'no card of this customer' }
  }
  const means = isSaved ? { payment_method: token } : { confirmation_token: token }
  for (let nth = 0; ; nth += 1) {
    const idempotencyKey = nth === 0 ? `${orderNumber}:confirm` : `${orderNumber}:confirm:${nth}`
    try {
      const params = { ...means, use_stripe_sdk: true }
      return known(await stripe.paymentIntents.confirm(intentId, params, { idempotencyKey }))
    } catch (error) {
      if (!ownFailure(error) || nth + 1 === CONFIRM_KEYS) return failureOf(error)
    }
    // The key repeats the failure for a day; the intent knows what was done, and is charged once under whichever key.
    const seen = await retrievePayment(stripe, intentId)
    if (seen.kind !== 'payment' || seen.payment.state !== 'open' || seen.payment.declined) return seen
  }
}

/** The payment as Stripe has it now. */
async function retrievePayment(stripe: Stripe, intentId: string): Promise<PaymentResult> {
  return answer(() => stripe.paymentIntents.retrieve(intentId))
}

/** Ends an intent for good, so that nobody can pay it later. */
async function cancelPayment(stripe: Stripe, intentId: string): Promise<PaymentResult> {
  const canceled = await answer(() => stripe.paymentIntents.cancel(intentId))
  // Refused because of its status: the status decides, so read it.
  return canceled.kind === 'rejected' ? retrievePayment(stripe, intentId) : canceled
}

function known(intent: Stripe.PaymentIntent): PaymentResult {
  return { kind: 'payment', payment: paymentOf(intent) }
}

async function answer(call: () => Promise<Stripe.PaymentIntent>): Promise<PaymentResult> {
  try {
    return known(await call())
  } catch (error) {
    return failureOf(error)
  }
}

const STATES: Partial<Record<Stripe.PaymentIntent.Status, PaymentState>> = {
  requires_payment_method: 'open',
  requires_confirmation: 'open',
  requires_action: 'action',
  succeeded: 'paid',
  canceled: 'ended',
}

function paymentOf(intent: Stripe.PaymentIntent): Payment {
  const failure = intent.last_payment_error
  return {
    ref: intent.id,
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

function failureOf(error: unknown): PaymentResult {
  const { errors } = Stripe
  if (error instanceof errors.StripeCardError) {
    return { kind: 'declined', reason: declineReason(error.code ?? null, error.decline_code ?? null) }
  }
  // A refusal of the request as such. 409 means that the same key is at work right now, 429 that it was not tried.
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
