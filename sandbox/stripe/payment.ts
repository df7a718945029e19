import type Stripe from 'stripe'

/** A payment as the payments page lists it; amounts in cents. */
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

/** Puts an intent and its last charge into one line. */
export function paymentOf(intent: Stripe.PaymentIntent, charge: Stripe.Charge | undefined): Payment {
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

/** What the 3-D Secure page shows of an intent. */
export interface Challenge {
  id: string
  amount: number
  /** Whether there is something to authenticate. */
  open: boolean
}

/** Where Stripe sends the browser after a redirect, or null when the shop's page waits for the answer itself. */
export function returnAddress(before: Stripe.PaymentIntent, after: Stripe.PaymentIntent): string | null {
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
