/**
 * The wallet: PayPal's Orders v2 over its REST API.
 *
 * A PayPal order takes no money until it is captured, and only the shop can capture it, so one that nobody captures needs
 * no cancellation: PayPal has no call for it and forgets it after some hours. `end` therefore only looks. Each act goes out
 * under the order number and the act's name as request id, and PayPal captures one order once.
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
import type { Gateway, Payment, PaymentResult, Refund, RefundResult, ReturnUrls } from '../gateway.ts'
import { type PaypalAnswer, type PaypalCaller, type PaypalConfig, paypalCaller } from './paypal-call.ts'
import { toExperienceContext, walletMark } from './paypal-checkout.ts'
import { type PaypalOrder, readPaypalOrder, toPaypalPayment } from './paypal-order.ts'

/** PayPal's words for a payer who cannot pay this; nothing was taken. */
const DECLINES = [
  'INSTRUMENT_DECLINED',
  'TRANSACTION_REFUSED',
  'PAYER_CANNOT_PAY',
  'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING',
  'TRANSACTION_LIMIT_EXCEEDED',
  'PAYER_ACCOUNT_RESTRICTED',
  'PAYER_ACCOUNT_LOCKED_OR_CLOSED',
]
/** The order itself says what it is, so it is read. */
const LOOK = [
  'ORDER_ALREADY_CAPTURED',
  'ORDER_COMPLETED_OR_VOIDED',
  'ORDER_NOT_APPROVED',
  'PAYER_ACTION_REQUIRED',
]

/** PayPal keeps an order, and the request ids of its capture, for three days. */
const LATE_MS = 72 * HOUR_MS

/** The wallet as the order journal calls it. `now` in milliseconds, for the life of PayPal's token. */
export function paypalGateway(paypal: PaypalConfig, now: () => number = Date.now): Gateway {
  const call = paypalCaller(paypal, now)
  return {
    needsToken: false,
    lateMs: LATE_MS,
    begin: (draft, token, back) =>
      token === null ? createOrder(call, draft, back) : takeOver(call, draft, token),
    pay: (draft, { ref }) => capture(call, draft, ref),
    read: (_, { ref }) => read(call, ref),
    end: (_, { ref }) => end(call, ref),
    refund: (refund) => refundCapture(call, refund),
  }
}

async function createOrder(call: PaypalCaller, draft: OrderDraft, back: ReturnUrls): Promise<PaymentResult> {
  const unit = unitOf(draft, draft.orderNumber)
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
  return resultOf(answer)
}

/**
 * A checkout that the shopper approved before there was an order (setExpressCheckout). It has to be this cart's, of
 * exactly these things, in our currency and of no other order; then it gets the order's number and the final amount:
 * shipping, tax and fees were an estimate. The payee is us, for the shop's own app made it and names nobody else.
 */
async function takeOver(call: PaypalCaller, draft: OrderDraft, token: string): Promise<PaymentResult> {
  const order = await readOrder(call, token)
  if ('kind' in order) return order
  const [known] = order.purchase_units
  if (known.invoice_id === draft.orderNumber && order.status !== 'APPROVED') return payment(order)
  const unit = unitOf(draft, walletMark(draft.quoteId))
  const problem = takeOverProblem(order, unit, draft.orderNumber)
  if (problem) return { kind: 'rejected', detail: problem }
  if (!isSamePurchase(known.items, unit, FEE_CODES)) {
    return { kind: 'rejected', detail: 'the wallet’s checkout is of other things', isOutdated: true }
  }
  const patched = await call({
    method: 'PATCH',
    path: `/v2/checkout/orders/${encodeURIComponent(token)}`,
    body: changesOf(known, unit),
  })
  if (patched.kind !== 'ok') return failureOf(patched)
  return read(call, token)
}

function takeOverProblem(order: PaypalOrder, unit: PurchaseUnit, orderNumber: string): string | null {
  const [known] = order.purchase_units
  if (known.reference_id !== unit.reference_id) return 'the wallet’s checkout belongs to another cart'
  if (known.invoice_id !== '' && known.invoice_id !== orderNumber)
    return 'the wallet’s checkout was used before'
  if (order.status !== 'APPROVED') return `the wallet’s checkout is ${order.status}`
  return known.amount.currency_code === CURRENCY ? null : 'the wallet’s checkout is in another currency'
}

/** JSON Patch of what the order is now known to be (PayPal names which parts may be replaced). */
function changesOf(known: PaypalOrder['purchase_units'][0], unit: PurchaseUnit): object[] {
  const base = `/purchase_units/@reference_id=='${unit.reference_id}'`
  const set = (name: string, value: unknown, isThere: boolean) => ({
    op: isThere ? 'replace' : 'add',
    path: `${base}/${name}`,
    value,
  })
  const { shipping } = unit
  const before = known.shipping ?? {}
  return [
    set('amount', unit.amount, true),
    set('items', unit.items, known.items.length > 0),
    set('custom_id', unit.custom_id, known.custom_id !== ''),
    set('invoice_id', unit.invoice_id, known.invoice_id !== ''),
    ...(shipping
      ? [
          set('shipping/name', shipping.name, 'name' in before),
          set('shipping/address', shipping.address, 'address' in before),
        ]
      : []),
  ]
}

async function capture(call: PaypalCaller, draft: OrderDraft, ref: string): Promise<PaymentResult> {
  const answer = await call({
    method: 'POST',
    path: `/v2/checkout/orders/${encodeURIComponent(ref)}/capture`,
    requestId: `${draft.orderNumber}:capture`,
    body: {},
  })
  if (answer.kind !== 'refused') return resultOf(answer)
  if (DECLINES.includes(answer.issue)) return { kind: 'declined', reason: 'provider' }
  return LOOK.includes(answer.issue) ? read(call, ref) : failureOf(answer)
}

async function read(call: PaypalCaller, ref: string): Promise<PaymentResult> {
  const order = await readOrder(call, ref)
  return 'kind' in order ? order : payment(order)
}

async function readOrder(call: PaypalCaller, ref: string): Promise<PaypalOrder | PaymentResult> {
  const answer = await call({ method: 'GET', path: `/v2/checkout/orders/${encodeURIComponent(ref)}` })
  if (answer.kind !== 'ok') return failureOf(answer)
  return readPaypalOrder(answer.body) ?? { kind: 'rejected', detail: 'this is no order of ours' }
}

/** What is not captured is over: only we could, and we no longer will. What PayPal has forgotten is over too. */
async function end(call: PaypalCaller, ref: string): Promise<PaymentResult> {
  const order = await readOrder(call, ref)
  if ('kind' in order) {
    return order.kind === 'rejected' && order.detail.startsWith('404')
      ? { kind: 'payment', payment: { ...NOTHING, ref } }
      : order
  }
  const known = toPaypalPayment(order)
  const isOver = known.state === 'open' || known.state === 'action'
  return { kind: 'payment', payment: isOver ? { ...known, state: 'ended' } : known }
}

const NOTHING: Omit<Payment, 'ref'> = {
  state: 'ended',
  amount: 0,
  received: 0,
  currency: CURRENCY,
  orderNumber: null,
  declined: null,
  chargeRef: null,
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

function unitOf(draft: OrderDraft, referenceId: string): PurchaseUnit {
  const { orderNumber, lines, totals, shippingAddress: address } = draft
  return purchaseUnit({ referenceId, orderNumber, lines, totals, address })
}

function resultOf(answer: PaypalAnswer): PaymentResult {
  if (answer.kind !== 'ok') return failureOf(answer)
  const order = readPaypalOrder(answer.body)
  // It was done, but the answer cannot be read: the next try reads the order itself.
  return order ? payment(order) : { kind: 'unclear', detail: 'an answer that cannot be read' }
}

/** A capture that the bank refused is a refusal, whatever PayPal calls the order. */
function payment(order: PaypalOrder): PaymentResult {
  const known = toPaypalPayment(order)
  return known.declined && known.received === 0
    ? { kind: 'declined', reason: known.declined }
    : { kind: 'payment', payment: known }
}

function failureOf(answer: Exclude<PaypalAnswer, { kind: 'ok' }>): PaymentResult {
  return answer.kind === 'unclear'
    ? answer
    : { kind: 'rejected', detail: `${answer.status} ${answer.issue}`.trim() }
}
