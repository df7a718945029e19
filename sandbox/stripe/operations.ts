import { type Answer, type CallContext, limitOf, listAnswer, settle } from './call-context.ts'
import { newToken, TOKEN_PARAMS } from './confirmation-token.ts'
import { attachMethod, createCustomer, deleteCustomer, detachMethod, listMethods } from './customer.ts'
import { isFailure, noSuch } from './failure.ts'
import { cancel, capture, confirm, createIntent, listIntents, retrieveIntent } from './intent-operations.ts'
import { amountOf, choiceOf, recordOf, requiredText, textOf, textsOf, unknownParam } from './params.ts'
import { methodByName, rawMethod } from './payment-source.ts'
import { refundIntent } from './refund.ts'
import { find, latestCharge, newest, save } from './store.ts'

/** An endpoint of the API. */
export interface Operation {
  /** The name in a fault's `match`. */
  name: string
  method: 'GET' | 'POST' | 'DELETE'
  path: RegExp
  /** True when a page may call it with the publishable key. */
  page: boolean
  run(context: CallContext): Answer
}

/** All endpoints of the API. */
export const OPERATIONS: readonly Operation[] = [
  post('payment_intents.create', /^\/v1\/payment_intents$/, createIntent),
  get('payment_intents.list', /^\/v1\/payment_intents$/, listIntents),
  get('payment_intents.retrieve', /^\/v1\/payment_intents\/(pi_\w+)$/, retrieveIntent, true),
  post('payment_intents.confirm', /^\/v1\/payment_intents\/(pi_\w+)\/confirm$/, confirm, true),
  post('payment_intents.capture', /^\/v1\/payment_intents\/(pi_\w+)\/capture$/, capture),
  post('payment_intents.cancel', /^\/v1\/payment_intents\/(pi_\w+)\/cancel$/, cancel),
  post('confirmation_tokens.create', /^\/v1\/confirmation_tokens$/, createToken, true),
  post('confirmation_tokens.create', /^\/v1\/test_helpers\/confirmation_tokens$/, createToken),
  get('confirmation_tokens.retrieve', /^\/v1\/confirmation_tokens\/(ctoken_\w+)$/, retrieveToken),
  post('refunds.create', /^\/v1\/refunds$/, createRefund),
  get('refunds.list', /^\/v1\/refunds$/, listRefunds),
  get('refunds.retrieve', /^\/v1\/refunds\/(re_\w+)$/, (context) => object(context, 'refund', 'refund')),
  get('charges.retrieve', /^\/v1\/charges\/(ch_\w+)$/, (context) => object(context, 'charge', 'charge')),
  get('payment_methods.retrieve', /^\/v1\/payment_methods\/(pm_\w+)$/, (context) =>
    object(context, 'method', 'PaymentMethod'),
  ),
  get('payment_methods.list', /^\/v1\/payment_methods$/, listMethods),
  post('payment_methods.attach', /^\/v1\/payment_methods\/(pm_\w+)\/attach$/, attachMethod),
  post('payment_methods.detach', /^\/v1\/payment_methods\/(pm_\w+)\/detach$/, detachMethod),
  post('customers.create', /^\/v1\/customers$/, createCustomer),
  { ...post('customers.delete', /^\/v1\/customers\/(cus_\w+)$/, deleteCustomer), method: 'DELETE' },
  get('events.list', /^\/v1\/events$/, listEvents),
  get('events.retrieve', /^\/v1\/events\/(evt_\w+)$/, (context) => object(context, 'event', 'event')),
]

function post(name: string, path: RegExp, run: Operation['run'], page = false): Operation {
  return { name, method: 'POST', path, page, run }
}

function get(name: string, path: RegExp, run: Operation['run'], page = false): Operation {
  return { name, method: 'GET', path, page, run }
}

function object(context: CallContext, kind: 'refund' | 'charge' | 'method' | 'event', word: string): Answer {
  return find(context.records, kind, context.id) ?? noSuch(word, context.id, 'id')
}

function createToken(context: CallContext): Answer {
  const unknown = unknownParam(context.params, TOKEN_PARAMS)
  if (unknown) return unknown
  const named = textOf(context.params, 'payment_method')
  const method =
    named === undefined
      ? rawMethod(context, recordOf(context.params, 'payment_method_data'))
      : methodByName(context, named)
  if (isFailure(method)) return method
  const stored = newToken(context.params, method, context.moment)
  if (isFailure(stored)) return stored
  save(context.records, 'token', stored)
  return stored.token
}

function retrieveToken(context: CallContext): Answer {
  return (
    find(context.records, 'token', context.id)?.token ??
    noSuch('confirmationtoken', context.id, 'confirmation_token')
  )
}

function createRefund(context: CallContext): Answer {
  const unknown = unknownParam(context.params, ['payment_intent', 'amount', 'reason', 'metadata', 'expand'])
  if (unknown) return unknown
  const id = requiredText(context.params, 'payment_intent')
  if (isFailure(id)) return id
  const amount = amountOf(context.params, 'amount')
  if (isFailure(amount)) return amount
  const reason = choiceOf(context.params, 'reason', ['duplicate', 'fraudulent', 'requested_by_customer'])
  if (isFailure(reason)) return reason
  const intent = find(context.records, 'intent', id)
  if (!intent) return noSuch('payment_intent', id, 'payment_intent')
  const request = { amount, reason, metadata: textsOf(context.params, 'metadata') }
  const outcome = refundIntent(intent, latestCharge(context.records, intent), request, context.moment)
  return settle(context, outcome, (settled) => settled.refund ?? settled.intent)
}

function listRefunds(context: CallContext): Answer {
  const unknown = unknownParam(context.params, ['payment_intent', 'limit', 'expand'])
  if (unknown) return unknown
  const intent = textOf(context.params, 'payment_intent')
  const refunds = newest(context.records, 'refund', 1000)
    .filter((refund) => intent === undefined || refund.payment_intent === intent)
    .slice(0, limitOf(context.params))
  return listAnswer('/v1/refunds', refunds)
}

function listEvents(context: CallContext): Answer {
  const type = textOf(context.params, 'type')
  const events = newest(context.records, 'event', 1000)
    .filter((event) => type === undefined || event.type === type)
    .slice(0, limitOf(context.params))
    .map((event) => ({ ...event, pending_webhooks: context.pendingWebhooks(event.id) }))
  return listAnswer('/v1/events', events)
}
