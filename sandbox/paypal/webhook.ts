import type { Records } from '../records.ts'
import type { Delivery, Parcel } from '../webhook-delivery.ts'
import { type PaypalEvent, signedHeaders } from './event.ts'
import { isoOf } from './order.ts'

/** Whether an event is PayPal's, by its id. */
export function isPaypalEvent(id: string): boolean {
  return id.startsWith('WH-')
}

/** An event of PayPal as it is sent, signed for the shop's webhook; a forged one with another secret. */
export async function paypalParcel(
  records: Records,
  delivery: Delivery,
  target: { url: string; secret: string; webhookId: string },
): Promise<Parcel | null> {
  const event = records.get<PaypalEvent>('paypal-event', delivery.event)
  if (!event || target.url === '') return null
  const body = JSON.stringify(event)
  const { webhookId } = target
  const secret = delivery.forged ? `${target.secret}_forged` : target.secret
  const signed = {
    id: crypto.randomUUID(),
    webhookId,
    body,
    time: isoOf(Math.floor(Date.now() / 1000)),
  }
  return { url: target.url, headers: await signedHeaders(secret, signed, new URL(target.url).origin), body }
}
