import type Stripe from 'stripe'
import type { KeptToken } from './confirmation-token.ts'
import type { KeptCustomer } from './customer.ts'
import type { StripeEvent } from './event.ts'
import type { Outcome } from './outcome.ts'
import type { CardMethod } from './payment-method.ts'

/** Every kind of object that the sandbox keeps. */
interface Kinds {
  intent: Stripe.PaymentIntent
  charge: Stripe.Charge
  refund: Stripe.Refund
  method: CardMethod
  customer: KeptCustomer
  token: KeptToken
  event: StripeEvent
}

/** One table for all objects: they are read by id or listed newest first, never joined. */
export function createBooks(sql: SqlStorage): void {
  sql.exec(`CREATE TABLE IF NOT EXISTS objects (
    place INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    json TEXT NOT NULL
  )`)
}

/** Writes the object in its present state. */
export function keep<Kind extends keyof Kinds>(sql: SqlStorage, kind: Kind, object: Kinds[Kind]): void {
  sql.exec(
    'INSERT INTO objects (id, kind, json) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET json = excluded.json',
    object.id,
    kind,
    JSON.stringify(object),
  )
}

/** Reads an object, or undefined when there is none of this kind with the id. */
export function find<Kind extends keyof Kinds>(
  sql: SqlStorage,
  kind: Kind,
  id: string,
): Kinds[Kind] | undefined {
  const [row] = sql
    .exec<{ json: string }>('SELECT json FROM objects WHERE id = ? AND kind = ?', id, kind)
    .toArray()
  return row && (JSON.parse(row.json) as Kinds[Kind])
}

/** The newest objects of a kind. */
export function newest<Kind extends keyof Kinds>(sql: SqlStorage, kind: Kind, limit: number): Kinds[Kind][] {
  return sql
    .exec<{ json: string }>(
      'SELECT json FROM objects WHERE kind = ? ORDER BY place DESC LIMIT ?',
      kind,
      limit,
    )
    .toArray()
    .map((row) => JSON.parse(row.json) as Kinds[Kind])
}

/** Writes everything that a rule changed. */
export function keepOutcome(sql: SqlStorage, outcome: Outcome): void {
  keep(sql, 'intent', outcome.intent)
  if (outcome.charge) keep(sql, 'charge', outcome.charge)
  if (outcome.refund) keep(sql, 'refund', outcome.refund)
  if (outcome.method) keep(sql, 'method', outcome.method)
}

/** The charge of the intent's last attempt. */
export function latestCharge(sql: SqlStorage, intent: Stripe.PaymentIntent): Stripe.Charge | undefined {
  return typeof intent.latest_charge === 'string' ? find(sql, 'charge', intent.latest_charge) : undefined
}
