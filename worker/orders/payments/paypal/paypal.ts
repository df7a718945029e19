/**
 * PayPal payments: PayPal's Orders v2 over its REST API.
 *
 * PayPal charges nothing until the shop captures the order, so an order that is not captured needs no
 * cancellation: PayPal has no call for it and deletes the order after some hours. `end` therefore only reads
 * the order. The request id of each call is the order number with the name of the call, and PayPal captures
 * one order once.
 */

import { FEE_CODES } from '../../../../schema/cart/totals/fee.ts'
import type { OrderDraft } from '../../../../schema/orders/order.ts'
import {
  isSamePurchase,
  type PurchaseUnit,
  purchaseUnit,
  walletMoney,
} from '../../../../schema/orders/purchase-unit.ts'
import { HOUR_MS } from '../../../../schema/platform/duration.ts'
import { CURRENCY } from '../../../../schema/platform/money.ts'
import {
  type Gateway,
  type PaymentResult,
  type Refund,
  type RefundResult,
  type ReturnUrls,
  unchargedPayment,
} from '../gateway.ts'
import { type PaypalAnswer, type PaypalCaller, type PaypalConfig, paypalCaller } from './paypal-call.ts'
import { toExperienceContext, walletReference } from './paypal-checkout.ts'
import { type PaypalOrder, readPaypalOrder, toPaypalPayment } from './paypal-order.ts'

/** PayPal's codes for a payer who cannot pay; nothing was charged. */
const DECLINES = [
  'INSTRUMENT_DECLINED',
  'TRANSACTION_REFUSED',
  'PAYER_CANNOT_PAY',
  'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING',
  'TRANSACTION_LIMIT_EXCEEDED',
  'PAYER_ACCOUNT_RESTRICTED',
  'PAYER_ACCOUNT_LOCKED_OR_CLOSED',
]
/** Codes after which the order is read, because its status decides. */
const READ_ORDER = [
  'ORDER_ALREADY_CAPTURED',
  'ORDER_COMPLETED_OR_VOIDED',
  'ORDER_NOT_APPROVED',
  'PAYER_ACTION_REQUIRED',
]

/** PayPal stores an order, and the request ids of its capture, for three days. */
const LATE_MS = 72 * HOUR_MS

/**
 * Returns the gateway of PayPal. `now` returns milliseconds since the epoch, for the expiry of PayPal's
 * token.
 */
export function paypalGateway(paypal: PaypalConfig, now: () => number = Date.now): Gateway {
  const call = paypalCaller(paypal, now)
  return {
    needsToken: false,
    lateMs: LATE_MS,
    begin: (draft, token, back) =>
      token === null ? createOrder(call, draft, back) : takeOver(call, draft, token),
    pay: (draft, { paymentId }) => capture(call, draft, paymentId),
    read: (_, { paymentId }) => read(call, paymentId),
    end: (_, { paymentId }) => end(call, paymentId),
    refund: (refund) => refundCapture(call, refund),
  }
}

async function createOrder(call: PaypalCaller, draft: OrderDraft, back: ReturnUrls): Promise<PaymentResult> {
  const unit = toUnit(draft, draft.orderNumber)
  const experience = toExperienceContext({
    unit,
    isShipped: draft.shippingAddress !== null,
    isFinal: true,
    ...back,
  })
  const answer = await call({
    method: 'POST',
    path: '/v2/checkout/orders',
    requestId: `${draft.orderNumber}:create`,
    body: {
      intent: 'CAPTURE',
      purchase_units: [unit],
      payment_source: { paypal: { experience_context: experience, email_address: draft.email } },
    },
  })
  return toResult(answer)
}

/**
 * Takes over a checkout that the shopper approved before there was an order (`setExpressCheckout`). The
 * checkout must belong to this cart and no other order, and have the same lines in the shop's currency. Then
 * it gets the order's number and the final amount, because shipping, tax and fees were an estimate. The payee
 * is the shop, whose app created the checkout.
 */
async function takeOver(call: PaypalCaller, draft: OrderDraft, token: string): Promise<PaymentResult> {
  const order = await readOrder(call, token)
  if ('kind' in order) return order
  const [current] = order.purchase_units
  if (current.invoice_id === draft.orderNumber && order.status !== 'APPROVED') return orderResult(order)
  const unit = toUnit(draft, walletReference(draft.quoteId))
  const problem = takeOverProblem(order, unit, draft.orderNumber)
  if (problem) return { kind: 'rejected', detail: problem }
  if (!isSamePurchase(current.items, unit, FEE_CODES)) {
    return { kind: 'rejected', detail: 'the wallet’s checkout is of other things', isOutdated: true }
  }
  const patched = await call({
    method: 'PATCH',
    path: `/v2/checkout/orders/${encodeURIComponent(token)}`,
    body: toPatch(current, unit),
  })
  if (patched.kind !== 'ok') return toFailure(patched)
  return read(call, token)
}

function takeOverProblem(order: PaypalOrder, unit: PurchaseUnit, orderNumber: string): string | null {
  const [current] = order.purchase_units
  if (current.reference_id !== unit.reference_id) return 'the wallet’s checkout belongs to another cart'
  if (current.invoice_id !== '' && current.invoice_id !== orderNumber)
    return 'the wallet’s checkout was used before'
  if (order.status !== 'APPROVED') return `the wallet’s checkout is ${order.status}`
  return current.amount.currency_code === CURRENCY ? null : 'the wallet’s checkout is in another currency'
}

/**
 * Returns the JSON Patch from the checkout's unit to the order's unit; PayPal documents which parts can be
 * replaced.
 */
function toPatch(current: PaypalOrder['purchase_units'][0], unit: PurchaseUnit): object[] {
  const base = `/purchase_units/@reference_id=='${unit.reference_id}'`
  const set = (name: string, value: unknown, exists: boolean) => ({
    op: exists ? 'replace' : 'add',
    path: `${base}/${name}`,
    value,
  })
  const { shipping } = unit
  const before = current.shipping ?? {}
  return [
    set('amount', unit.amount, true),
    set('items', unit.items, current.items.length > 0),
    set('custom_id', unit.custom_id, current.custom_id !== ''),
    set('invoice_id', unit.invoice_id, current.invoice_id !== ''),
    ...(shipping
      ? [
          set('shipping/name', shipping.name, 'name' in before),
          set('shipping/address', shipping.address, 'address' in before),
        ]
      : []),
  ]
}

async function capture(call: PaypalCaller, draft: OrderDraft, paymentId: string): Promise<PaymentResult> {
  const answer = await call({
    method: 'POST',
    path: `/v2/checkout/orders/${encodeURIComponent(paymentId)}/capture`,
    requestId: `${draft.orderNumber}:capture`,
    body: {},
  })
  if (answer.kind !== 'refused') return toResult(answer)
  if (DECLINES.includes(answer.issue)) return { kind: 'declined', reason: 'provider' }
  return READ_ORDER.includes(answer.issue) ? read(call, paymentId) : toFailure(answer)
}

async function read(call: PaypalCaller, paymentId: string): Promise<PaymentResult> {
  const order = await readOrder(call, paymentId)
  return 'kind' in order ? order : orderResult(order)
}

async function readOrder(call: PaypalCaller, paymentId: string): Promise<PaypalOrder | PaymentResult> {
  const answer = await call({ method: 'GET', path: `/v2/checkout/orders/${encodeURIComponent(paymentId)}` })
  if (answer.kind !== 'ok') return toFailure(answer)
  return readPaypalOrder(answer.body) ?? { kind: 'rejected', detail: 'this is no order of ours' }
}

/**
 * Reports an order that was not captured as ended: only the shop can capture it, and the shop no longer does.
 * An order that PayPal has deleted is ended too.
 */
async function end(call: PaypalCaller, paymentId: string): Promise<PaymentResult> {
  const order = await readOrder(call, paymentId)
  if ('kind' in order) {
    return order.kind === 'rejected' && order.detail.startsWith('404')
      ? { kind: 'payment', payment: unchargedPayment(paymentId, 0, 'ended') }
      : order
  }
  const payment = toPaypalPayment(order)
  const isUnpaid = payment.state === 'open' || payment.state === 'action'
  return { kind: 'payment', payment: isUnpaid ? { ...payment, state: 'ended' } : payment }
}

async function refundCapture(call: PaypalCaller, refund: Refund): Promise<RefundResult> {
  const { orderNumber, chargeRef, amount, key } = refund
  const answer = await call({
    method: 'POST',
    path: `/v2/payments/captures/${encodeURIComponent(chargeRef)}/refund`,
    requestId: key,
    body: { custom_id: orderNumber, ...(amount === null ? {} : { amount: walletMoney(amount) }) },
  })
  if (answer.kind === 'unclear') return 'unclear'
  if (answer.kind === 'refused') {
    return answer.issue === 'CAPTURE_FULLY_REFUNDED' && amount === null ? 'refunded' : 'refused'
  }
  const { body } = answer
  const status = typeof body === 'object' && body !== null && 'status' in body ? body.status : null
  return status === 'FAILED' || status === 'CANCELLED' ? 'refused' : 'refunded'
}

function toUnit(draft: OrderDraft, referenceId: string): PurchaseUnit {
  const { orderNumber, lines, totals, shippingAddress: address } = draft
  return purchaseUnit({ referenceId, orderNumber, lines, totals, address })
}

function toResult(answer: PaypalAnswer): PaymentResult {
  if (answer.kind !== 'ok') return toFailure(answer)
  const order = readPaypalOrder(answer.body)
  // The call succeeded, but its answer cannot be parsed: the next attempt reads the order.
  return order ? orderResult(order) : { kind: 'unclear', detail: 'an answer that cannot be read' }
}

/**
 * Converts an order of PayPal to a result; a capture that the bank refused is `declined`, whatever the
 * order's status.
 */
function orderResult(order: PaypalOrder): PaymentResult {
  const payment = toPaypalPayment(order)
  return payment.declined && payment.received === 0
    ? { kind: 'declined', reason: payment.declined }
    : { kind: 'payment', payment }
}

function toFailure(answer: Exclude<PaypalAnswer, { kind: 'ok' }>): PaymentResult {
  return answer.kind === 'unclear'
    ? answer
    : { kind: 'rejected', detail: `${answer.status} ${answer.issue}`.trim() }
}
