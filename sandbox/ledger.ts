import { takeFault } from './control/faults.ts'
import type { Keys } from './env.ts'
import type { Message } from './mail/message.ts'
import type { Records } from './records.ts'
import { nextDue, pendingFor, planDeliveries, queueDelivery } from './webhook-delivery.ts'

/** Services that notify the shop of what happened. */
export type WebhookService = 'stripe' | 'paypal'

/**
 * All that the sandbox remembers. Each request reads, applies a rule and writes without an await between, so that no
 * other request sees half of it. Only two things live in memory alone, and may: the idempotency keys of requests that
 * are at work, and those who wait for a mail.
 */
export class Ledger {
  readonly records: Records
  readonly keys: Keys
  /** Idempotency keys whose first request is at work. */
  readonly running = new Set<string>()
  readonly mailWaiters = new Set<(message: Message) => void>()
  readonly #onDue: (due: number) => void

  /** `onDue` learns when the next webhook is to be sent. */
  constructor(records: Records, keys: Keys, onDue: (due: number) => void = () => undefined) {
    this.records = records
    this.keys = keys
    this.#onDue = onDue
  }

  /** Queues a fresh event for the shop unless a fault drops it; the number of deliveries. */
  notify(service: WebhookService, event: string, type: string): number {
    const fault = takeFault(this.records, `${service}-webhook`, type)
    const plans = this.webhookUrl(service) === '' ? [] : planDeliveries(fault, Date.now())
    for (const plan of plans) queueDelivery(this.records, event, type, plan)
    this.schedule()
    return plans.length
  }

  /** Sends an event once more; false when events of the service go nowhere. */
  notifyAgain(service: WebhookService, event: string, type: string): boolean {
    if (this.webhookUrl(service) === '') return false
    queueDelivery(this.records, event, type, { due: Date.now(), held: 0, forged: 0 })
    this.schedule()
    return true
  }

  /** Returns how many deliveries of an event wait. */
  pendingWebhooks(event: string): number {
    return pendingFor(this.records, event)
  }

  webhookUrl(service: WebhookService): string {
    const { SHOP_WEBHOOK_URL: stripe, SHOP_PAYPAL_WEBHOOK_URL: paypal } = this.keys
    return this.records.get<{ url: string }>('webhook-url', service)?.url ?? { stripe, paypal }[service]
  }

  /** Sends a service's events from now on to this address instead of the configured one; empty stops them. */
  setWebhookUrl(service: WebhookService, url: string): void {
    this.records.put('webhook-url', service, { url })
  }

  schedule(): void {
    const due = nextDue(this.records)
    if (due !== null) this.#onDue(due)
  }
}
