import { takeFault } from './control/faults.ts'
import type { Keys } from './env.ts'
import type { Message } from './mail/message.ts'
import type { Records } from './records.ts'
import { nextDue, pendingFor, planDeliveries, queueDelivery } from './webhook-delivery.ts'

/** Services that send webhooks to the shop. */
export type WebhookService = 'stripe' | 'paypal'

/**
 * All state of the sandbox. Each request reads, applies a rule and writes without an await between, so that
 * no other request sees half of a change. Two things are in memory alone, which is safe: the idempotency keys
 * of running requests and the readers that wait for a mail.
 */
export class Ledger {
  readonly records: Records
  readonly keys: Keys
  /** Idempotency keys whose first request is running. */
  readonly running = new Set<string>()
  readonly mailWaiters = new Set<(message: Message) => void>()
  readonly #onDue: (due: number) => void

  /** `onDue` receives the time of the next webhook. */
  constructor(records: Records, keys: Keys, onDue: (due: number) => void = () => undefined) {
    this.records = records
    this.keys = keys
    this.#onDue = onDue
  }

  /** Queues a new event for the shop unless a fault drops it; returns the number of deliveries. */
  notify(service: WebhookService, event: string, type: string): number {
    const fault = takeFault(this.records, `${service}-webhook`, type)
    const plans = this.webhookUrl(service) === '' ? [] : planDeliveries(fault, Date.now())
    for (const plan of plans) queueDelivery(this.records, event, type, plan)
    this.schedule()
    return plans.length
  }

  /** Sends an event again; returns false when the service has no webhook address. */
  notifyAgain(service: WebhookService, event: string, type: string): boolean {
    if (this.webhookUrl(service) === '') return false
    queueDelivery(this.records, event, type, { due: Date.now(), held: 0, forged: 0 })
    this.schedule()
    return true
  }

  /** Returns the number of pending deliveries of an event. */
  pendingWebhooks(event: string): number {
    return pendingFor(this.records, event)
  }

  webhookUrl(service: WebhookService): string {
    const { SHOP_WEBHOOK_URL: stripe, SHOP_PAYPAL_WEBHOOK_URL: paypal } = this.keys
    return this.records.get<{ url: string }>('webhook-url', service)?.url ?? { stripe, paypal }[service]
  }

  /** Replaces the configured address for a service's events; an empty one stops them. */
  setWebhookUrl(service: WebhookService, url: string): void {
    this.records.put('webhook-url', service, { url })
  }

  schedule(): void {
    const due = nextDue(this.records)
    if (due !== null) this.#onDue(due)
  }
}
