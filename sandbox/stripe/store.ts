import type Stripe from 'stripe'
import type { Records } from '../records.ts'
import type { StoredToken } from './confirmation-token.ts'
import type { StoredCustomer } from './customer.ts'
import type { StripeEvent } from './event.ts'
import type { Outcome } from './outcome.ts'
import type { CardMethod } from './payment-method.ts'

/** The kinds of stored objects. */
interface Kinds {
  intent: Stripe.PaymentIntent
  charge: Stripe.Charge
  refund: Stripe.Refund
  method: CardMethod
  customer: StoredCustomer
  token: StoredToken
  event: StripeEvent
}

/** Stores the current state of an object. */
export function save<Kind extends keyof Kinds>(records: Records, kind: Kind, object: Kinds[Kind]): void {
  records.put(kind, object.id, object)
}

/** Returns an object, or undefined when no object of this kind has the id. */
export function find<Kind extends keyof Kinds>(
  records: Records,
  kind: Kind,
  id: string,
): Kinds[Kind] | undefined {
  return records.get<Kinds[Kind]>(kind, id) ?? undefined
}

/** Returns the newest objects of a kind. */
export function newest<Kind extends keyof Kinds>(records: Records, kind: Kind, limit: number): Kinds[Kind][] {
  return records.newest(kind, limit)
}

/** Stores everything that a rule changed. */
export function saveOutcome(records: Records, outcome: Outcome): void {
  save(records, 'intent', outcome.intent)
  if (outcome.charge) save(records, 'charge', outcome.charge)
  if (outcome.refund) save(records, 'refund', outcome.refund)
  if (outcome.method) save(records, 'method', outcome.method)
}

/** Returns the charge of the intent's last attempt. */
export function latestCharge(records: Records, intent: Stripe.PaymentIntent): Stripe.Charge | undefined {
  return typeof intent.latest_charge === 'string' ? find(records, 'charge', intent.latest_charge) : undefined
}
