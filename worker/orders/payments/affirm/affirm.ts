/**
 * Affirm ("monthly payments") over its REST API: the shopper takes a loan for a direct checkout on Affirm's
 * page, then the shop authorizes the loan, compares its amount and captures it. Affirm's page sends the
 * browser back with a checkout token, which becomes the transaction's id with the authorization. Before the
 * authorization nothing can be charged, and without the token the loan cannot be read.
 *
 * The idempotency key of each call contains the order number, so that an order is authorized and captured
 * once. A loan of another amount or currency is voided; a loan of another order is refused. Neither is
 * captured.
 */

import * as v from 'valibot'
import type { OrderDraft } from '../../../../schema/orders/order.ts'
import { DAY_MS } from '../../../../schema/platform/duration.ts'
import { CURRENCY } from '../../../../schema/platform/money.ts'
import type { Config } from '../../../config.ts'
import {
  basicAuthorization,
  callJsonWithRetry,
  type JsonAnswer,
  successBody,
} from '../../../platform/outbound/json-call.ts'
import {
  type Gateway,
  type Payment,
  type PaymentHandle,
  type PaymentResult,
  type Refund,
  type RefundResult,
  type ReturnUrls,
  toPaymentFailure,
  unchargedPayment,
} from '../gateway.ts'
import { affirmCheckout } from './affirm-checkout.ts'
import { isCaptured, TRANSACTION, type Transaction, toAffirmPayment } from './affirm-payment.ts'

type Affirm = NonNullable<Config['affirm']>

const TIMEOUT_MS = 9_000
/** The link of a checkout is valid for a day. */
const LATE_MS = DAY_MS
/** The most keys that one call uses for a refund. */
const MAX_REFUND_KEYS = 3

const CREATED = v.object({ redirect_url: v.string() })
const EVENT = v.object({ type: v.string(), amount: v.number() })
const PROBLEM = v.object({ code: v.nullish(v.string(), '') })

/** Returns the gateway of Affirm. */
export function affirmGateway(affirm: Affirm): Gateway {
  return {
    needsToken: false,
    lateMs: LATE_MS,
    begin: (draft, token, back) =>
      token === null ? begin(affirm, draft, back) : takeOver(affirm, draft, token),
    pay: (draft, handle) => pay(affirm, draft, handle),
    read: (draft, handle) => read(affirm, draft, handle),
    end: (draft, handle) => end(affirm, draft, handle),
    refund: (refund) => refundLoan(affirm, refund),
  }
}

async function begin(affirm: Affirm, draft: OrderDraft, back: ReturnUrls): Promise<PaymentResult> {
  const body = affirmCheckout(affirm.publicKey, draft, back)
  const answer = await post(affirm, '/api/v2/checkout/direct', `${draft.orderNumber}:checkout`, body)
  const created = v.safeParse(CREATED, successBody(answer))
  if (!created.success) return toPaymentFailure(answer)
  return { kind: 'payment', payment: awaitingToken(created.output.redirect_url, draft) }
}

/**
 * Takes over a loan by the token that an API client sends. The loan's amount is known after the
 * authorization, and `pay` compares it before the capture. The loan of another order is refused.
 */
async function takeOver(affirm: Affirm, draft: OrderDraft, token: string): Promise<PaymentResult> {
  const found = await findTransaction(affirm, token)
  if (found.kind === 'none')
    return { kind: 'payment', payment: unchargedPayment(token, draft.totals.grandTotal) }
  if (found.kind === 'failed') return toPaymentFailure(found.answer)
  if (found.transaction.order_id !== draft.orderNumber) {
    return { kind: 'rejected', detail: 'the loan belongs to another order' }
  }
  return { kind: 'payment', payment: toAffirmPayment(found.transaction, token, draft) }
}

async function pay(affirm: Affirm, draft: OrderDraft, handle: PaymentHandle): Promise<PaymentResult> {
  const { orderNumber } = draft
  const { token } = handle
  if (token === null) return { kind: 'rejected', detail: 'no checkout token' }
  const body = { transaction_id: token, order_id: orderNumber }
  const answer = await post(affirm, '/api/v1/transactions', `${orderNumber}:authorize`, body)
  const authorized = v.safeParse(TRANSACTION, successBody(answer))
  if (authorized.success) return compareAndCapture(affirm, draft, handle, authorized.output)
  if (answer.kind === 'answer') return toRefusal(answer)
  // The outcome of the authorization is unknown, so the transaction is read.
  const found = await findTransaction(affirm, token)
  return found.kind === 'found' && !isCaptured(found.transaction)
    ? compareAndCapture(affirm, draft, handle, found.transaction)
    : toPaymentFailure(answer)
}

/**
 * Captures a loan with the order's amount and currency; voids another loan, unless it belongs to another
 * order.
 */
async function compareAndCapture(
  affirm: Affirm,
  draft: OrderDraft,
  handle: PaymentHandle,
  transaction: Transaction,
): Promise<PaymentResult> {
  const { orderNumber } = draft
  const { id, amount, currency, order_id: owner } = transaction
  const mismatch = { kind: 'rejected' as const, detail: `authorized ${amount} ${currency} for ${owner}` }
  if (owner !== null && owner !== orderNumber) return mismatch
  if (amount !== draft.totals.grandTotal || currency !== CURRENCY) {
    await post(affirm, `/api/v1/transactions/${encodeURIComponent(id)}/void`, `${orderNumber}:void`)
    return mismatch
  }
  return capture(affirm, draft, handle, transaction)
}

async function capture(
  affirm: Affirm,
  draft: OrderDraft,
  { paymentId }: PaymentHandle,
  transaction: Transaction,
): Promise<PaymentResult> {
  const path = `/api/v1/transactions/${encodeURIComponent(transaction.id)}/capture`
  const body = { order_id: draft.orderNumber }
  const answer = await post(affirm, path, `${draft.orderNumber}:capture`, body)
  const event = v.safeParse(EVENT, successBody(answer))
  if (!event.success || event.output.type !== 'capture') {
    const found = await findTransaction(affirm, transaction.id)
    return found.kind === 'found' && isCaptured(found.transaction)
      ? { kind: 'payment', payment: toAffirmPayment(found.transaction, paymentId, draft) }
      : toRefusal(answer)
  }
  const payment = toAffirmPayment({ ...transaction, status: 'captured' }, paymentId, draft)
  return { kind: 'payment', payment: { ...payment, received: event.output.amount } }
}

/** Reads the loan; without a token its state is unknown, but nothing can have been charged. */
async function read(affirm: Affirm, draft: OrderDraft, handle: PaymentHandle): Promise<PaymentResult> {
  const { paymentId, token } = handle
  if (token === null) return { kind: 'payment', payment: awaitingToken(paymentId, draft) }
  const found = await findTransaction(affirm, token)
  if (found.kind === 'failed') return toPaymentFailure(found.answer)
  const payment =
    found.kind === 'none'
      ? unchargedPayment(paymentId, draft.totals.grandTotal)
      : toAffirmPayment(found.transaction, paymentId, draft)
  return { kind: 'payment', payment }
}

async function end(affirm: Affirm, draft: OrderDraft, handle: PaymentHandle): Promise<PaymentResult> {
  const { paymentId, token } = handle
  const ended: PaymentResult = {
    kind: 'payment',
    payment: unchargedPayment(paymentId, draft.totals.grandTotal, 'ended'),
  }
  // A loan that the shop does not authorize never starts.
  if (token === null) return ended
  const found = await findTransaction(affirm, token)
  if (found.kind === 'none') return ended
  if (found.kind === 'failed') return toPaymentFailure(found.answer)
  const payment = toAffirmPayment(found.transaction, paymentId, draft)
  if (payment.state !== 'open') return { kind: 'payment', payment }
  const path = `/api/v1/transactions/${encodeURIComponent(found.transaction.id)}/void`
  const voided = await post(affirm, path, `${draft.orderNumber}:void`)
  if (successBody(voided) !== null) return ended
  // Affirm refuses to void a loan that was captured meanwhile, so its status is read.
  return read(affirm, draft, handle)
}

/**
 * Refunds a loan. Affirm can repeat an internal error under the same key, so the next attempt uses the next
 * key. Before that the transaction's events show whether the refund exists: its reference is the refund's
 * key.
 */
async function refundLoan(affirm: Affirm, refund: Refund): Promise<RefundResult> {
  const { chargeRef, orderNumber, amount, key } = refund
  const path = `/api/v1/transactions/${encodeURIComponent(chargeRef)}/refund`
  const body = { ...(amount === null ? {} : { amount }), order_id: orderNumber, reference_id: key }
  for (let nth = 0; nth < MAX_REFUND_KEYS; nth += 1) {
    const answer = await post(affirm, path, nth === 0 ? key : `${key}:${nth}`, body)
    if (answer.kind === 'answer' && answer.status < 300) return 'refunded'
    if (answer.kind === 'answer' && amount === null && errorCode(answer) === 'refund-exceeded')
      return 'refunded'
    // Without Affirm's own status the request may still be in progress, and another key could refund twice.
    if (answer.kind === 'silence' && answer.status !== 500) return 'unclear'
    const found = await findTransaction(affirm, chargeRef, '?expand=events')
    if (found.kind !== 'found') return 'unclear'
    const { events } = found.transaction
    if (events.some(({ type, reference_id: reference }) => type === 'refund' && reference === key))
      return 'refunded'
    if (answer.kind === 'answer') return 'refused'
  }
  return 'unclear'
}

/**
 * Returns the payment of a checkout without a token yet. Its reference is the URL of Affirm's page: Affirm
 * returns the URL only once, and a later read of the payment needs it.
 */
function awaitingToken(redirectUrl: string, draft: OrderDraft): Payment {
  return { ...unchargedPayment(redirectUrl, draft.totals.grandTotal, 'action'), redirectUrl }
}

type Found =
  | { kind: 'found'; transaction: Transaction }
  | { kind: 'none' }
  | { kind: 'failed'; answer: JsonAnswer }

async function findTransaction(affirm: Affirm, id: string, query = ''): Promise<Found> {
  const url = `${affirm.apiUrl}/api/v1/transactions/${encodeURIComponent(id)}${query}`
  const answer = await callJsonWithRetry({ method: 'GET', url, headers: authHeaders(affirm), ms: TIMEOUT_MS })
  if (answer.kind === 'answer' && answer.status === 404) return { kind: 'none' }
  const found = v.safeParse(TRANSACTION, successBody(answer))
  return found.success ? { kind: 'found', transaction: found.output } : { kind: 'failed', answer }
}

/** Sends a POST request, and repeats it after a lost answer: Affirm acts once for the same key. */
async function post(affirm: Affirm, path: string, key: string, body: object = {}): Promise<JsonAnswer> {
  return callJsonWithRetry({
    method: 'POST',
    url: `${affirm.apiUrl}${path}`,
    headers: { ...authHeaders(affirm), 'idempotency-key': key },
    ms: TIMEOUT_MS,
    body,
  })
}

function authHeaders({ publicKey, privateKey }: Affirm): Record<string, string> {
  return { authorization: basicAuthorization(publicKey, privateKey) }
}

function errorCode(answer: JsonAnswer): string {
  const problem = v.safeParse(PROBLEM, answer.kind === 'answer' ? answer.body : null)
  return problem.success ? (problem.output.code ?? '') : ''
}

/** Returns `declined` when Affirm refuses the shopper, and a failure when it refuses the request. */
function toRefusal(answer: JsonAnswer): PaymentResult {
  const isDeclined =
    (answer.kind === 'answer' && answer.status === 402) || /^(auth|capture)-declined$/.test(errorCode(answer))
  return isDeclined ? { kind: 'declined', reason: 'provider' } : toPaymentFailure(answer)
}
