/**
 * Affirm ("monthly payments") over its REST API: a direct checkout that the shopper takes a loan for on Affirm's page,
 * then authorize, compare, capture. The way back brings a checkout token, which is the transaction's id from the moment
 * that we authorize it; before that there is nothing that could be charged, and without it nothing can be known.
 *
 * Each act carries the order number as its idempotency key, so that an order is authorized and captured once. A loan
 * over another amount, in another currency or for another order is voided and never captured.
 */

import * as v from 'valibot'
import type { OrderDraft } from '../../../../schema/orders/order.ts'
import { DAY_MS } from '../../../../schema/platform/duration.ts'
import { CURRENCY } from '../../../../schema/platform/money.ts'
import type { Config } from '../../../config.ts'
import {
  basic,
  callJsonTwice,
  detailOf,
  type JsonAnswer,
  successBody,
} from '../../../platform/outbound/json-call.ts'
import type {
  Gateway,
  Payment,
  PaymentRef,
  PaymentResult,
  Refund,
  RefundResult,
  ReturnUrls,
} from '../gateway.ts'
import { affirmCheckout } from './affirm-checkout.ts'
import {
  isCaptured,
  TRANSACTION,
  type Transaction,
  toAffirmPayment,
  unansweredPayment,
} from './affirm-payment.ts'

type Affirm = NonNullable<Config['affirm']>

const TIMEOUT_MS = 9_000
/** As long as the link of a checkout lives. */
const LATE_MS = DAY_MS
/** Keys that one call uses up for a refund. */
const REFUND_KEYS = 3

const MADE = v.object({ redirect_url: v.string() })
const EVENT = v.object({ type: v.string(), amount: v.number() })
const PROBLEM = v.object({ code: v.nullish(v.string(), '') })

/** The installment provider as the order journal calls it. */
export function affirmGateway(affirm: Affirm): Gateway {
  return {
    needsToken: false,
    lateMs: LATE_MS,
    begin: (draft, token, back) =>
      token === null ? begin(affirm, draft, back) : takeOver(affirm, draft, token),
    pay: (draft, handle) => pay(affirm, draft, handle),
    read: (draft, handle) => read(affirm, draft, handle),
    end: (draft, handle) => end(affirm, draft, handle),
    refund: (refund) => giveBack(affirm, refund),
  }
}

async function begin(affirm: Affirm, draft: OrderDraft, back: ReturnUrls): Promise<PaymentResult> {
  const body = affirmCheckout(affirm.publicKey, draft, back)
  const answer = await post(affirm, '/api/v2/checkout/direct', `${draft.orderNumber}:checkout`, body)
  const made = v.safeParse(MADE, successBody(answer))
  if (!made.success) return failed(answer)
  return { kind: 'payment', payment: waiting(made.output.redirect_url, draft) }
}

/**
 * A loan whose token the browser of an API client sends. What it is over shows when it is authorized, and `pay`
 * compares before anything is captured; one that an order has already used is not taken.
 */
async function takeOver(affirm: Affirm, draft: OrderDraft, token: string): Promise<PaymentResult> {
  const found = await find(affirm, token)
  if (found.kind === 'none') return { kind: 'payment', payment: unansweredPayment(token, draft) }
  if (found.kind === 'failed') return failed(found.answer)
  if (found.transaction.order_id !== draft.orderNumber) {
    return { kind: 'rejected', detail: 'the loan belongs to another order' }
  }
  return { kind: 'payment', payment: toAffirmPayment(found.transaction, token, draft) }
}

async function pay(affirm: Affirm, draft: OrderDraft, handle: PaymentRef): Promise<PaymentResult> {
  const { orderNumber } = draft
  const { token } = handle
  if (token === null) return { kind: 'rejected', detail: 'no checkout token' }
  const body = { transaction_id: token, order_id: orderNumber }
  const answer = await post(affirm, '/api/v1/transactions', `${orderNumber}:authorize`, body)
  const authorized = v.safeParse(TRANSACTION, successBody(answer))
  if (authorized.success) return captureOurs(affirm, draft, handle, authorized.output)
  if (answer.kind === 'answer') return refusalOf(answer)
  // Nobody knows whether it was authorized; the transaction does.
  const found = await find(affirm, token)
  return found.kind === 'found' && !isCaptured(found.transaction)
    ? captureOurs(affirm, draft, handle, found.transaction)
    : failed(answer)
}

/** Compares before the money is taken; a loan over something else is voided. */
async function captureOurs(
  affirm: Affirm,
  draft: OrderDraft,
  handle: PaymentRef,
  transaction: Transaction,
): Promise<PaymentResult> {
  const { orderNumber } = draft
  const { id, amount, currency, order_id: of } = transaction
  const wrong = { kind: 'rejected' as const, detail: `authorized ${amount} ${currency} for ${of}` }
  if (of !== null && of !== orderNumber) return wrong
  if (amount !== draft.totals.grandTotal || currency !== CURRENCY) {
    await post(affirm, `/api/v1/transactions/${encodeURIComponent(id)}/void`, `${orderNumber}:void`)
    return wrong
  }
  return capture(affirm, draft, handle, transaction)
}

async function capture(
  affirm: Affirm,
  draft: OrderDraft,
  { ref }: PaymentRef,
  transaction: Transaction,
): Promise<PaymentResult> {
  const path = `/api/v1/transactions/${encodeURIComponent(transaction.id)}/capture`
  const body = { order_id: draft.orderNumber }
  const answer = await post(affirm, path, `${draft.orderNumber}:capture`, body)
  const event = v.safeParse(EVENT, successBody(answer))
  if (!event.success || event.output.type !== 'capture') {
    const found = await find(affirm, transaction.id)
    return found.kind === 'found' && isCaptured(found.transaction)
      ? { kind: 'payment', payment: toAffirmPayment(found.transaction, ref, draft) }
      : refusalOf(answer)
  }
  const payment = toAffirmPayment({ ...transaction, status: 'captured' }, ref, draft)
  return { kind: 'payment', payment: { ...payment, received: event.output.amount } }
}

/** Without a token nobody can say whether the shopper has taken the loan, and nothing can have been charged. */
async function read(affirm: Affirm, draft: OrderDraft, handle: PaymentRef): Promise<PaymentResult> {
  const { ref, token } = handle
  if (token === null) return { kind: 'payment', payment: waiting(ref, draft) }
  const found = await find(affirm, token)
  if (found.kind === 'failed') return failed(found.answer)
  const payment =
    found.kind === 'none' ? unansweredPayment(ref, draft) : toAffirmPayment(found.transaction, ref, draft)
  return { kind: 'payment', payment }
}

async function end(affirm: Affirm, draft: OrderDraft, handle: PaymentRef): Promise<PaymentResult> {
  const { ref, token } = handle
  const ended: PaymentResult = {
    kind: 'payment',
    payment: { ...unansweredPayment(ref, draft), state: 'ended' },
  }
  // A loan that we do not authorize never comes to life.
  if (token === null) return ended
  const found = await find(affirm, token)
  if (found.kind === 'none') return ended
  if (found.kind === 'failed') return failed(found.answer)
  const payment = toAffirmPayment(found.transaction, ref, draft)
  if (payment.state !== 'open') return { kind: 'payment', payment }
  const path = `/api/v1/transactions/${encodeURIComponent(found.transaction.id)}/void`
  const voided = await post(affirm, path, `${draft.orderNumber}:void`)
  if (successBody(voided) !== null) return ended
  // Refused because it was captured meanwhile: its status decides.
  return read(affirm, draft, handle)
}

/**
 * Refunds under one key after another: Affirm, too, may repeat a failure of its own under the same key.
 * In between the transaction's events say whether it was made; they carry the key as the refund's reference.
 */
async function giveBack(affirm: Affirm, refund: Refund): Promise<RefundResult> {
  const { chargeRef, orderNumber, amount, key } = refund
  const path = `/api/v1/transactions/${encodeURIComponent(chargeRef)}/refund`
  const body = { ...(amount === null ? {} : { amount }), order_id: orderNumber, reference_id: key }
  for (let nth = 0; nth < REFUND_KEYS; nth += 1) {
    const answer = await post(affirm, path, nth === 0 ? key : `${key}:${nth}`, body)
    if (answer.kind === 'answer' && answer.status < 300) return 'refunded'
    if (answer.kind === 'answer' && amount === null && codeOf(answer) === 'refund-exceeded') return 'refunded'
    // Without a status of Affirm's own the request may still be at work, and another key would not wait for it.
    if (answer.kind === 'silence' && answer.status !== 500) return 'unclear'
    const found = await find(affirm, chargeRef, '?expand=events')
    if (found.kind !== 'found') return 'unclear'
    const { events } = found.transaction
    if (events.some(({ type, reference_id: of }) => type === 'refund' && of === key)) return 'refunded'
    if (answer.kind === 'answer') return 'refused'
  }
  return 'unclear'
}

/**
 * A checkout whose shopper has not come back with a token. It is called by the address of its page: Affirm gives that
 * address once, and a later read of the payment needs it too.
 */
function waiting(redirectUrl: string, draft: OrderDraft): Payment {
  return { ...unansweredPayment(redirectUrl, draft), state: 'action', redirectUrl }
}

type Found =
  | { kind: 'found'; transaction: Transaction }
  | { kind: 'none' }
  | { kind: 'failed'; answer: JsonAnswer }

async function find(affirm: Affirm, id: string, query = ''): Promise<Found> {
  const url = `${affirm.apiUrl}/api/v1/transactions/${encodeURIComponent(id)}${query}`
  const answer = await callJsonTwice({ method: 'GET', url, headers: headersOf(affirm), ms: TIMEOUT_MS })
  if (answer.kind === 'answer' && answer.status === 404) return { kind: 'none' }
  const found = v.safeParse(TRANSACTION, successBody(answer))
  return found.success ? { kind: 'found', transaction: found.output } : { kind: 'failed', answer }
}

/** Twice where the answer was lost: with the same key Affirm does it once. */
async function post(affirm: Affirm, path: string, key: string, body?: object): Promise<JsonAnswer> {
  const headers = { ...headersOf(affirm), 'idempotency-key': key }
  const call = {
    method: 'POST' as const,
    url: `${affirm.apiUrl}${path}`,
    headers,
    ms: TIMEOUT_MS,
    body: body ?? {},
  }
  return callJsonTwice(call)
}

function headersOf({ publicKey, privateKey }: Affirm): Record<string, string> {
  return { authorization: basic(publicKey, privateKey) }
}

function codeOf(answer: JsonAnswer): string {
  const problem = v.safeParse(PROBLEM, answer.kind === 'answer' ? answer.body : null)
  return problem.success ? (problem.output.code ?? '') : ''
}

function failed(answer: JsonAnswer): PaymentResult {
  return { kind: answer.kind === 'silence' ? 'unclear' : 'rejected', detail: detailOf(answer) }
}

/** Affirm's no to the shopper, apart from its no to the request. */
function refusalOf(answer: JsonAnswer): PaymentResult {
  const isDeclined =
    (answer.kind === 'answer' && answer.status === 402) || /^(auth|capture)-declined$/.test(codeOf(answer))
  return isDeclined ? { kind: 'declined', reason: 'provider' } : failed(answer)
}
