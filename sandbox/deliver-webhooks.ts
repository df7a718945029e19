import type { Ledger } from './ledger.ts'
import type { PaypalEvent } from './paypal/event.ts'
import { isPaypalEvent, paypalWebhookRequest } from './paypal/webhook.ts'
import { find } from './stripe/store.ts'
import { stripeWebhookRequest } from './stripe/webhook.ts'
import { deliverDue } from './webhook-delivery.ts'

/** Sends the webhooks that are due; returns the number of attempts. */
export async function deliverWebhooks(ledger: Ledger): Promise<number> {
  const attempts = await deliverDue(ledger.records, (delivery) =>
    isPaypalEvent(delivery.event)
      ? paypalWebhookRequest(ledger, delivery)
      : stripeWebhookRequest(ledger, delivery),
  )
  ledger.schedule()
  return attempts
}

/** Sends an event again; returns false when the event or the address does not exist. */
export function resendEvent(ledger: Ledger, id: string): boolean {
  const { records } = ledger
  const [service, type] = isPaypalEvent(id)
    ? (['paypal', records.get<PaypalEvent>('paypal-event', id)?.event_type] as const)
    : (['stripe', find(records, 'event', id)?.type] as const)
  return type !== undefined && ledger.notifyAgain(service, id, type)
}
