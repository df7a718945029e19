import type Stripe from 'stripe'
import type { ListedPayment } from '../pages/provider-page.ts'
import type { Records } from '../records.ts'
import { latestCharge, newest } from './store.ts'

/** A payment in the list of the payments page; amounts in cents. */
export interface Payment {
  id: string
  amount: number
  refunded: number
  status: string
  /** Why the last attempt failed. */
  problem: string | null
  card: string | null
  metadata: Record<string, string>
  description: string | null
  email: string | null
  /** Seconds. */
  created: number
}

/** Returns the newest payments. */
export function listPayments(records: Records): Payment[] {
  return newest(records, 'intent', 200).map((intent) => paymentOf(intent, latestCharge(records, intent)))
}

/** Returns the list entry of an intent and its last charge. */
function paymentOf(intent: Stripe.PaymentIntent, charge: Stripe.Charge | undefined): Payment {
  const card = charge?.payment_method_details?.card
  const error = intent.last_payment_error
  return {
    id: intent.id,
    amount: intent.amount,
    refunded: charge && intent.status === 'succeeded' ? charge.amount_refunded : 0,
    status: intent.status,
    problem: error?.decline_code ?? error?.code ?? null,
    card: card ? `${card.brand} •••• ${card.last4}` : null,
    metadata: intent.metadata,
    description: intent.description,
    email: intent.receipt_email,
    created: intent.created,
  }
}

/** Converts a payment to the form that all providers have in common. */
export function listed({ id, amount, status: state, refunded, metadata, created }: Payment): ListedPayment {
  const net = state === 'succeeded' ? amount - refunded : 0
  const order = metadata.order_number ?? null
  return { id, amount, state, refunded, net, order, created: new Date(created * 1000).toISOString() }
}
