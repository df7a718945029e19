/**
 * Afterpay ("pay later") over its REST API v2: a checkout that the shopper approves on Afterpay's page, then one capture
 * of all of it. The token names checkout and payment alike, and a token is captured once, however often it is asked.
 *
 * A capture that gets no answer is looked up, and when nobody knows of it, reversed by its token: should it still
 * arrive, Afterpay undoes it. Declined payments come with 201, so the status decides and not the code.
 */

import { createHash } from 'node:crypto'
import * as v from 'valibot'
import type { OrderDraft } from '../../../../schema/orders/order.ts'
import { DAY_MS } from '../../../../schema/platform/duration.ts'
import type { Config } from '../../../config.ts'
import {
  basic,
  callJson,
  callJsonTwice,
  detailOf,
  type JsonAnswer,
  type JsonCall,
  successBody,
} from '../../../platform/outbound/json-call.ts'
import type { Gateway, Payment, PaymentResult, Refund, RefundResult, ReturnUrls } from '../gateway.ts'
import { afterpayCheckout, afterpayMoney, type CheckoutOrder } from './afterpay-checkout.ts'
import {
  CHECKOUT,
  CREATED,
  PAYMENT,
  parseCents,
  sumRefunds,
  toAfterpayPayment,
  uncapturedPayment,
} from './afterpay-payment.ts'

type Afterpay = NonNullable<Config['afterpay']>

/** Calls that move money have Afterpay's own 70 s: given up before, they would be reversed. The shopper gets an answer long before. */
const ASK_MS = 9_000
const MOVE_MS = 70_000
/** A token lives for hours; what is captured late is undone by the reversal, or seen within a day. */
const LATE_MS = DAY_MS

/** The pay-later provider as the order journal calls it. */
export function afterpayGateway(afterpay: Afterpay): Gateway {
  return {
    needsToken: false,
    lateMs: LATE_MS,
    begin: (draft, token, back) =>
      token === null ? begin(afterpay, draft, back) : takeOver(afterpay, draft, token),
    pay: (draft, { ref }) => pay(afterpay, draft, ref),
    read: (draft, { ref }) => read(afterpay, draft, ref),
    end: (draft, { ref }) => end(afterpay, draft, ref),
    refund: (refund) => giveBack(afterpay, refund),
  }
}

/** What a checkout that is begun before its order says of its cart; the cart's name stays here. */
export function cartReference(quoteId: string): string {
  return `cart-${createHash('sha256').update(quoteId).digest('hex').slice(0, 24)}`
}

/** A checkout that the shopper has to approve at Afterpay; `null` when there is none to be had. */
export async function createCheckout(
  afterpay: Afterpay,
  order: CheckoutOrder,
  reference: string,
  back: ReturnUrls,
): Promise<{ ok: true; token: string; redirectUrl: string } | { ok: false; detail: string; again: boolean }> {
  const body = afterpayCheckout(order, reference, back)
  // A checkout that nobody approves does nothing, so a second one does no harm.
  const answer = await callJsonTwice(request(afterpay, 'POST', '/v2/checkouts', ASK_MS, body))
  const made = v.safeParse(CREATED, successBody(answer))
  return made.success
    ? { ok: true, token: made.output.token, redirectUrl: made.output.redirectCheckoutUrl }
    : { ok: false, detail: detailOf(answer), again: answer.kind === 'silence' }
}

async function begin(afterpay: Afterpay, draft: OrderDraft, back: ReturnUrls): Promise<PaymentResult> {
  const made = await createCheckout(afterpay, draft, draft.orderNumber, back)
  // The merchant's own limits may be narrower than what the shop offers by (GET /v2/configuration): another way pays.
  if (!made.ok && made.detail.includes('unsupported_payment_type')) {
    return { kind: 'declined', reason: 'provider' }
  }
  if (!made.ok) return { kind: made.again ? 'unclear' : 'rejected', detail: made.detail }
  const { token: ref, redirectUrl } = made
  const amount = draft.totals.grandTotal
  return { kind: 'payment', payment: { ...uncapturedPayment(ref, amount), state: 'action', redirectUrl } }
}

/** A checkout of this very cart that was not captured yet; what it is over, Afterpay says. */
async function takeOver(afterpay: Afterpay, draft: OrderDraft, token: string): Promise<PaymentResult> {
  const answer = await callJson(
    request(afterpay, 'GET', `/v2/checkouts/${encodeURIComponent(token)}`, ASK_MS),
  )
  const found = v.safeParse(CHECKOUT, successBody(answer))
  if (!found.success) return failed(answer)
  const { amount, merchantReference } = found.output
  if (merchantReference !== cartReference(draft.quoteId)) {
    return { kind: 'rejected', detail: 'the checkout belongs to another cart' }
  }
  const payment = { ...uncapturedPayment(token, parseCents(amount)), currency: amount.currency }
  return { kind: 'payment', payment }
}

async function pay(afterpay: Afterpay, draft: OrderDraft, ref: string): Promise<PaymentResult> {
  const body = { token: ref, merchantReference: draft.orderNumber }
  const answer = await callJsonTwice(request(afterpay, 'POST', '/v2/payments/capture', MOVE_MS, body))
  if (answer.kind === 'silence') return settle(afterpay, draft, ref, answer)
  const paid = v.safeParse(PAYMENT, successBody(answer))
  if (paid.success && paid.output.status === 'DECLINED') return { kind: 'declined', reason: 'provider' }
  if (paid.success) return { kind: 'payment', payment: toAfterpayPayment(paid.output, draft) }
  // Not approved yet, or not any more: the checkout knows.
  if (answer.status === 402 || answer.status === 412) return readCheckout(afterpay, draft, ref, 'action')
  return failed(answer)
}

/** After a capture without an answer: it is known to Afterpay, or made impossible. */
async function settle(
  afterpay: Afterpay,
  draft: OrderDraft,
  ref: string,
  silence: JsonAnswer,
): Promise<PaymentResult> {
  const known = await readPayment(afterpay, draft, ref)
  if (known) return known
  return (await reverse(afterpay, ref))
    ? { kind: 'payment', payment: { ...uncapturedPayment(ref, draft.totals.grandTotal), state: 'ended' } }
    : failed(silence)
}

/** A payment if there is one; else the checkout, whose approval only a capture can try. */
async function read(afterpay: Afterpay, draft: OrderDraft, ref: string): Promise<PaymentResult> {
  return (await readPayment(afterpay, draft, ref)) ?? readCheckout(afterpay, draft, ref, 'open')
}

/** `null` when Afterpay knows of no payment with this token. */
async function readPayment(
  afterpay: Afterpay,
  draft: OrderDraft,
  ref: string,
): Promise<PaymentResult | null> {
  const path = `/v2/payments/token:${encodeURIComponent(ref)}`
  const answer = await callJsonTwice(request(afterpay, 'GET', path, ASK_MS))
  if (answer.kind === 'answer' && answer.status === 404) return null
  const found = v.safeParse(PAYMENT, successBody(answer))
  return found.success ? { kind: 'payment', payment: toAfterpayPayment(found.output, draft) } : failed(answer)
}

/** A checkout is there until it expires or becomes a payment; then it is answered with 412. */
async function readCheckout(
  afterpay: Afterpay,
  draft: OrderDraft,
  ref: string,
  state: 'open' | 'action',
): Promise<PaymentResult> {
  const answer = await callJsonTwice(
    request(afterpay, 'GET', `/v2/checkouts/${encodeURIComponent(ref)}`, ASK_MS),
  )
  const found = v.safeParse(CHECKOUT, successBody(answer))
  if (found.success) {
    const { amount, redirectCheckoutUrl } = found.output
    const payment: Payment = {
      ...uncapturedPayment(ref, parseCents(amount)),
      state,
      currency: amount.currency,
    }
    return {
      kind: 'payment',
      payment: redirectCheckoutUrl ? { ...payment, redirectUrl: redirectCheckoutUrl } : payment,
    }
  }
  if (answer.kind === 'silence' || answer.status === 401) return failed(answer)
  return { kind: 'payment', payment: { ...uncapturedPayment(ref, draft.totals.grandTotal), state: 'ended' } }
}

async function end(afterpay: Afterpay, draft: OrderDraft, ref: string): Promise<PaymentResult> {
  const known = await readPayment(afterpay, draft, ref)
  if (known && known.kind !== 'payment') return known
  if (known?.kind === 'payment' && known.payment.state === 'paid') return known
  const ended: Payment = { ...uncapturedPayment(ref, draft.totals.grandTotal), state: 'ended' }
  if (known?.kind === 'payment') return { kind: 'payment', payment: ended }
  // Nobody but us captures; a capture of ours that is still on its way is undone when it arrives.
  return (await reverse(afterpay, ref))
    ? { kind: 'payment', payment: ended }
    : { kind: 'unclear', detail: 'the reversal got no answer' }
}

/** Reversed now; unknown or over; reversed before, or nothing there that could be. After each no money can come. */
const REVERSED = [204, 402, 412]

async function reverse(afterpay: Afterpay, ref: string): Promise<boolean> {
  const path = `/v2/payments/token:${encodeURIComponent(ref)}/reversal`
  const answer = await callJsonTwice(request(afterpay, 'POST', path, ASK_MS))
  return answer.kind === 'answer' && REVERSED.includes(answer.status)
}

async function giveBack(afterpay: Afterpay, refund: Refund): Promise<RefundResult> {
  const { chargeRef, orderNumber, key } = refund
  const path = `/v2/payments/${encodeURIComponent(chargeRef)}`
  let { amount } = refund
  if (amount === null) {
    const found = v.safeParse(PAYMENT, successBody(await callJson(request(afterpay, 'GET', path, ASK_MS))))
    if (!found.success) return 'unclear'
    amount = parseCents(found.output.originalAmount) - sumRefunds(found.output)
    if (amount === 0) return 'refunded'
  }
  // Both together make a repeat harmless. A request id has at most 64 characters, as a hash has.
  const requestId = key.length <= 64 ? key : createHash('sha256').update(key).digest('hex')
  const body = { requestId, merchantReference: orderNumber, amount: afterpayMoney(amount) }
  const answer = await callJsonTwice(request(afterpay, 'POST', `${path}/refund`, MOVE_MS, body))
  if (answer.kind === 'silence') return 'unclear'
  return answer.status < 300 ? 'refunded' : 'refused'
}

/** Afterpay refuses calls without a user agent that names the merchant. */
function request(
  { apiUrl, merchantId, secretKey }: Afterpay,
  method: JsonCall['method'],
  path: string,
  ms: number,
  body?: object,
): JsonCall {
  const headers = {
    authorization: basic(merchantId, secretKey),
    'user-agent': `Treadline/1.0 (Treadline/1.0; Merchant/${merchantId})`,
  }
  return { method, url: `${apiUrl}${path}`, headers, ms, ...(body && { body }) }
}

function failed(answer: JsonAnswer): PaymentResult {
  return { kind: answer.kind === 'silence' ? 'unclear' : 'rejected', detail: detailOf(answer) }
}
