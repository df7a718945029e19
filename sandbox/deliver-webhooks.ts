import type { Ledger } from './ledger.ts'
import type { PaypalEvent } from './paypal/event.ts'
import { isPaypalEvent, paypalParcel } from './paypal/webhook.ts'
import { find } from './stripe/store.ts'
import { stripeParcel } from './stripe/webhook.ts'
import { deliverDue } from './webhook-delivery.ts'

/** Sends what is due now; the number of attempts. */
export async function deliverWebhooks(ledger: Ledger): Promise<number> {
  const attempts = await deliverDue(ledger.records, (delivery) =>
    isPaypalEvent(delivery.event) ? paypalParcel(ledger, delivery) : stripeParcel(ledger, delivery),
  )
  ledger.schedule()
  return attempts
}

/** Sends an event once more; false when there is no such event, or no address. */
export function resendEvent(ledger: Ledger, id: string): boolean {
  const { records } = ledger
  const [service, type] = isPaypalEvent(id)
    ? (['paypal', records.get<PaypalEvent>('paypal-event', id)?.event_type] as const)
    : (['stripe', find(records, 'event', id)?.type] as const)
  return type !== undefined && ledger.notifyAgain(service, id, type)
}
