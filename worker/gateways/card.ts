/**
 * Card payments at Stripe through its own SDK. Which host answers is configuration.
 *
 * A payment is made in two calls, so that money never moves without a trace: `createPayment` makes an intent that
 * nobody can pay yet (its secret has left nowhere), and only after its id is kept does `confirmPayment` charge it.
 * An intent whose creation stayed unclear is therefore harmless; one whose confirmation stayed unclear can be
 * looked up by its id. Both calls carry the order number as idempotency key: repeated, they do nothing twice.
 *
 * Nothing here throws for what Stripe or the network may do; the caller gets one of four answers.
 */
import Stripe from 'stripe'
import { type Cents, CURRENCY } from '../../schema/domain/money.ts'
import type { PaymentEvent } from '../../schema/domain/order.ts'
import { type DeclineReason, declineReason } from '../../schema/domain/payment.ts'
import type { Config } from '../config.ts'

/** Milliseconds until one request to Stripe is given up. */
const TIMEOUT_MS = 20_000

/** Repeats of one request by the SDK, with the same idempotency key. */
const RETRIES = 1

export interface CardPayment {
  id: string
  status: Stripe.PaymentIntent.Status
  amount: Cents
  received: Cents
  /** Lower case, as Stripe writes it. */
  currency: string
  /** The order that the intent says it belongs to. */
  orderNumber: string | null
  clientSecret: string | null
  /** Why the last card was refused; `null` when none was. */
  declined: DeclineReason | null
}

export type CardResult =
  /** Stripe answered with the payment as it is. */
  | { kind: 'payment'; payment: CardPayment }
  /** The bank said no; nothing was charged. */
  | { kind: 'declined'; reason: DeclineReason }
  /** Stripe will not do this, however often it is asked; nothing was changed. */
  | { kind: 'rejected'; detail: string }
  /** Nobody knows whether it happened. Ask again. */
  | { kind: 'unclear'; detail: string }

/** A client for one key and one host; cheap enough to make per sale. */
export function cardClient(card: NonNullable<Config['card']>): Stripe {
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

/** Makes an intent over `amount` that waits for a card. */
export async function createPayment(
  stripe: Stripe,
  order: { orderNumber: string; amount: Cents; email: string },
): Promise<CardResult> {
  const { orderNumber, amount, email } = order
  return answer(() =>
    stripe.paymentIntents.create(
      {
        amount,
        currency: CURRENCY.toLowerCase(),
        // What the card fields offer and nothing that leaves the page for another one.
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
        description: `Order ${orderNumber}`,
        receipt_email: email,
        metadata: { order_number: orderNumber },
      },
      { idempotencyKey: `${orderNumber}:create` },
    ),
  )
}

/** Charges the card that the token stands for. */
export async function confirmPayment(
  stripe: Stripe,
  order: { orderNumber: string; intentId: string; confirmationToken: string },
): Promise<CardResult> {
  const { orderNumber, intentId, confirmationToken } = order
  return answer(() =>
    stripe.paymentIntents.confirm(
      intentId,
      { confirmation_token: confirmationToken, use_stripe_sdk: true },
      { idempotencyKey: `${orderNumber}:confirm` },
    ),
  )
}

/** The payment as Stripe has it now. */
export async function retrievePayment(stripe: Stripe, intentId: string): Promise<CardResult> {
  return answer(() => stripe.paymentIntents.retrieve(intentId))
}

/** Ends an intent for good, so that nobody can pay it later. A payment that is already made stays made. */
export async function cancelPayment(stripe: Stripe, intentId: string): Promise<CardResult> {
  const canceled = await answer(() => stripe.paymentIntents.cancel(intentId))
  // Refused because of its status: the status decides, so read it.
  return canceled.kind === 'rejected' ? retrievePayment(stripe, intentId) : canceled
}

/** Gives everything back. Repeated, it gives back once. */
export async function refundPayment(
  stripe: Stripe,
  order: { orderNumber: string; intentId: string },
): Promise<'refunded' | 'unclear'> {
  try {
    await stripe.refunds.create(
      { payment_intent: order.intentId, metadata: { order_number: order.orderNumber } },
      { idempotencyKey: `${order.orderNumber}:refund` },
    )
    return 'refunded'
  } catch (error) {
    if (
      error instanceof Stripe.errors.StripeInvalidRequestError &&
      error.code === 'charge_already_refunded'
    ) {
      return 'refunded'
    }
    return 'unclear'
  }
}

/** A webhook's event, if its signature is Stripe's and fresh; `null` for anything else. */
export async function readWebhook(
  card: NonNullable<Config['card']>,
  body: string,
  signature: string,
): Promise<Stripe.Event | null> {
  try {
    return await cardClient(card).webhooks.constructEventAsync(
      body,
      signature,
      card.webhookSecret,
      undefined,
      Stripe.createSubtleCryptoProvider(),
    )
  } catch {
    return null
  }
}

async function answer(call: () => Promise<Stripe.PaymentIntent>): Promise<CardResult> {
  try {
    return { kind: 'payment', payment: paymentOf(await call()) }
  } catch (error) {
    return failureOf(error)
  }
}

function paymentOf(intent: Stripe.PaymentIntent): CardPayment {
  const failure = intent.last_payment_error
  return {
    id: intent.id,
    status: intent.status,
    amount: intent.amount,
    received: intent.amount_received,
    currency: intent.currency,
    orderNumber: intent.metadata.order_number ?? null,
    clientSecret: intent.client_secret,
    declined: failure ? declineReason(failure.code ?? null, failure.decline_code ?? null) : null,
  }
}

function failureOf(error: unknown): CardResult {
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

/** What an event says about an order's payment; `null` for events of other kinds. */
export function paymentEventOf(event: Stripe.Event): PaymentEvent | null {
  if (!event.type.startsWith('payment_intent.')) return null
  const intent = event.data.object as Stripe.PaymentIntent
  const orderNumber = intent.metadata.order_number
  return orderNumber ? { intentId: intent.id, orderNumber } : null
}
