import type Stripe from 'stripe'
import type { Failure } from './failure.ts'

/** Something that the shop is told of by webhook. */
export interface EventDraft {
  type: string
  object: Stripe.PaymentIntent | Stripe.Charge | Stripe.Refund
}

/** What a rule changed: the new state of each object, the events it gives rise to, and the refusal if any. */
export interface Outcome {
  intent: Stripe.PaymentIntent
  charge?: Stripe.Charge
  refund?: Stripe.Refund
  events: EventDraft[]
  /** Set when the caller gets an error although the state changed, as with a declined card. */
  failure?: Failure
}
