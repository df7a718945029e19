import type Stripe from 'stripe'
import type { Ledger } from '../ledger.ts'
import type { Records } from '../records.ts'
import { thisMoment } from './clock.ts'
import { settleChallenge } from './confirm.ts'
import { isFailure } from './failure.ts'
import { find, saveOutcome } from './store.ts'
import { publish } from './webhook.ts'

/** An intent on the 3-D Secure page. */
export interface Challenge {
  id: string
  amount: number
  /** True while the intent awaits authentication. */
  open: boolean
}

/** Returns the intent for the page; null when the client secret is wrong. */
export function findChallenge(records: Records, id: string, clientSecret: string): Challenge | null {
  const intent = intentWith(records, id, clientSecret)
  return intent && { id: intent.id, amount: intent.amount, open: intent.status === 'requires_action' }
}

/** Ends 3-D Secure; returns null when the intent is unknown or awaits no authentication. */
export function endChallenge(
  ledger: Ledger,
  id: string,
  clientSecret: string,
  passed: boolean,
): { status: string; back: string | null } | null {
  const { records } = ledger
  const intent = intentWith(records, id, clientSecret)
  const method = typeof intent?.payment_method === 'string' && find(records, 'method', intent.payment_method)
  if (!intent || !method) return null
  const moment = thisMoment()
  const outcome = settleChallenge(intent, method, passed, moment)
  if (isFailure(outcome)) return null
  saveOutcome(records, outcome)
  publish(ledger, outcome.events, { id: null, idempotency_key: null }, moment)
  return { status: outcome.intent.status, back: returnAddress(intent, outcome.intent) }
}

function intentWith(records: Records, id: string, clientSecret: string): Stripe.PaymentIntent | null {
  const intent = find(records, 'intent', id)
  return intent && intent.client_secret === clientSecret ? intent : null
}

/** Returns the address after a redirect; null when the shop's page receives the result itself. */
function returnAddress(before: Stripe.PaymentIntent, after: Stripe.PaymentIntent): string | null {
  const target = before.next_action?.redirect_to_url?.return_url
  if (!target) return null
  const address = new URL(target)
  address.searchParams.set('payment_intent', after.id)
  address.searchParams.set('payment_intent_client_secret', after.client_secret ?? '')
  address.searchParams.set(
    'redirect_status',
    after.status === 'requires_payment_method' ? 'failed' : 'succeeded',
  )
  return address.href
}
