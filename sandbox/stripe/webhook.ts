import type { Records } from '../records.ts'
import type { Delivery, Parcel } from '../webhook-delivery.ts'
import { signatureHeader } from './signature.ts'
import { find } from './store.ts'

/** An event of Stripe as it is sent: pretty JSON, signed at this moment; a forged one with another secret. */
export async function stripeParcel(
  records: Records,
  delivery: Delivery,
  target: { url: string; secret: string },
): Promise<Parcel | null> {
  if (target.url === '') return null
  const body = JSON.stringify(find(records, 'event', delivery.event), null, 2)
  const secret = delivery.forged ? `${target.secret}_forged` : target.secret
  return {
    url: target.url,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': await signatureHeader(body, secret, Math.floor(Date.now() / 1000)),
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    },
    body,
  }
}
