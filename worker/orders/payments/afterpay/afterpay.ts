/**
 * Afterpay ("pay later") over its REST API v2: the shopper approves a checkout on Afterpay's page, then the
 * shop captures the whole amount. Checkout and payment have the same token, and Afterpay captures a token
 * once.
 *
 * After a capture without an answer, the payment is read; if Afterpay does not know it, it is reversed by its
 * token, so that Afterpay undoes a capture that still arrives. Afterpay answers 201 to declined payments, so
 * the status in the body decides, not the HTTP status.
 */

import { createHash } from 'node:crypto'
import * as v from 'valibot'
import type { OrderDraft } from '../../../../schema/orders/order.ts'
import { DAY_MS } from '../../../../schema/platform/duration.ts'
import type { Config } from '../../../config.ts'
import {
  basicAuthorization,
  callJson,
  callJsonWithRetry,
  formatAnswerDetail,
  type JsonAnswer,
  type JsonCall,
  successBody,
} from '../../../platform/outbound/json-call.ts'
import {
  type Gateway,
  type Payment,
  type PaymentResult,
  type Refund,
  type RefundResult,
  type ReturnUrls,
  toPaymentFailure,
  unchargedPayment,
} from '../gateway.ts'
import { afterpayCheckout, afterpayMoney, type CheckoutOrder } from './afterpay-checkout.ts'
import { CHECKOUT, CREATED, PAYMENT, parseCents, sumRefunds, toAfterpayPayment } from './afterpay-payment.ts'

type Afterpay = NonNullable<Config['afterpay']>

/** The time limit of calls that read or create checkouts. */
const TIMEOUT_MS = 9_000
/**
 * The time limit of captures and refunds, which is Afterpay's own: with a shorter one the shop would reverse
 * captures that succeed. The shopper gets an answer long before.
 */
const CHARGE_TIMEOUT_MS = 70_000
/** A token is valid for hours; a late capture is undone by the reversal, or found within a day. */
const LATE_MS = DAY_MS

/** Returns the gateway of Afterpay. */
export function afterpayGateway(afterpay: Afterpay): Gateway {
  return {
    needsToken: false,
    lateMs: LATE_MS,
    begin: (draft, token, back) =>
      token === null ? begin(afterpay, draft, back) : takeOver(afterpay, draft, token),
    pay: (draft, { paymentId }) => pay(afterpay, draft, paymentId),
    read: (draft, { paymentId }) => read(afterpay, draft, paymentId),
    end: (draft, { paymentId }) => end(afterpay, draft, paymentId),
    refund: (refund) => refundPayment(afterpay, refund),
  }
}

/**
 * Returns the reference of a checkout that is begun before its order: a hash, because the quote id gives
 * access to the cart.
 */
export function cartReference(quoteId: string): string {
  return `cart-${createHash('sha256').update(quoteId).digest('hex').slice(0, 24)}`
}

/**
 * Creates a checkout that the shopper has to approve at Afterpay. `isRetryable` is true when Afterpay did not
 * answer.
 */
export async function createCheckout(
  afterpay: Afterpay,
  order: CheckoutOrder,
  reference: string,
  back: ReturnUrls,
): Promise<
  { ok: true; token: string; redirectUrl: string } | { ok: false; detail: string; isRetryable: boolean }
> {
  const body = afterpayCheckout(order, reference, back)
  // A checkout that is not approved has no effect, so a duplicate is harmless.
  const answer = await callJsonWithRetry(request(afterpay, 'POST', '/v2/checkouts', TIMEOUT_MS, body))
  const created = v.safeParse(CREATED, successBody(answer))
  return created.success
    ? { ok: true, token: created.output.token, redirectUrl: created.output.redirectCheckoutUrl }
    : { ok: false, detail: formatAnswerDetail(answer), isRetryable: answer.kind === 'silence' }
}

async function begin(afterpay: Afterpay, draft: OrderDraft, back: ReturnUrls): Promise<PaymentResult> {
  const created = await createCheckout(afterpay, draft, draft.orderNumber, back)
  if (!created.ok) {
    const { detail, isRetryable } = created
    // The merchant's limits at Afterpay (GET /v2/configuration) can be narrower than the shop's: the shopper
    // pays another way.
    if (detail.includes('unsupported_payment_type')) return { kind: 'declined', reason: 'provider' }
    return { kind: isRetryable ? 'unclear' : 'rejected', detail }
  }
  const { token: paymentId, redirectUrl } = created
  const amount = draft.totals.grandTotal
  return { kind: 'payment', payment: { ...unchargedPayment(paymentId, amount, 'action'), redirectUrl } }
}

/** Takes over an approved checkout of this cart; the amount of the payment is Afterpay's. */
async function takeOver(afterpay: Afterpay, draft: OrderDraft, token: string): Promise<PaymentResult> {
  const answer = await callJson(
    request(afterpay, 'GET', `/v2/checkouts/${encodeURIComponent(token)}`, TIMEOUT_MS),
  )
  const found = v.safeParse(CHECKOUT, successBody(answer))
  if (!found.success) return toPaymentFailure(answer)
  const { amount, merchantReference } = found.output
  if (merchantReference !== cartReference(draft.quoteId)) {
    return { kind: 'rejected', detail: 'the checkout belongs to another cart' }
  }
  const payment = { ...unchargedPayment(token, parseCents(amount)), currency: amount.currency }
  return { kind: 'payment', payment }
}

async function pay(afterpay: Afterpay, draft: OrderDraft, paymentId: string): Promise<PaymentResult> {
  const body = { token: paymentId, merchantReference: draft.orderNumber }
  const answer = await callJsonWithRetry(
    request(afterpay, 'POST', '/v2/payments/capture', CHARGE_TIMEOUT_MS, body),
  )
  if (answer.kind === 'silence') return resolveCapture(afterpay, draft, paymentId, answer)
  const paid = v.safeParse(PAYMENT, successBody(answer))
  if (paid.success && paid.output.status === 'DECLINED') return { kind: 'declined', reason: 'provider' }
  if (paid.success) return { kind: 'payment', payment: toAfterpayPayment(paid.output, draft) }
  // The checkout is not approved or has expired; reading it shows which.
  if (answer.status === 402 || answer.status === 412)
    return readCheckout(afterpay, draft, paymentId, 'action')
  return toPaymentFailure(answer)
}

/** Resolves a capture without an answer: reads the payment, or reverses it if Afterpay does not know it. */
async function resolveCapture(
  afterpay: Afterpay,
  draft: OrderDraft,
  paymentId: string,
  silence: JsonAnswer,
): Promise<PaymentResult> {
  const current = await readPayment(afterpay, draft, paymentId)
  if (current) return current
  return (await reverse(afterpay, paymentId)) ? endedPayment(draft, paymentId) : toPaymentFailure(silence)
}

/**
 * Reads the payment, or the checkout before the capture; only a capture shows whether the checkout is
 * approved.
 */
async function read(afterpay: Afterpay, draft: OrderDraft, paymentId: string): Promise<PaymentResult> {
  return (await readPayment(afterpay, draft, paymentId)) ?? readCheckout(afterpay, draft, paymentId, 'open')
}

/** Reads the payment of a token; `null` when Afterpay has none. */
async function readPayment(
  afterpay: Afterpay,
  draft: OrderDraft,
  paymentId: string,
): Promise<PaymentResult | null> {
  const path = `/v2/payments/token:${encodeURIComponent(paymentId)}`
  const answer = await callJsonWithRetry(request(afterpay, 'GET', path, TIMEOUT_MS))
  if (answer.kind === 'answer' && answer.status === 404) return null
  const found = v.safeParse(PAYMENT, successBody(answer))
  return found.success
    ? { kind: 'payment', payment: toAfterpayPayment(found.output, draft) }
    : toPaymentFailure(answer)
}

/**
 * Reads the checkout of a token; after it has expired or was captured, Afterpay answers 412 and the payment
 * is ended.
 */
async function readCheckout(
  afterpay: Afterpay,
  draft: OrderDraft,
  paymentId: string,
  state: 'open' | 'action',
): Promise<PaymentResult> {
  const answer = await callJsonWithRetry(
    request(afterpay, 'GET', `/v2/checkouts/${encodeURIComponent(paymentId)}`, TIMEOUT_MS),
  )
  const found = v.safeParse(CHECKOUT, successBody(answer))
  if (found.success) {
    const { amount, redirectCheckoutUrl } = found.output
    const payment: Payment = {
      ...unchargedPayment(paymentId, parseCents(amount), state),
      currency: amount.currency,
      ...(redirectCheckoutUrl && { redirectUrl: redirectCheckoutUrl }),
    }
    return { kind: 'payment', payment }
  }
  if (answer.kind === 'silence' || answer.status === 401) return toPaymentFailure(answer)
  return endedPayment(draft, paymentId)
}

async function end(afterpay: Afterpay, draft: OrderDraft, paymentId: string): Promise<PaymentResult> {
  const current = await readPayment(afterpay, draft, paymentId)
  if (current) {
    return current.kind === 'payment' && current.payment.state !== 'paid'
      ? endedPayment(draft, paymentId)
      : current
  }
  // Only the shop captures; the reversal undoes a capture that still arrives.
  return (await reverse(afterpay, paymentId))
    ? endedPayment(draft, paymentId)
    : { kind: 'unclear', detail: 'the reversal got no answer' }
}

function endedPayment(draft: OrderDraft, paymentId: string): PaymentResult {
  return { kind: 'payment', payment: unchargedPayment(paymentId, draft.totals.grandTotal, 'ended') }
}

/**
 * Reversed; unknown or expired; reversed before or not reversible. After each the token cannot be charged.
 */
const REVERSED = [204, 402, 412]

async function reverse(afterpay: Afterpay, paymentId: string): Promise<boolean> {
  const path = `/v2/payments/token:${encodeURIComponent(paymentId)}/reversal`
  const answer = await callJsonWithRetry(request(afterpay, 'POST', path, TIMEOUT_MS))
  return answer.kind === 'answer' && REVERSED.includes(answer.status)
}

async function refundPayment(afterpay: Afterpay, refund: Refund): Promise<RefundResult> {
  const { chargeRef, orderNumber, key } = refund
  const path = `/v2/payments/${encodeURIComponent(chargeRef)}`
  let { amount } = refund
  if (amount === null) {
    const found = v.safeParse(
      PAYMENT,
      successBody(await callJson(request(afterpay, 'GET', path, TIMEOUT_MS))),
    )
    if (!found.success) return 'unclear'
    amount = parseCents(found.output.originalAmount) - sumRefunds(found.output)
    if (amount === 0) return 'refunded'
  }
  // Request id and merchant reference together make a repeated request harmless. A request id has at most 64
  // characters.
  const requestId = key.length <= 64 ? key : createHash('sha256').update(key).digest('hex')
  const body = { requestId, merchantReference: orderNumber, amount: afterpayMoney(amount) }
  const answer = await callJsonWithRetry(request(afterpay, 'POST', `${path}/refund`, CHARGE_TIMEOUT_MS, body))
  if (answer.kind === 'silence') return 'unclear'
  return answer.status < 300 ? 'refunded' : 'refused'
}

/** Builds a call; Afterpay refuses calls without the merchant's id in the user agent. */
function request(
  { apiUrl, merchantId, secretKey }: Afterpay,
  method: JsonCall['method'],
  path: string,
  ms: number,
  body?: object,
): JsonCall {
  const headers = {
    authorization: basicAuthorization(merchantId, secretKey),
    'user-agent': `Treadline/1.0 (Treadline/1.0; Merchant/${merchantId})`,
  }
  return { method, url: `${apiUrl}${path}`, headers, ms, ...(body && { body }) }
}
