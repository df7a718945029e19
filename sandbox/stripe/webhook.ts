import { secondsNow } from '../clock.ts'
import { hexHmac } from '../hmac.ts'
import type { Ledger } from '../ledger.ts'
import type { Delivery, WebhookRequest } from '../webhook-delivery.ts'
import type { Moment } from './clock.ts'
import { newEvent, type StripeEvent } from './event.ts'
import type { EventDraft } from './outcome.ts'
import { find, save } from './store.ts'

/** Stores events and queues them for the shop. */
export function publish(
  ledger: Ledger,
  drafts: EventDraft[],
  request: StripeEvent['request'],
  moment: Moment,
): void {
  for (const draft of drafts) {
    const event = newEvent(draft, request, moment)
    save(ledger.records, 'event', {
      ...event,
      pending_webhooks: ledger.notify('stripe', event.id, event.type),
    })
  }
}

/** Builds the request of a Stripe event: formatted JSON, signed now; a forged one with another secret. */
export async function stripeWebhookRequest(
  ledger: Ledger,
  delivery: Delivery,
): Promise<WebhookRequest | null> {
  const url = ledger.webhookUrl('stripe')
  if (url === '') return null
  const body = JSON.stringify(find(ledger.records, 'event', delivery.event), null, 2)
  const { STRIPE_WEBHOOK_SECRET: key } = ledger.keys
  const secret = delivery.forged ? `${key}_forged` : key
  return {
    url,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': await signatureHeader(body, secret, secondsNow()),
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    },
    body,
  }
}

/** Returns `t=<seconds>,v1=<hex HMAC-SHA256 of "t.body">` (docs.stripe.com/webhooks#verify-manually). */
async function signatureHeader(body: string, secret: string, seconds: number): Promise<string> {
  return `t=${seconds},v1=${await hexHmac(secret, `${seconds}.${body}`)}`
}
