import type Stripe from 'stripe'
import { type Answer, type Desk, intentOf, limitOf, listAnswer, settle } from './call-context.ts'
import { cancelIntent, captureIntent } from './capture.ts'
import { confirmIntent } from './confirm.ts'
import { customerProblem, ownerProblem } from './customer.ts'
import { isFailure } from './failure.ts'
import type { EventDraft } from './outcome.ts'
import { amountOf, flagOf, textOf, unknownParam } from './params.ts'
import { CONFIRM_PARAMS, newIntent } from './payment-intent.ts'
import { meansOf, methodByName } from './payment-source.ts'
import { latestCharge, newest, save } from './store.ts'

/** POST /v1/payment_intents, with or without `confirm`. */
export function createIntent(desk: Desk): Answer {
  const stranger = customerProblem(desk, textOf(desk.params, 'customer'))
  if (stranger) return stranger
  const intent = newIntent(desk.params, desk.moment)
  if (isFailure(intent)) return intent
  const created: EventDraft = { type: 'payment_intent.created', object: intent }
  if (textOf(desk.params, 'confirm') === 'true') {
    return confirmWith(desk, intent, created)
  }
  const named = textOf(desk.params, 'payment_method')
  const method = named === undefined ? null : methodByName(desk, named)
  if (isFailure(method)) return method
  const foreign = method && ownerProblem(method, customerOf(intent))
  if (foreign) return foreign
  if (method) save(desk.records, 'method', method)
  const stored: Stripe.PaymentIntent = method
    ? { ...intent, payment_method: method.id, status: 'requires_confirmation' }
    : intent
  return settle(
    desk,
    { intent: stored, events: [{ ...created, object: stored }] },
    (outcome) => outcome.intent,
  )
}

/** GET /v1/payment_intents, newest first. */
export function listIntents(desk: Desk): Answer {
  return listAnswer('/v1/payment_intents', newest(desk.records, 'intent', limitOf(desk.params)))
}

/** GET /v1/payment_intents/:id; a page needs the client secret. */
export function retrieveIntent(desk: Desk): Answer {
  return intentOf(desk)
}

/** POST /v1/payment_intents/:id/confirm. */
export function confirm(desk: Desk): Answer {
  const stray = unknownParam(desk.params, [...CONFIRM_PARAMS, 'client_secret'])
  if (stray) return stray
  const intent = intentOf(desk)
  return isFailure(intent) ? intent : confirmWith(desk, intent)
}

function confirmWith(desk: Desk, intent: Stripe.PaymentIntent, created?: EventDraft): Answer {
  const means = meansOf(desk, intent)
  if (isFailure(means)) return means
  const foreign = ownerProblem(means.method, customerOf(intent))
  if (foreign) return foreign
  const sdk = flagOf(desk.params, 'use_stripe_sdk')
  if (isFailure(sdk)) return sdk
  const noAction = flagOf(desk.params, 'error_on_requires_action')
  if (isFailure(noAction)) return noAction
  const outcome = confirmIntent(
    intent,
    means.method,
    {
      returnUrl: textOf(desk.params, 'return_url') ?? means.returnUrl,
      useStripeSdk: sdk ?? means.fromToken,
      errorOnRequiresAction: noAction ?? false,
      origin: desk.origin,
    },
    desk.moment,
  )
  if (isFailure(outcome)) return outcome
  save(desk.records, 'method', means.method)
  means.spend?.()
  const events = created ? [created, ...outcome.events] : outcome.events
  return settle(desk, { ...outcome, events }, (settled) => settled.intent)
}

function customerOf({ customer }: Stripe.PaymentIntent): string | null {
  return typeof customer === 'string' ? customer : (customer?.id ?? null)
}

/** POST /v1/payment_intents/:id/capture. */
export function capture(desk: Desk): Answer {
  const stray = unknownParam(desk.params, [
    'amount_to_capture',
    'metadata',
    'expand',
    'final_capture',
    'statement_descriptor',
  ])
  if (stray) return stray
  const intent = intentOf(desk)
  if (isFailure(intent)) return intent
  const amount = amountOf(desk.params, 'amount_to_capture')
  if (isFailure(amount)) return amount
  const outcome = captureIntent(intent, latestCharge(desk.records, intent), amount, desk.moment)
  return settle(desk, outcome, (settled) => settled.intent)
}

/** POST /v1/payment_intents/:id/cancel. */
export function cancel(desk: Desk): Answer {
  const stray = unknownParam(desk.params, ['cancellation_reason', 'expand'])
  if (stray) return stray
  const intent = intentOf(desk)
  if (isFailure(intent)) return intent
  const reason = textOf(desk.params, 'cancellation_reason')
  const outcome = cancelIntent(intent, latestCharge(desk.records, intent), reason, desk.moment)
  return settle(desk, outcome, (settled) => settled.intent)
}
