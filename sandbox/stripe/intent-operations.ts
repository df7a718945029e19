import type Stripe from 'stripe'
import { type Answer, type CallContext, intentOf, limitOf, listAnswer, settle } from './call-context.ts'
import { cancelIntent, captureIntent } from './capture.ts'
import { confirmIntent } from './confirm.ts'
import { customerProblem, ownerProblem } from './customer.ts'
import { isFailure } from './failure.ts'
import type { EventDraft } from './outcome.ts'
import { amountOf, flagOf, listOf, recordOf, textOf, unknownParam } from './params.ts'
import { CONFIRM_PARAMS, newIntent } from './payment-intent.ts'
import { findPaymentSource, methodByName } from './payment-source.ts'
import { latestCharge, newest, save } from './store.ts'

/** POST /v1/payment_intents, with or without `confirm`. */
export function createIntent(context: CallContext): Answer {
  const unknown = customerProblem(context, textOf(context.params, 'customer'))
  if (unknown) return unknown
  const intent = newIntent(context.params, context.moment)
  if (isFailure(intent)) return intent
  const created: EventDraft = { type: 'payment_intent.created', object: intent }
  if (textOf(context.params, 'confirm') === 'true') {
    return confirmWith(context, intent, created)
  }
  const named = textOf(context.params, 'payment_method')
  const method = named === undefined ? null : methodByName(context, named)
  if (isFailure(method)) return method
  const foreign = method && ownerProblem(method, customerOf(intent))
  if (foreign) return foreign
  if (method) save(context.records, 'method', method)
  const stored: Stripe.PaymentIntent = method
    ? { ...intent, payment_method: method.id, status: 'requires_confirmation' }
    : intent
  return settle(
    context,
    { intent: stored, events: [{ ...created, object: stored }] },
    (outcome) => outcome.intent,
  )
}

/** Payments that a list can reach. */
const MAX_LISTED = 10_000

/** GET /v1/payment_intents, newest first; `created[gte]` and `starting_after` narrow it. */
export function listIntents({ params, records }: CallContext): Answer {
  const since = Number(textOf(recordOf(params, 'created'), 'gte') ?? 0)
  const after = textOf(params, 'starting_after')
  const intents = newest(records, 'intent', MAX_LISTED).filter(({ created }) => created >= since)
  const from = after === undefined ? 0 : intents.findIndex(({ id }) => id === after) + 1
  const to = from + limitOf(params)
  const isExpanded = listOf(params, 'expand').includes('data.latest_charge')
  const data = intents
    .slice(from, to)
    .map((intent) =>
      isExpanded ? { ...intent, latest_charge: latestCharge(records, intent) ?? null } : intent,
    )
  return { ...listAnswer('/v1/payment_intents', data), has_more: intents.length > to }
}

/** GET /v1/payment_intents/:id; a page needs the client secret. */
export function retrieveIntent(context: CallContext): Answer {
  return intentOf(context)
}

/** POST /v1/payment_intents/:id/confirm. */
export function confirm(context: CallContext): Answer {
  const unknownName = unknownParam(context.params, [...CONFIRM_PARAMS, 'client_secret'])
  if (unknownName) return unknownName
  const intent = intentOf(context)
  return isFailure(intent) ? intent : confirmWith(context, intent)
}

function confirmWith(context: CallContext, intent: Stripe.PaymentIntent, created?: EventDraft): Answer {
  const source = findPaymentSource(context, intent)
  if (isFailure(source)) return source
  const foreign = ownerProblem(source.method, customerOf(intent))
  if (foreign) return foreign
  const sdk = flagOf(context.params, 'use_stripe_sdk')
  if (isFailure(sdk)) return sdk
  const noAction = flagOf(context.params, 'error_on_requires_action')
  if (isFailure(noAction)) return noAction
  const outcome = confirmIntent(
    intent,
    source.method,
    {
      returnUrl: textOf(context.params, 'return_url') ?? source.returnUrl,
      useStripeSdk: sdk ?? source.fromToken,
      errorOnRequiresAction: noAction ?? false,
      origin: context.origin,
    },
    context.moment,
  )
  if (isFailure(outcome)) return outcome
  save(context.records, 'method', source.method)
  source.spend?.()
  const events = created ? [created, ...outcome.events] : outcome.events
  return settle(context, { ...outcome, events }, (settled) => settled.intent)
}

function customerOf({ customer }: Stripe.PaymentIntent): string | null {
  return typeof customer === 'string' ? customer : (customer?.id ?? null)
}

/** POST /v1/payment_intents/:id/capture. */
export function capture(context: CallContext): Answer {
  const unknownName = unknownParam(context.params, [
    'amount_to_capture',
    'metadata',
    'expand',
    'final_capture',
    'statement_descriptor',
  ])
  if (unknownName) return unknownName
  const intent = intentOf(context)
  if (isFailure(intent)) return intent
  const amount = amountOf(context.params, 'amount_to_capture')
  if (isFailure(amount)) return amount
  const outcome = captureIntent(intent, latestCharge(context.records, intent), amount, context.moment)
  return settle(context, outcome, (settled) => settled.intent)
}

/** POST /v1/payment_intents/:id/cancel. */
export function cancel(context: CallContext): Answer {
  const unknownName = unknownParam(context.params, ['cancellation_reason', 'expand'])
  if (unknownName) return unknownName
  const intent = intentOf(context)
  if (isFailure(intent)) return intent
  const reason = textOf(context.params, 'cancellation_reason')
  const outcome = cancelIntent(intent, latestCharge(context.records, intent), reason, context.moment)
  return settle(context, outcome, (settled) => settled.intent)
}
