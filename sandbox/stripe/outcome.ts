import type Stripe from 'stripe'
import type { Failure } from './failure.ts'
import type { CardMethod } from './payment-method.ts'

/** An event of which a webhook notifies the shop. */
export interface EventDraft {
  type: string
  object: Stripe.PaymentIntent | Stripe.Charge | Stripe.Refund
}

/** The result of a rule: the new state of each object, the events and the refusal, if any. */
export interface Outcome {
  intent: Stripe.PaymentIntent
  charge?: Stripe.Charge
  refund?: Stripe.Refund
  /** A card that the rule saved. */
  method?: CardMethod
  events: EventDraft[]
  /** Set when the caller gets an error although the state changed, as with a declined card. */
  failure?: Failure
}
