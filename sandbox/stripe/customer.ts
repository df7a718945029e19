import type Stripe from 'stripe'
import { type Answer, type CallContext, limitOf, listAnswer } from './call-context.ts'
import { badParam, type Failure, isFailure, noSuch } from './failure.ts'
import { requiredText, textOf, textsOf, unknownParam } from './params.ts'
import type { CardMethod } from './payment-method.ts'
import { methodByName } from './payment-source.ts'
import { find, newest, save } from './store.ts'

/** The fields of a customer that saved cards need. */
export type StoredCustomer = Pick<
  Stripe.Customer,
  'id' | 'object' | 'created' | 'email' | 'name' | 'metadata' | 'livemode'
> & { deleted?: boolean }

/** POST /v1/customers */
export function createCustomer(context: CallContext): Answer {
  const unknown = unknownParam(context.params, ['email', 'name', 'metadata', 'description', 'expand'])
  if (unknown) return unknown
  const customer: StoredCustomer = {
    id: context.moment.id('cus'),
    object: 'customer',
    created: context.moment.now,
    email: textOf(context.params, 'email') ?? null,
    name: textOf(context.params, 'name') ?? null,
    metadata: textsOf(context.params, 'metadata'),
    livemode: false,
  }
  save(context.records, 'customer', customer)
  return customer
}

/** DELETE /v1/customers/:id: deletes the customer and detaches its cards. */
export function deleteCustomer(context: CallContext): Answer {
  const customer = activeCustomer(context, context.id)
  if (!customer) return noSuch('customer', context.id, 'id')
  save(context.records, 'customer', { ...customer, email: null, name: null, metadata: {}, deleted: true })
  for (const method of cardsOf(context, customer.id))
    save(context.records, 'method', { ...method, customer: null })
  return { id: customer.id, object: 'customer', deleted: true }
}

/** GET /v1/payment_methods?customer= */
export function listMethods(context: CallContext): Answer {
  const unknown = unknownParam(context.params, ['customer', 'type', 'limit', 'expand'])
  if (unknown) return unknown
  const id = requiredText(context.params, 'customer')
  if (isFailure(id)) return id
  if (!activeCustomer(context, id)) return noSuch('customer', id, 'customer')
  return listAnswer('/v1/payment_methods', cardsOf(context, id).slice(0, limitOf(context.params)))
}

/** POST /v1/payment_methods/:id/attach; a ready-made `pm_card_…` becomes a card of its own. */
export function attachMethod(context: CallContext): Answer {
  const id = requiredText(context.params, 'customer')
  if (isFailure(id)) return id
  if (!activeCustomer(context, id)) return noSuch('customer', id, 'customer')
  const method = methodByName(context, context.id)
  if (isFailure(method)) return method
  const attached: CardMethod = { ...method, customer: id }
  save(context.records, 'method', attached)
  return attached
}

/** POST /v1/payment_methods/:id/detach */
export function detachMethod(context: CallContext): Answer {
  const method = find(context.records, 'method', context.id)
  if (!method || method.customer === null) return noSuch('PaymentMethod', context.id, 'payment_method')
  const detached: CardMethod = { ...method, customer: null }
  save(context.records, 'method', detached)
  return detached
}

/** Returns the refusal for an unknown customer, or null. */
export function customerProblem(context: CallContext, id: string | undefined): Failure | null {
  return id === undefined || activeCustomer(context, id) ? null : noSuch('customer', id, 'customer')
}

/** Returns the refusal for a saved card of another customer, or null. */
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

function activeCustomer(context: CallContext, id: string): StoredCustomer | null {
  const customer = find(context.records, 'customer', id)
  return customer && !customer.deleted ? customer : null
}

/** Returns the customer's cards, newest first. */
function cardsOf(context: CallContext, customerId: string): CardMethod[] {
  return newest(context.records, 'method', 1000).filter(({ customer }) => customer === customerId)
}
