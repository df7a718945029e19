import type Stripe from 'stripe'
import { type Answer, type Desk, limitOf, listAnswer } from './call-context.ts'
import { badParam, type Failure, isFailure, noSuch } from './failure.ts'
import { requiredText, textOf, textsOf, unknownParam } from './params.ts'
import type { CardMethod } from './payment-method.ts'
import { methodByName } from './payment-source.ts'
import { find, newest, save } from './store.ts'

/** A customer as far as saved cards need one. */
export type StoredCustomer = Pick<
  Stripe.Customer,
  'id' | 'object' | 'created' | 'email' | 'name' | 'metadata' | 'livemode'
> & { deleted?: boolean }

/** POST /v1/customers */
export function createCustomer(desk: Desk): Answer {
  const stray = unknownParam(desk.params, ['email', 'name', 'metadata', 'description', 'expand'])
  if (stray) return stray
  const customer: StoredCustomer = {
    id: desk.moment.id('cus'),
    object: 'customer',
    created: desk.moment.now,
    email: textOf(desk.params, 'email') ?? null,
    name: textOf(desk.params, 'name') ?? null,
    metadata: textsOf(desk.params, 'metadata'),
    livemode: false,
  }
  save(desk.records, 'customer', customer)
  return customer
}

/** DELETE /v1/customers/:id: the customer and every card that is saved for it. */
export function deleteCustomer(desk: Desk): Answer {
  const customer = living(desk, desk.id)
  if (!customer) return noSuch('customer', desk.id, 'id')
  save(desk.records, 'customer', { ...customer, email: null, name: null, metadata: {}, deleted: true })
  for (const method of cardsOf(desk, customer.id)) save(desk.records, 'method', { ...method, customer: null })
  return { id: customer.id, object: 'customer', deleted: true }
}

/** GET /v1/payment_methods?customer= */
export function listMethods(desk: Desk): Answer {
  const stray = unknownParam(desk.params, ['customer', 'type', 'limit', 'expand'])
  if (stray) return stray
  const id = requiredText(desk.params, 'customer')
  if (isFailure(id)) return id
  if (!living(desk, id)) return noSuch('customer', id, 'customer')
  return listAnswer('/v1/payment_methods', cardsOf(desk, id).slice(0, limitOf(desk.params)))
}

/** POST /v1/payment_methods/:id/attach; a ready-made `pm_card_…` becomes a card of its own. */
export function attachMethod(desk: Desk): Answer {
  const id = requiredText(desk.params, 'customer')
  if (isFailure(id)) return id
  if (!living(desk, id)) return noSuch('customer', id, 'customer')
  const method = methodByName(desk, desk.id)
  if (isFailure(method)) return method
  const attached: CardMethod = { ...method, customer: id }
  save(desk.records, 'method', attached)
  return attached
}

/** POST /v1/payment_methods/:id/detach */
export function detachMethod(desk: Desk): Answer {
  const method = find(desk.records, 'method', desk.id)
  if (!method || method.customer === null) return noSuch('PaymentMethod', desk.id, 'payment_method')
  const detached: CardMethod = { ...method, customer: null }
  save(desk.records, 'method', detached)
  return detached
}

/** The refusal for a customer that is not there, or null. */
export function customerProblem(desk: Desk, id: string | undefined): Failure | null {
  return id === undefined || living(desk, id) ? null : noSuch('customer', id, 'customer')
}

/** A saved card pays for its own customer alone. */
export function ownerProblem(method: CardMethod, customer: string | null): Failure | null {
  const owner = typeof method.customer === 'string' ? method.customer : (method.customer?.id ?? null)
  if (owner === null || owner === customer) return null
  return badParam(
    'payment_method',
    'payment_intent_invalid_parameter',
    customer === null
      ? `The PaymentMethod you provided (${method.id}) is attached to a customer so for security purposes you must provide the customer in the request.`
      : `The PaymentMethod ${method.id} does not belong to the Customer ${customer}.`,
  )
}

function living(desk: Desk, id: string): StoredCustomer | null {
  const customer = find(desk.records, 'customer', id)
  return customer && !customer.deleted ? customer : null
}

/** Newest first. */
function cardsOf(desk: Desk, customerId: string): CardMethod[] {
  return newest(desk.records, 'method', 1000).filter(({ customer }) => customer === customerId)
}
