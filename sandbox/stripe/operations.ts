import { type Answer, type Desk, limitOf, listAnswer, settle } from './call-context.ts'
import { newToken, TOKEN_PARAMS } from './confirmation-token.ts'
import { attachMethod, createCustomer, deleteCustomer, detachMethod, listMethods } from './customer.ts'
import { isFailure, noSuch } from './failure.ts'
import { cancel, capture, confirm, createIntent, listIntents, retrieveIntent } from './intent-operations.ts'
import { amountOf, recordOf, requiredText, textOf, textsOf, unknownParam, wordOf } from './params.ts'
import { methodByName, rawMethod } from './payment-source.ts'
import { refundIntent } from './refund.ts'
import { find, latestCharge, newest, save } from './store.ts'

/** An endpoint of the API. */
export interface Operation {
  /** As in a fault's `match`. */
  name: string
  method: 'GET' | 'POST' | 'DELETE'
  path: RegExp
  /** Whether a page may call it with the publishable key. */
  page: boolean
  run(desk: Desk): Answer
}

/** The table of contents of the API. */
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
  get('refunds.retrieve', /^\/v1\/refunds\/(re_\w+)$/, (desk) => object(desk, 'refund', 'refund')),
  get('charges.retrieve', /^\/v1\/charges\/(ch_\w+)$/, (desk) => object(desk, 'charge', 'charge')),
  get('payment_methods.retrieve', /^\/v1\/payment_methods\/(pm_\w+)$/, (desk) =>
    object(desk, 'method', 'PaymentMethod'),
  ),
  get('payment_methods.list', /^\/v1\/payment_methods$/, listMethods),
  post('payment_methods.attach', /^\/v1\/payment_methods\/(pm_\w+)\/attach$/, attachMethod),
  post('payment_methods.detach', /^\/v1\/payment_methods\/(pm_\w+)\/detach$/, detachMethod),
  post('customers.create', /^\/v1\/customers$/, createCustomer),
  { ...post('customers.delete', /^\/v1\/customers\/(cus_\w+)$/, deleteCustomer), method: 'DELETE' },
  get('events.list', /^\/v1\/events$/, listEvents),
  get('events.retrieve', /^\/v1\/events\/(evt_\w+)$/, (desk) => object(desk, 'event', 'event')),
]

function post(name: string, path: RegExp, run: Operation['run'], page = false): Operation {
  return { name, method: 'POST', path, page, run }
}

function get(name: string, path: RegExp, run: Operation['run'], page = false): Operation {
  return { name, method: 'GET', path, page, run }
}

function object(desk: Desk, kind: 'refund' | 'charge' | 'method' | 'event', word: string): Answer {
  return find(desk.records, kind, desk.id) ?? noSuch(word, desk.id, 'id')
}

function createToken(desk: Desk): Answer {
  const stray = unknownParam(desk.params, TOKEN_PARAMS)
  if (stray) return stray
  const named = textOf(desk.params, 'payment_method')
  const method =
    named === undefined
      ? rawMethod(desk, recordOf(desk.params, 'payment_method_data'))
      : methodByName(desk, named)
  if (isFailure(method)) return method
  const stored = newToken(desk.params, method, desk.moment)
  if (isFailure(stored)) return stored
  save(desk.records, 'token', stored)
  return stored.token
}

function retrieveToken(desk: Desk): Answer {
  return (
    find(desk.records, 'token', desk.id)?.token ?? noSuch('confirmationtoken', desk.id, 'confirmation_token')
  )
}

function createRefund(desk: Desk): Answer {
  const stray = unknownParam(desk.params, ['payment_intent', 'amount', 'reason', 'metadata', 'expand'])
  if (stray) return stray
  const id = requiredText(desk.params, 'payment_intent')
  if (isFailure(id)) return id
  const amount = amountOf(desk.params, 'amount')
  if (isFailure(amount)) return amount
  const reason = wordOf(desk.params, 'reason', ['duplicate', 'fraudulent', 'requested_by_customer'])
  if (isFailure(reason)) return reason
  const intent = find(desk.records, 'intent', id)
  if (!intent) return noSuch('payment_intent', id, 'payment_intent')
  const order = { amount, reason, metadata: textsOf(desk.params, 'metadata') }
  const outcome = refundIntent(intent, latestCharge(desk.records, intent), order, desk.moment)
  return settle(desk, outcome, (settled) => settled.refund ?? settled.intent)
}

function listRefunds(desk: Desk): Answer {
  const stray = unknownParam(desk.params, ['payment_intent', 'limit', 'expand'])
  if (stray) return stray
  const intent = textOf(desk.params, 'payment_intent')
  const refunds = newest(desk.records, 'refund', 1000)
    .filter((refund) => intent === undefined || refund.payment_intent === intent)
    .slice(0, limitOf(desk.params))
  return listAnswer('/v1/refunds', refunds)
}

function listEvents(desk: Desk): Answer {
  const type = textOf(desk.params, 'type')
  const events = newest(desk.records, 'event', 1000)
    .filter((event) => type === undefined || event.type === type)
    .slice(0, limitOf(desk.params))
    .map((event) => ({ ...event, pending_webhooks: desk.pendingWebhooks(event.id) }))
  return listAnswer('/v1/events', events)
}
