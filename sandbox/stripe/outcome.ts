import type Stripe from 'stripe'
import type { Failure } from './failure.ts'
import type { CardMethod } from './payment-method.ts'

/** Something that the shop is notified of by webhook. */
export interface EventDraft {
  type: string
  object: Stripe.PaymentIntent | Stripe.Charge | Stripe.Refund
}

/** What a rule changed: the new state of each object, the events it gives rise to, and the refusal if any. */
export interface Outcome {
  intent: Stripe.PaymentIntent
  charge?: Stripe.Charge
  refund?: Stripe.Refund
  /** A card that is saved from now on. */
  method?: CardMethod
  events: EventDraft[]
  /** Set when the caller gets an error although the state changed, as with a declined card. */
  failure?: Failure
}
