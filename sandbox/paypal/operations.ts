import type { Records } from '../records.ts'
import type { Operation } from '../rest-call.ts'
import type { PaypalCall } from './call.ts'
import type { EventDraft } from './event.ts'
import { type Failure, failure, isFailure } from './failure.ts'
import {
  type Capture,
  captureOrder,
  createOrder,
  type Now,
  type Order,
  patchOrder,
  payerAddress,
  refundOrder,
  type StoredOrder,
} from './order.ts'

/** The input of an operation. */
export interface CallContext extends Now {
  records: Records
  call: PaypalCall
  /** The id in the path, or an empty text. */
  ref: string
  publish(draft: EventDraft): void
}

const ORDER = /^\/v2\/checkout\/orders\/([0-9A-Z]+)$/
export const OPERATIONS: readonly Operation<CallContext>[] = [
  { name: 'oauth2.token', method: 'POST', path: /^\/v1\/oauth2\/token$/, status: 200, run: token },
  { name: 'orders.create', method: 'POST', path: /^\/v2\/checkout\/orders$/, status: 201, run: created },
  { name: 'orders.get', method: 'GET', path: ORDER, status: 200, run: shown },
  { name: 'orders.update', method: 'PATCH', path: ORDER, status: 204, run: patched },
  {
    name: 'orders.capture',
    method: 'POST',
    path: /^\/v2\/checkout\/orders\/([0-9A-Z]+)\/capture$/,
    status: 201,
    run: captured,
  },
  {
    name: 'captures.refund',
    method: 'POST',
    path: /^\/v2\/payments\/captures\/([0-9A-Z]+)\/refund$/,
    status: 201,
    run: refunded,
  },
  {
    name: 'webhooks.verify',
    method: 'POST',
    path: /^\/v1\/notifications\/verify-webhook-signature$/,
    status: 200,
    run: ({ call }) => ({ verification_status: call.isGenuine ? 'SUCCESS' : 'FAILURE' }),
  },
]

const TOKEN_SECONDS = 32_400

function token({ records, now, id }: CallContext): object {
  const accessToken = `A21AA${id()}${id()}`
  records.put('paypal-token', accessToken, { until: now + TOKEN_SECONDS })
  return {
    scope: 'https://uri.paypal.com/services/payments/payment',
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: TOKEN_SECONDS,
  }
}

export function isToken(records: Records, text: string, now: number): boolean {
  return (records.get<{ until: number }>('paypal-token', text)?.until ?? 0) > now
}

/** Returns an order that is captured or can still be captured. */
export function findOrder(records: Records, id: string, now: number): StoredOrder | null {
  const stored = records.get<StoredOrder>('paypal-order', id)
  return stored && (stored.order.status === 'COMPLETED' || stored.expires > now) ? stored : null
}

export function saveOrder(records: Records, stored: StoredOrder): void {
  records.put('paypal-order', stored.order.id, stored)
}

/** Returns the newest orders. */
export function paypalOrders(records: Records): Order[] {
  return records.newest<StoredOrder>('paypal-order', 200).map(({ order }) => order)
}

export function approvedEvent(order: Order): EventDraft {
  const summary = 'An order has been approved by buyer'
  return { event_type: 'CHECKOUT.ORDER.APPROVED', resource_type: 'checkout-order', summary, resource: order }
}

const CAPTURE_EVENTS: Partial<Record<Capture['status'], [type: string, verb: string]>> = {
  PENDING: ['PENDING', 'pending'],
  DECLINED: ['DENIED', 'denied'],
}

export function captureEvent(capture: Capture): EventDraft {
  const [type, verb] = CAPTURE_EVENTS[capture.status] ?? ['COMPLETED', 'completed']
  const summary = `Payment ${verb} for $ ${capture.amount.value} USD`
  return { event_type: `PAYMENT.CAPTURE.${type}`, resource_type: 'capture', summary, resource: capture }
}

function created(context: CallContext): object {
  const stored = createOrder(context.call.body, context)
  if (isFailure(stored)) return stored
  saveOrder(context.records, stored)
  return stored.order
}

function shown(context: CallContext): object {
  return orderOf(context, (stored) => stored.order)
}

function patched(context: CallContext): object | null {
  return orderOf(context, (stored) => {
    const changed = patchOrder(stored, context.call.body)
    if (isFailure(changed)) return changed
    saveOrder(context.records, changed)
    return null
  })
}

function captured(context: CallContext): object | null {
  const { records, publish, origin } = context
  return orderOf(context, (stored) => {
    const invoice = stored.order.purchase_units[0].invoice_id ?? ''
    const paid = invoice === '' ? null : records.get<{ order: string }>('paypal-invoice', invoice)
    if (paid && paid.order !== stored.order.id) return failure(422, 'DUPLICATE_INVOICE_ID')
    const outcome = captureOrder(stored, context)
    if (isFailure(outcome)) return outcome
    if ('refused' in outcome) {
      saveOrder(records, outcome.refused)
      const href = payerAddress(origin, stored.order.id)
      return failure(422, 'INSTRUMENT_DECLINED', { links: [{ href, rel: 'redirect', method: 'GET' }] })
    }
    saveOrder(records, outcome)
    const [capture] = outcome.order.purchase_units[0].payments?.captures ?? []
    if (capture) {
      records.put('paypal-capture', capture.id, { order: stored.order.id })
      if (invoice !== '') records.put('paypal-invoice', invoice, { order: stored.order.id })
      publish(captureEvent(capture))
    }
    return outcome.order
  })
}

function refunded(context: CallContext): object {
  const { records, call, ref, now, publish } = context
  const captured = records.get<{ order: string }>('paypal-capture', ref)
  const stored = captured && findOrder(records, captured.order, now)
  if (!stored) return failure(404, 'INVALID_RESOURCE_ID')
  const outcome = refundOrder(stored, call.body, context)
  if (isFailure(outcome)) return outcome
  saveOrder(records, outcome.stored)
  const summary = `A $ ${outcome.refund.amount.value} USD capture payment was refunded`
  const event_type = 'PAYMENT.CAPTURE.REFUNDED'
  publish({ event_type, resource_type: 'refund', summary, resource: outcome.refund })
  return outcome.refund
}

function orderOf<Answer>(context: CallContext, work: (stored: StoredOrder) => Answer): Answer | Failure {
  const stored = findOrder(context.records, context.ref, context.now)
  return stored ? work(stored) : failure(404, 'INVALID_RESOURCE_ID')
}
