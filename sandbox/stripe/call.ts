import type Stripe from 'stripe'
import { holdKey, runWithFault, takeFault } from '../control/faults.ts'
import type { Ledger } from '../ledger.ts'
import { jsonReply, type Reply } from '../reply.ts'
import type { RestAnswer } from '../rest-call.ts'
import type { CallContext } from './call-context.ts'
import { thisMoment } from './clock.ts'
import { API_VERSION } from './event.ts'
import { badKey, badParam, type Failure, isFailure, outage } from './failure.ts'
import { decodeForm } from './form.ts'
import { keyInUse, replayOf, saveReply, storedReply } from './idempotency.ts'
import { OPERATIONS } from './operations.ts'
import { listOf } from './params.ts'
import { publishableView } from './payment-intent.ts'
import { find } from './store.ts'
import { publish } from './webhook.ts'

/** One request to Stripe's API, as plain data. */
export interface StripeCall {
  method: string
  path: string
  /** Body of a POST or query of a GET, as sent. */
  form: string
  key: 'secret' | 'publishable'
  idempotencyKey: string | null
  requestId: string
  origin: string
}

/**
 * Answers one request by Stripe's rules. Between reading the idempotency key and storing its reply there is
 * no await, except for a scripted delay, during which the key is in use.
 */
export async function answerStripe(call: StripeCall, ledger: Ledger): Promise<RestAnswer> {
  const { records, running } = ledger
  const operation = OPERATIONS.find(({ method, path }) => method === call.method && path.test(call.path))
  if (!operation) return { reply: failed(call, unknownUrl(call)), fault: null }
  if (call.key === 'publishable' && !operation.page) return { reply: failed(call, secretOnly()), fault: null }
  const key = call.method === 'POST' ? call.idempotencyKey : null
  const stored = key === null ? null : storedReply(records, key, thisMoment().now)
  const replay = replayOf(stored, key ?? '', call.path, call.form)
  const fault = takeFault(records, 'stripe-api', operation.name, replay !== null)
  const refused = (failure: Failure) => ({ reply: failed(call, failure), fault })
  if (replay) return isFailure(replay) ? refused(replay) : { reply: replayed(call, replay), fault }
  if (fault?.action === 'error' && fault.status === 429) return refused(outage(429))
  if (key !== null && key.length > 255) {
    return refused(
      badParam('idempotency_key', undefined, 'Idempotency keys must be at most 255 characters long.'),
    )
  }
  if (key !== null && running.has(key)) return refused(keyInUse(key))

  if (fault?.action === 'slow') await holdKey(running, key, fault.ms)
  const moment = thisMoment()
  const context: CallContext = {
    records,
    pendingWebhooks: (event) => ledger.pendingWebhooks(event),
    moment,
    params: decodeForm(call.form),
    id: operation.path.exec(call.path)?.[1] ?? '',
    key: call.key,
    origin: call.origin,
    publish: (drafts) =>
      publish(ledger, drafts, { id: call.requestId, idempotency_key: call.idempotencyKey }, moment),
  }
  const answer = runWithFault(fault, () => operation.run(context), outage)
  const reply = isFailure(answer) ? failed(call, answer) : succeeded(call, visibleTo(context, answer))
  if (key !== null && (!isFailure(answer) || answer.executed)) {
    const { path, form, requestId } = call
    saveReply(records, key, { path, form, requestId, reply, created: moment.now })
  }
  return { reply, fault }
}

function succeeded(call: StripeCall, answer: object): Reply {
  return jsonReply(200, answer, headersOf(call))
}

function replayed(call: StripeCall, reply: Reply): Reply {
  return { ...reply, headers: { ...reply.headers, 'request-id': call.requestId } }
}

function failed(call: StripeCall, failure: Failure): Reply {
  return failureReply(failure, call.requestId, headersOf(call))
}

/** Returns an error in Stripe's form. */
export function failureReply(
  failure: Failure,
  requestId: string,
  headers: Record<string, string> = {},
): Reply {
  return jsonReply(failure.status, { error: failure.error }, { 'request-id': requestId, ...headers })
}

function headersOf(call: StripeCall): Record<string, string> {
  const key = call.idempotencyKey === null ? {} : { 'idempotency-key': call.idempotencyKey }
  return { 'request-id': call.requestId, 'stripe-version': API_VERSION, ...key }
}

/** Returns the parts of an object that the caller may see, with the expanded objects it requested. */
function visibleTo(context: CallContext, answer: object): object {
  if (context.key === 'publishable' && 'object' in answer && answer.object === 'payment_intent') {
    return publishableView(answer as Stripe.PaymentIntent)
  }
  const requested = listOf(context.params, 'expand')
  const expanded: Record<string, unknown> = { ...answer }
  for (const name of requested) {
    const id = expanded[name]
    if (typeof id === 'string') expanded[name] = expansionOf(context, name, id) ?? id
  }
  return expanded
}

function expansionOf(context: CallContext, name: string, id: string): object | undefined {
  if (name === 'latest_charge' || name === 'charge') return find(context.records, 'charge', id)
  if (name === 'payment_method') return find(context.records, 'method', id)
  return name === 'payment_intent' ? find(context.records, 'intent', id) : undefined
}

function unknownUrl(call: StripeCall): Failure {
  const message = `Unrecognized request URL (${call.method}: ${call.path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`
  return { failed: true, status: 404, executed: false, error: { type: 'invalid_request_error', message } }
}

function secretOnly(): Failure {
  return badKey(
    403,
    'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
    'secret_key_required',
  )
}
