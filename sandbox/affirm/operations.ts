import * as v from 'valibot'
import type { Now } from '../clock.ts'
import type { Records } from '../records.ts'
import type { Operation, RestCall } from '../rest-call.ts'
import { type Checkout, readRequest } from './checkout.ts'
import { invalidField, isRefusal, refuse } from './refusal.ts'
import { authorize, type Change, capture, refund, type Transaction, voidTransaction } from './transaction.ts'

/** A checkout expires after a day. */
const CHECKOUT_SECONDS = 86_400

/** The input of an operation. */
export interface CallContext extends Now {
  records: Records
  call: RestCall
  publicKey: string
  /** The id in the path, or an empty text. */
  ref: string
}

const TRANSACTION = '/api/v1/transactions/([A-Z0-9]+)'

export const OPERATIONS: readonly Operation<CallContext>[] = [
  operation('POST', 'checkout.direct', '/api/v2/checkout/direct', direct),
  operation('GET', 'checkout.read', '/api/v2/checkout/([A-Z0-9]+)', shown),
  operation('POST', 'transactions.authorize', '/api/v1/transactions', authorized),
  operation('GET', 'transactions.list', '/api/v1/transactions', listed),
  operation('GET', 'transactions.read', TRANSACTION, read),
  operation('POST', 'transactions.capture', `${TRANSACTION}/capture`, (context) => changed(context, capture)),
  operation('POST', 'transactions.void', `${TRANSACTION}/void`, (context) =>
    changed(context, voidTransaction),
  ),
  operation('POST', 'transactions.refund', `${TRANSACTION}/refund`, (context) => changed(context, refund)),
]

function operation(
  method: 'GET' | 'POST',
  name: string,
  path: string,
  run: (context: CallContext) => object,
): Operation<CallContext> {
  return { name, method, path: new RegExp(`^${path}$`), status: 200, run }
}

/** Returns the checkout with this id unless it has expired. */
export function findCheckout(records: Records, id: string, now: number): Checkout | null {
  const checkout = records.get<Checkout>('affirm-checkout', id)
  return checkout && checkout.expires > now ? checkout : null
}

export function saveCheckout(records: Records, checkout: Checkout): void {
  records.put('affirm-checkout', checkout.id, checkout)
  records.put('affirm-token', checkout.token, { id: checkout.id })
}

/** Returns the newest transactions. */
export function affirmTransactions(records: Records): Transaction[] {
  return records.newest<Transaction>('affirm-transaction', 200)
}

function direct(context: CallContext): object {
  const { records, call, now, id, publicKey } = context
  const request = readRequest(call.body, publicKey)
  if (isRefusal(request)) return request
  const checkout: Checkout = {
    id: id(),
    token: id(),
    expires: now + CHECKOUT_SECONDS,
    state: 'open',
    request,
  }
  saveCheckout(records, checkout)
  return {
    checkout_id: checkout.id,
    redirect_url: `${call.origin}/checkout/TREADLINESANDBOX/new/${checkout.id}/`,
  }
}

function shown({ records, now, ref }: CallContext): object {
  const checkout = records.get<Checkout>('affirm-checkout', ref)
  if (!checkout) return refuse(404, 'not_found', 'The checkout could not be found.')
  const { state, expires, request } = checkout
  const status =
    expires <= now ? 'expired' : state === 'open' ? 'pending' : state === 'denied' ? 'failed' : 'confirmed'
  return { checkout_id: ref, checkout_status: status, ...request }
}

const AUTHORIZE = v.object({ transaction_id: v.string(), order_id: v.optional(v.string()) })

function authorized(context: CallContext): object {
  const { records, call, now } = context
  const body = v.safeParse(AUTHORIZE, call.body)
  if (!body.success) return invalidField('transaction_id', 'This field is required.')
  const { transaction_id: token, order_id: orderId } = body.output
  if (records.get<Transaction>('affirm-transaction', token)) {
    return refuse(400, 'auth-not-allowed', 'The checkout token has already been used.')
  }
  const named = records.get<{ id: string }>('affirm-token', token)
  const checkout = named && findCheckout(records, named.id, now)
  if (checkout?.state === 'risky') return refuse(402, 'auth-declined', 'Charge authorization hold declined.')
  if (checkout?.state !== 'approved') {
    return invalidField('transaction_id', 'The checkout token is invalid or has expired.')
  }
  return save(records, authorize(checkout, orderId ?? checkout.request.order_id ?? null, context))
}

function listed({ records, call }: CallContext): object {
  const orderId = new URLSearchParams(call.query).get('order_id')
  const data = affirmTransactions(records).filter((known) => orderId === null || known.order_id === orderId)
  return { data }
}

function read({ records, ref }: CallContext): object {
  return records.get<Transaction>('affirm-transaction', ref) ?? missing()
}

const CHANGE = v.object({
  amount: v.optional(v.pipe(v.number(), v.integer())),
  order_id: v.optional(v.string()),
  reference_id: v.optional(v.string()),
})

/** Applies a change to the transaction in the path. */
function changed(
  context: CallContext,
  change: (transaction: Transaction, amount: number | undefined, now: Now, reference?: string) => Change,
): object {
  const { records, call, ref } = context
  const transaction = records.get<Transaction>('affirm-transaction', ref)
  if (!transaction) return missing()
  const body = v.safeParse(CHANGE, call.body ?? {})
  if (!body.success) return invalidField('amount', 'Must be a whole number of cents.')
  const result = change(transaction, body.output.amount, context, body.output.reference_id)
  if ('refused' in result) return result
  save(records, result.transaction)
  return result.event
}

function save(records: Records, transaction: Transaction): Transaction {
  records.put('affirm-transaction', transaction.id, transaction)
  return transaction
}

function missing() {
  return refuse(404, 'not_found', 'The transaction could not be found.')
}
