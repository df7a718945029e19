import { isoOf } from '../clock.ts'
import { hmac } from '../hmac.ts'
import type { Capture, Now, Order, Refund } from './order.ts'

/** An event as the shop receives it; `resource` is the state at this moment. */
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

/** What happened, before it has an id and a time. */
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
 * The signature over an event's body. PayPal signs with a certificate and checks with it on request; here both ends of
 * that are the sandbox, so a secret does.
 */
async function signatureOf(secret: string, { id, time, webhookId, body }: Signed): Promise<string> {
  return btoa(String.fromCharCode(...(await hmac(secret, [id, time, webhookId, body].join('|')))))
}

interface Signed {
  /** Of the transmission. */
  id: string
  time: string
  webhookId: string
  body: string
}

/** The headers that an event is sent with. */
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

/** Answers the question whether an event with such headers was sent from here to this webhook. */
export async function isGenuine(secret: string, webhookId: string, asked: unknown): Promise<boolean> {
  if (typeof asked !== 'object' || asked === null) return false
  const fields = asked as Record<string, unknown>
  const { transmission_id: id, transmission_time: time, transmission_sig: signature } = fields
  if (typeof id !== 'string' || typeof time !== 'string' || fields.webhook_id !== webhookId) return false
  const body = JSON.stringify(fields.webhook_event)
  return (await signatureOf(secret, { id, time, webhookId, body })) === signature
}
