import { isoOf, type Now } from '../clock.ts'
import type { ListedPayment } from '../pages/provider-page.ts'
import type { Checkout } from './checkout.ts'
import { type Refusal, refuse } from './refusal.ts'

export interface TransactionEvent {
  id: string
  type: 'auth' | 'capture' | 'void' | 'refund'
  amount: number
  currency: string
  created: string
  order_id: string | null
  reference_id: string
  /** The merchant's fee; only captures have one. */
  fee?: number
  fee_refunded?: number
}

/** A transaction, created when a checkout token is authorized. */
export interface Transaction {
  id: string
  checkout_id: string
  order_id: string | null
  provider_id: number
  status: 'authorized' | 'captured' | 'voided' | 'refunded' | 'partially_refunded'
  amount: number
  amount_refunded: number
  currency: string
  created: string
  authorization_expiration: string
  remove_tax: boolean
  events: TransactionEvent[]
}

/** A change of a transaction, and the event that reports it. */
export type Change = { transaction: Transaction; event: TransactionEvent } | Refusal

const AUTHORIZED_SECONDS = 30 * 86_400

export function authorize(
  checkout: Pick<Checkout, 'id' | 'token'> & { request: Pick<Checkout['request'], 'total' | 'currency'> },
  orderId: string | null,
  at: Now,
): Transaction {
  const { request, token, id } = checkout
  const created = isoOf(at.now)
  const transaction: Transaction = {
    id: token,
    checkout_id: id,
    order_id: orderId,
    provider_id: 1,
    status: 'authorized',
    amount: request.total,
    amount_refunded: 0,
    currency: request.currency,
    created,
    authorization_expiration: isoOf(at.now + AUTHORIZED_SECONDS),
    remove_tax: false,
    events: [],
  }
  return { ...transaction, events: [eventOf(transaction, 'auth', request.total, at)] }
}

/** Captures the whole authorization; a partial `amount` is refused. */
export function capture(transaction: Transaction, amount: number | undefined, at: Now): Change {
  if (transaction.status === 'voided') return refuse(400, 'capture-voided', 'Cannot capture voided charge.')
  if (transaction.status !== 'authorized') {
    return refuse(400, 'capture-limit-exceeded', 'Exceed maximum capture amount on charge.')
  }
  if (amount !== undefined && amount !== transaction.amount) {
    const message =
      'Cannot capture charges on this instrument for an amount unequal to the authorization hold amount.'
    return refuse(400, 'capture-unequal-instrument', message)
  }
  const event = eventOf(transaction, 'capture', transaction.amount, at)
  return changed(
    { ...transaction, status: 'captured' },
    { ...event, fee: Math.round(transaction.amount * 0.06) },
  )
}

export function voidTransaction(transaction: Transaction, _amount: number | undefined, at: Now): Change {
  return transaction.status === 'authorized'
    ? changed({ ...transaction, status: 'voided' }, eventOf(transaction, 'void', transaction.amount, at))
    : refuse(400, 'void-not-allowed', `The transaction is ${transaction.status}.`)
}

export function refund(
  transaction: Transaction,
  requested: number | undefined,
  at: Now,
  reference?: string,
): Change {
  const { status } = transaction
  if (status === 'voided') return refuse(400, 'refund-voided', 'Cannot refund a voided charge.')
  if (status === 'authorized') {
    return refuse(400, 'refund-uncaptured', 'Cannot refund a charge that has not been captured.')
  }
  const left = transaction.amount - transaction.amount_refunded
  const amount = requested ?? left
  if (amount <= 0 || amount > left) return refuse(400, 'refund-exceeded', 'Exceeded maximum refund.')
  const refunded = eventOf(transaction, 'refund', amount, at)
  const event = { ...refunded, reference_id: reference ?? refunded.reference_id, fee_refunded: 0 }
  return changed(
    {
      ...transaction,
      status: amount === left ? 'refunded' : 'partially_refunded',
      amount_refunded: transaction.amount_refunded + amount,
    },
    event,
  )
}

/** Returns the cents that the merchant has received and not refunded. */
export function netAmount({ status, amount, amount_refunded: refunded }: Transaction): number {
  return status === 'authorized' || status === 'voided' ? 0 : amount - refunded
}

function changed(transaction: Transaction, event: TransactionEvent): Change {
  return { transaction: { ...transaction, events: [...transaction.events, event] }, event }
}

function eventOf(
  { id, currency, order_id }: Transaction,
  type: TransactionEvent['type'],
  amount: number,
  at: Now,
): TransactionEvent {
  return { id, type, amount, currency, created: isoOf(at.now), order_id, reference_id: at.id() }
}

/** Returns a line of the list of transactions. */
export function listed(transaction: Transaction): ListedPayment {
  const { id, amount, status: state, amount_refunded: refunded, order_id: order, created } = transaction
  return { id, amount, state, refunded, net: netAmount(transaction), order, created }
}
