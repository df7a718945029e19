import type Stripe from 'stripe'
import { type CardOutcome, cardByFingerprint, DECLINED_AFTER_AUTHENTICATION, type Decline } from './cards.ts'
import { newCharge } from './charge.ts'
import type { Moment } from './clock.ts'
import { badRequest, cardRefused, type ErrorBody, type Failure } from './failure.ts'
import type { Outcome } from './outcome.ts'
import type { CardMethod } from './payment-method.ts'

/** The caller's options for 3-D Secure. */
export interface ConfirmOptions {
  returnUrl: string | null
  useStripeSdk: boolean
  errorOnRequiresAction: boolean
  /** The sandbox's own origin, for the address of the challenge page. */
  origin: string
}

const CONFIRMABLE: readonly Stripe.PaymentIntent.Status[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
]

/** Charges the card, requires 3-D Secure, or stores the decline (docs.stripe.com/payments/paymentintents). */
export function confirmIntent(
  before: Stripe.PaymentIntent,
  method: CardMethod,
  options: ConfirmOptions,
  moment: Moment,
): Outcome | Failure {
  if (!CONFIRMABLE.includes(before.status)) return notConfirmable(before)
  if (needsReturnUrl(before) && options.returnUrl === null) {
    return badRequest(
      "This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.",
      { param: 'return_url' },
    )
  }
  const intent = { ...before, payment_method: method.id, last_payment_error: null, next_action: null }
  const outcome = outcomeFor(method)
  if (outcome === 'approve') return approved(intent, method, false, moment)
  if (outcome !== 'authenticate' && outcome !== 'authenticate_then_decline') {
    return refused(intent, method, outcome, moment)
  }
  if (options.errorOnRequiresAction) return refuseAction(intent, method)
  const waiting: Stripe.PaymentIntent = {
    ...intent,
    status: 'requires_action',
    next_action: challengeFor(intent, options),
  }
  return { intent: waiting, events: [{ type: 'payment_intent.requires_action', object: waiting }] }
}

/** Ends 3-D Secure: charges the card, or resets the intent for another payment method. */
export function settleChallenge(
  before: Stripe.PaymentIntent,
  method: CardMethod,
  passed: boolean,
  moment: Moment,
): Outcome | Failure {
  if (before.status !== 'requires_action') {
    return badRequest(`This PaymentIntent has nothing to authenticate: its status is ${before.status}.`)
  }
  const intent = { ...before, next_action: null }
  if (!passed) {
    const error: ErrorBody = {
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      doc_url: 'https://stripe.com/docs/error-codes/payment-intent-authentication-failure',
      message:
        'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
    }
    const failed = resetIntent(intent, method, error)
    return { intent: failed, events: [{ type: 'payment_intent.payment_failed', object: failed }] }
  }
  if (outcomeFor(method) === 'authenticate') return approved(intent, method, true, moment)
  return refused(intent, method, DECLINED_AFTER_AUTHENTICATION, moment)
}

function outcomeFor(method: CardMethod): CardOutcome {
  return cardByFingerprint(method.card.fingerprint)?.outcome ?? DECLINED_AFTER_AUTHENTICATION
}

function needsReturnUrl(intent: Stripe.PaymentIntent): boolean {
  return intent.automatic_payment_methods?.allow_redirects === 'always'
}

function challengeFor(
  intent: Stripe.PaymentIntent,
  options: ConfirmOptions,
): Stripe.PaymentIntent.NextAction {
  const url = `${options.origin}/3ds/${intent.id}?client_secret=${intent.client_secret}`
  if (options.useStripeSdk || options.returnUrl === null) {
    return { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url } }
  }
  return { type: 'redirect_to_url', redirect_to_url: { return_url: options.returnUrl, url } }
}

function approved(
  intent: Stripe.PaymentIntent,
  method: CardMethod,
  authenticated: boolean,
  moment: Moment,
): Outcome {
  const charge = newCharge(intent, method, null, authenticated, moment)
  const manual = intent.capture_method === 'manual'
  const after: Stripe.PaymentIntent = {
    ...intent,
    latest_charge: charge.id,
    status: manual ? 'requires_capture' : 'succeeded',
    amount_capturable: manual ? intent.amount : 0,
    amount_received: manual ? 0 : intent.amount,
  }
  const type = manual ? 'payment_intent.amount_capturable_updated' : 'payment_intent.succeeded'
  const { customer, setup_future_usage: usage } = intent
  return {
    intent: after,
    charge,
    // A card is attached after it has paid.
    ...(usage && typeof customer === 'string' ? { method: { ...method, customer } } : {}),
    events: [
      { type: 'charge.succeeded', object: charge },
      { type, object: after },
    ],
  }
}

function refused(
  intent: Stripe.PaymentIntent,
  method: CardMethod,
  decline: Decline,
  moment: Moment,
): Outcome {
  const charge = newCharge(intent, method, decline, false, moment)
  const failure = cardRefused({ ...decline, charge: charge.id })
  const after = { ...resetIntent(intent, method, failure.error), latest_charge: charge.id }
  return {
    intent: after,
    charge,
    events: [
      { type: 'charge.failed', object: charge },
      { type: 'payment_intent.payment_failed', object: after },
    ],
    failure: { ...failure, error: { ...failure.error, payment_intent: after, payment_method: method } },
  }
}

function resetIntent(
  intent: Stripe.PaymentIntent,
  method: CardMethod,
  error: ErrorBody,
): Stripe.PaymentIntent {
  return {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    last_payment_error: { ...error, payment_method: method } as Stripe.PaymentIntent.LastPaymentError,
  }
}

function refuseAction(intent: Stripe.PaymentIntent, method: CardMethod): Outcome {
  const failure = cardRefused({
    code: 'authentication_required',
    decline_code: 'authentication_required',
    message:
      'This payment required an authentication action to complete, but `error_on_requires_action` was set.',
  })
  const after = resetIntent(intent, method, failure.error)
  return {
    intent: after,
    events: [{ type: 'payment_intent.payment_failed', object: after }],
    failure: { ...failure, error: { ...failure.error, payment_intent: after, payment_method: method } },
  }
}

function notConfirmable(intent: Stripe.PaymentIntent): Failure {
  const message =
    intent.status === 'succeeded'
      ? 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
      : `This PaymentIntent's status is ${intent.status}, but must be requires_payment_method, requires_confirmation or requires_action to be confirmed.`
  return badRequest(message, { code: 'payment_intent_unexpected_state', payment_intent: intent })
}
