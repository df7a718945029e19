import * as v from 'valibot'
import type { Now } from '../clock.ts'
import type { Records } from '../records.ts'
import type { Operation, RestCall } from '../rest-call.ts'
import { type Checkout, LIMITS, MONEY, readRequest } from './checkout.ts'
import { capture, isoOf, type Payment, refund, reverse } from './payment.ts'
import { fault422, isRefusal, type Refusal, refuse } from './refusal.ts'

/** A checkout expires after an hour. */
const CHECKOUT_SECONDS = 3600

/** The input of an operation. */
export interface CallContext extends Now {
  records: Records
  call: RestCall
  /** The token or id in the path, or an empty text. */
  ref: string
}

export const OPERATIONS: readonly Operation<CallContext>[] = [
  { name: 'configuration', method: 'GET', path: /^\/v2\/configuration$/, status: 200, run: () => LIMITS },
  { name: 'checkouts.create', method: 'POST', path: /^\/v2\/checkouts$/, status: 201, run: create },
  { name: 'checkouts.get', method: 'GET', path: /^\/v2\/checkouts\/([^/]+)$/, status: 200, run: shown },
  { name: 'payments.capture', method: 'POST', path: /^\/v2\/payments\/capture$/, status: 201, run: captured },
  { name: 'payments.list', method: 'GET', path: /^\/v2\/payments$/, status: 200, run: listed },
  {
    name: 'payments.token',
    method: 'GET',
    path: /^\/v2\/payments\/token:([^/]+)$/,
    status: 200,
    run: byToken,
  },
  {
    name: 'payments.reversal',
    method: 'POST',
    path: /^\/v2\/payments\/token:([^/]+)\/reversal$/,
    status: 204,
    run: reversed,
  },
  { name: 'payments.get', method: 'GET', path: /^\/v2\/payments\/(\d+)$/, status: 200, run: byId },
  {
    name: 'payments.refund',
    method: 'POST',
    path: /^\/v2\/payments\/(\d+)\/refund$/,
    status: 201,
    run: refunded,
  },
]

/** Returns the checkout of a token unless it has expired. */
export function findCheckout(records: Records, token: string, now: number): Checkout | null {
  const checkout = records.get<Checkout>('afterpay-checkout', token)
  return checkout && checkout.expires > now ? checkout : null
}

export function saveCheckout(records: Records, checkout: Checkout): void {
  records.put('afterpay-checkout', checkout.token, checkout)
}

/** Returns the newest payments. */
export function afterpayPayments(records: Records): Payment[] {
  return records.newest<Payment>('afterpay-payment', 200)
}

function create({ records, call, now }: CallContext): object {
  const request = readRequest(call.body)
  if (isRefusal(request)) return request
  const token = `002.${crypto.randomUUID().replaceAll('-', '')}${crypto.randomUUID().slice(0, 8)}`
  const checkout: Checkout = { token, expires: now + CHECKOUT_SECONDS, state: 'open', request }
  saveCheckout(records, checkout)
  return { token, expires: isoOf(checkout.expires), redirectCheckoutUrl: addressOf(call.origin, token) }
}

function shown({ records, call, now, ref: token }: CallContext): object {
  const checkout = findCheckout(records, token, now)
  // Afterpay does not show a checkout that became a payment.
  if (!checkout || checkout.state === 'reversed' || paymentOfToken(records, token)) {
    return refuse(
      412,
      'invalid_token',
      'The checkout token is invalid, expired, completed, or does not exist.',
    )
  }
  const expires = isoOf(checkout.expires)
  return { token, expires, redirectCheckoutUrl: addressOf(call.origin, token), ...checkout.request }
}

const CAPTURE = v.object({
  token: v.string(),
  merchantReference: v.optional(v.pipe(v.string(), v.maxLength(128))),
})

function captured(context: CallContext): object {
  const { records, call, now } = context
  const body = v.safeParse(CAPTURE, call.body)
  if (!body.success) return fault422('invalid_object', 'token Token field required')
  const { token, merchantReference = null } = body.output
  const known = paymentOfToken(records, token)
  if (known?.paymentState === 'VOIDED') return refuseInReversal()
  if (known) return known
  const checkout = findCheckout(records, token, now)
  if (!checkout) return refuse(402, 'invalid_token', 'The token is invalid or has expired.')
  if (checkout.state === 'reversed') return refuseInReversal()
  if (checkout.state !== 'approved' && checkout.state !== 'risky') {
    return refuse(412, 'invalid_order_transaction_status', 'The consumer has not confirmed the payment.')
  }
  return savePayment(records, capture(checkout, merchantReference, context))
}

function reversed(context: CallContext): object | null {
  const { records, now, ref: token } = context
  const payment = paymentOfToken(records, token)
  if (payment) {
    const undone = reverse(payment, context)
    if (isRefusal(undone)) return undone
    savePayment(records, undone)
    return null
  }
  const checkout = findCheckout(records, token, now)
  if (!checkout) return refuse(402, 'invalid_token', 'The token is invalid or has expired.')
  saveCheckout(records, { ...checkout, state: 'reversed' })
  return null
}

function listed({ records, call }: CallContext): object {
  const references = new URLSearchParams(call.query).getAll('merchantReferences')
  const results = afterpayPayments(records).filter(
    ({ merchantReference }) => references.length === 0 || references.includes(merchantReference ?? ''),
  )
  return { totalResults: results.length, offset: 0, limit: 200, results }
}

function byToken({ records, ref: token }: CallContext): object {
  return paymentOfToken(records, token) ?? refuseUnknownOrder()
}

function byId({ records, ref: id }: CallContext): object {
  return records.get<Payment>('afterpay-payment', id) ?? refuseUnknownOrder()
}

const REFUND = v.object({
  requestId: v.nullish(v.pipe(v.string(), v.maxLength(64)), null),
  merchantReference: v.nullish(v.pipe(v.string(), v.maxLength(85)), null),
  amount: MONEY,
})

function refunded(context: CallContext): object {
  const { records, call, ref: id } = context
  const payment = records.get<Payment>('afterpay-payment', id)
  if (!payment) return refuse(412, 'precondition_failed', 'The orderId does not exist')
  const body = v.safeParse(REFUND, call.body)
  if (!body.success) return fault422('invalid_object', 'amount Amount field required')
  const outcome = refund(payment, body.output, context)
  if (isRefusal(outcome)) return outcome
  savePayment(records, outcome.payment)
  return outcome.refund
}

function paymentOfToken(records: Records, token: string): Payment | null {
  const named = records.get<{ id: string }>('afterpay-token', token)
  return named && records.get<Payment>('afterpay-payment', named.id)
}

function savePayment(records: Records, payment: Payment): Payment {
  records.put('afterpay-token', payment.token, { id: payment.id })
  records.put('afterpay-payment', payment.id, payment)
  return payment
}

function addressOf(origin: string, token: string): string {
  return `${origin}/us/checkout/?token=${encodeURIComponent(token)}`
}

function refuseInReversal(): Refusal {
  return refuse(412, 'precondition_failed', 'Order in pending reversal, no captures/auth accepted')
}

function refuseUnknownOrder(): Refusal {
  return refuse(404, 'not_found', 'No Afterpay Order was found matching the token or orderId provided.')
}
