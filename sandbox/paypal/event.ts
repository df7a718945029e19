import { isoOf } from '../clock.ts'
import { hmac } from '../hmac.ts'
import type { Capture, Now, Order, Refund } from './order.ts'

/** An event as the shop receives it; `resource` is the state when the event was created. */
export interface PaypalEvent {
  id: string
  event_version: '1.0'
  resource_version: '2.0'
  resource_type: 'checkout-order' | 'capture' | 'refund'
  event_type: string
  summary: string
  create_time: string
  resource: Order | Capture | Refund
}

/** An event without id and time. */
export type EventDraft = Pick<PaypalEvent, 'resource_type' | 'event_type' | 'summary' | 'resource'>

export function newEvent(draft: EventDraft, at: Pick<Now, 'now' | 'id'>): PaypalEvent {
  return {
    id: `WH-${at.id()}-${at.id()}`,
    event_version: '1.0',
    resource_version: '2.0',
    create_time: isoOf(at.now),
    ...draft,
  }
}

/**
 * Returns the signature of an event's body. PayPal signs with a certificate and verifies on request; the
 * sandbox does both, so a secret is enough.
 */
async function signatureOf(secret: string, { id, time, webhookId, body }: Signed): Promise<string> {
  return btoa(String.fromCharCode(...(await hmac(secret, [id, time, webhookId, body].join('|')))))
}

interface Signed {
  /** The id of the transmission. */
  id: string
  time: string
  webhookId: string
  body: string
}

/** Returns the headers of an event. */
export async function signedHeaders(
  secret: string,
  signed: Signed,
  origin: string,
): Promise<Record<string, string>> {
  return {
    'content-type': 'application/json',
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-cert-url': `${origin}/v1/notifications/certs/CERT-sandbox`,
    'paypal-transmission-id': signed.id,
    'paypal-transmission-sig': await signatureOf(secret, signed),
    'paypal-transmission-time': signed.time,
    'user-agent': 'PayPal/AUHR-214.0-58847955',
  }
}

/** Checks whether the sandbox sent an event with these headers to this webhook. */
export async function isGenuine(secret: string, webhookId: string, request: unknown): Promise<boolean> {
  if (typeof request !== 'object' || request === null) return false
  const fields = request as Record<string, unknown>
  const { transmission_id: id, transmission_time: time, transmission_sig: signature } = fields
  if (typeof id !== 'string' || typeof time !== 'string' || fields.webhook_id !== webhookId) return false
  const body = JSON.stringify(fields.webhook_event)
  return (await signatureOf(secret, { id, time, webhookId, body })) === signature
}
