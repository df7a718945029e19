import { isoOf, secondsNow } from '../clock.ts'
import type { Ledger } from '../ledger.ts'
import type { Delivery, WebhookRequest } from '../webhook-delivery.ts'
import { type EventDraft, newEvent, type PaypalEvent, signedHeaders } from './event.ts'
import type { Now } from './order.ts'

/** Checks by its id whether an event is PayPal's. */
export function isPaypalEvent(id: string): boolean {
  return id.startsWith('WH-')
}

/** Stores an event and queues it for the shop. */
export function publish(ledger: Ledger, draft: EventDraft, at: Now): void {
  const event = newEvent(draft, at)
  ledger.records.put('paypal-event', event.id, event)
  ledger.notify('paypal', event.id, event.event_type)
}

/** Builds the request of a PayPal event, signed for the shop's webhook; a forged one with another secret. */
export async function paypalWebhookRequest(
  ledger: Ledger,
  delivery: Delivery,
): Promise<WebhookRequest | null> {
  const event = ledger.records.get<PaypalEvent>('paypal-event', delivery.event)
  const url = ledger.webhookUrl('paypal')
  if (!event || url === '') return null
  const body = JSON.stringify(event)
  const { PAYPAL_CLIENT_SECRET: key, PAYPAL_WEBHOOK_ID: webhookId } = ledger.keys
  const secret = delivery.forged ? `${key}_forged` : key
  const signed = {
    id: crypto.randomUUID(),
    webhookId,
    body,
    time: isoOf(secondsNow()),
  }
  return { url, headers: await signedHeaders(secret, signed, new URL(url).origin), body }
}
