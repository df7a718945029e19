import type Stripe from 'stripe'
import type { Records } from '../records.ts'
import type { StoredToken } from './confirmation-token.ts'
import type { StoredCustomer } from './customer.ts'
import type { StripeEvent } from './event.ts'
import type { Outcome } from './outcome.ts'
import type { CardMethod } from './payment-method.ts'

/** Every kind of object that the sandbox stores. */
interface Kinds {
  intent: Stripe.PaymentIntent
  charge: Stripe.Charge
  refund: Stripe.Refund
  method: CardMethod
  customer: StoredCustomer
  token: StoredToken
  event: StripeEvent
}

/** Writes the object in its present state. */
export function save<Kind extends keyof Kinds>(records: Records, kind: Kind, object: Kinds[Kind]): void {
  records.put(kind, object.id, object)
}

/** Reads an object, or undefined when there is none of this kind with the id. */
export function find<Kind extends keyof Kinds>(
  records: Records,
  kind: Kind,
  id: string,
): Kinds[Kind] | undefined {
  return records.get<Kinds[Kind]>(kind, id) ?? undefined
}

/** The newest objects of a kind. */
export function newest<Kind extends keyof Kinds>(records: Records, kind: Kind, limit: number): Kinds[Kind][] {
  return records.newest(kind, limit)
}

/** Writes everything that a rule changed. */
export function saveOutcome(records: Records, outcome: Outcome): void {
  save(records, 'intent', outcome.intent)
  if (outcome.charge) save(records, 'charge', outcome.charge)
  if (outcome.refund) save(records, 'refund', outcome.refund)
  if (outcome.method) save(records, 'method', outcome.method)
}

/** The charge of the intent's last attempt. */
export function latestCharge(records: Records, intent: Stripe.PaymentIntent): Stripe.Charge | undefined {
  return typeof intent.latest_charge === 'string' ? find(records, 'charge', intent.latest_charge) : undefined
}
