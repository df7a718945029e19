import type Stripe from 'stripe'
import type { Moment } from './clock.ts'
import type { EventDraft } from './outcome.ts'

/** The API version of the SDK that the shop pins; every event is rendered in it. */
export const API_VERSION = '2026-10-28.endive'

/** An event as the shop receives it; `data.object` is the state when the event was created. */
export interface StripeEvent {
  id: string
  object: 'event'
  api_version: string
  created: number
  data: { object: Stripe.PaymentIntent | Stripe.Charge | Stripe.Refund }
  livemode: false
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null }
  type: string
}

/** Creates an event from a draft. */
export function newEvent(draft: EventDraft, request: StripeEvent['request'], moment: Moment): StripeEvent {
  return {
    id: moment.id('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: moment.now,
    data: { object: draft.object },
    livemode: false,
    pending_webhooks: 0,
    request,
    type: draft.type,
  }
}
