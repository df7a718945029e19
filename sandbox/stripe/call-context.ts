import type Stripe from 'stripe'
import type { Records } from '../records.ts'
import type { Moment } from './clock.ts'
import { badParam, type Failure, isFailure, noSuch } from './failure.ts'
import type { FormRecord } from './form.ts'
import type { EventDraft, Outcome } from './outcome.ts'
import { textOf } from './params.ts'
import { find, saveOutcome } from './store.ts'

/** The input of an operation: one request and the stored records. */
export interface CallContext {
  records: Records
  moment: Moment
  params: FormRecord
  /** The id in the path, or an empty text. */
  id: string
  key: 'secret' | 'publishable'
  origin: string
  /** Notifies the shop by webhook. */
  publish(drafts: EventDraft[]): void
  /** Returns the number of pending deliveries of an event. */
  pendingWebhooks(event: string): number
}

/** The object that an endpoint returns, or a refusal. */
export type Answer = object | Failure

/** Returns the intent of the path; a page must also send its client secret. */
export function intentOf(context: CallContext): Stripe.PaymentIntent | Failure {
  const intent = find(context.records, 'intent', context.id)
  if (!intent) return noSuch('payment_intent', context.id, 'intent')
  const secret = textOf(context.params, 'client_secret')
  if (secret !== undefined && secret !== intent.client_secret) {
    return badParam(
      'client_secret',
      'payment_intent_invalid_parameter',
      'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
    )
  }
  if (context.key === 'publishable' && secret === undefined) {
    return badParam('client_secret', 'parameter_missing', 'Missing required param: client_secret.')
  }
  return intent
}

/** Stores the outcome of a rule, notifies the shop, and returns the object or the refusal. */
export function settle(
  context: CallContext,
  outcome: Outcome | Failure,
  answer: (outcome: Outcome) => object,
): Answer {
  if (isFailure(outcome)) return outcome
  saveOutcome(context.records, outcome)
  context.publish(outcome.events)
  return outcome.failure ?? answer(outcome)
}

/** Returns a list in Stripe's form. */
export function listAnswer(url: string, data: object[]): object {
  return { object: 'list', data, has_more: false, url }
}

/** Returns the `limit` of a list, 1–100, else 10. */
export function limitOf(params: FormRecord): number {
  const limit = Number(textOf(params, 'limit') ?? 10)
  return Number.isInteger(limit) && limit >= 1 && limit <= 100 ? limit : 10
}
