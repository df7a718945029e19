import { DurableObject } from 'cloudflare:workers'
import type Stripe from 'stripe'
import {
  type AffirmChoice,
  answerAffirm,
  decideAffirm,
  expireAffirmCheckout,
  type OpenAffirmCheckout,
  openAffirmCheckout,
} from './affirm/call.ts'
import { affirmTransactions } from './affirm/operations.ts'
import type { Transaction } from './affirm/transaction.ts'
import {
  type AfterpayChoice,
  answerAfterpay,
  decideAfterpay,
  expireAfterpayCheckout,
  type OpenAfterpayCheckout,
  openAfterpayCheckout,
} from './afterpay/call.ts'
import { afterpayPayments } from './afterpay/operations.ts'
import type { Payment as AfterpayPayment } from './afterpay/payment.ts'
import { addFault, clearFaults, type Fault, listFaults, takeFault } from './control/faults.ts'
import type { Env } from './env.ts'
import {
  clearMailbox,
  createMailbox,
  findMessage,
  listMessages,
  type MailQuery,
  matches,
} from './mail/mailbox.ts'
import type { Message } from './mail/message.ts'
import { type MailCall, sendMail } from './mail/send.ts'
import {
  answerPaypal,
  at,
  decidePaypal,
  expirePaypalOrder,
  type OpenCheckout,
  openPaypalCheckout,
  type PaypalCall,
  type PaypalContext,
} from './paypal/call.ts'
import {
  newEvent as newPaypalEvent,
  type EventDraft as PaypalDraft,
  type PaypalEvent,
} from './paypal/event.ts'
import { paypalOrders } from './paypal/operations.ts'
import type { Choice as PaypalChoice, Order as PaypalOrder } from './paypal/order.ts'
import { isPaypalEvent, paypalParcel } from './paypal/webhook.ts'
import { type Records, sqlRecords } from './records.ts'
import type { RestAnswer, RestCall } from './rest-call.ts'
import { type Answered, answerCall, type StripeCall } from './stripe/call.ts'
import { type Moment, thisMoment } from './stripe/clock.ts'
import { settleChallenge } from './stripe/confirm.ts'
import { newEvent, type StripeEvent } from './stripe/event.ts'
import { isFailure } from './stripe/failure.ts'
import type { EventDraft } from './stripe/outcome.ts'
import { type Challenge, type Payment, paymentOf, returnAddress } from './stripe/payment.ts'
import { find, keep, keepOutcome, latestCharge, newest } from './stripe/store.ts'
import { stripeParcel } from './stripe/webhook.ts'
import {
  createDeliveries,
  type Delivery,
  deliverDue,
  listDeliveries,
  nextDue,
  type Parcel,
  pendingFor,
  planDeliveries,
  queueDelivery,
} from './webhook-delivery.ts'

/** Services that notify the shop of what happened. */
export type WebhookService = 'stripe' | 'paypal'

interface MailWaiter {
  query: MailQuery
  wake(): void
}

const TABLES = ['records', 'deliveries', 'mails', 'mail_keys', 'settings']

/**
 * All that the sandbox remembers, in SQLite. Each call reads, applies a rule and writes without an await between,
 * so that no other call sees half of it. Only two things live in memory alone, and may: the idempotency keys of
 * requests at work in this very object, and those who wait for a mail.
 */
export class LedgerObject extends DurableObject<Env> {
  private readonly sql: SqlStorage
  private readonly records: Records
  private readonly running = {
    stripe: new Set<string>(),
    paypal: new Set<string>(),
    affirm: new Set<string>(),
    mail: new Set<string>(),
  }
  private readonly waiters = new Set<MailWaiter>()

  constructor(state: DurableObjectState, env: Env) {
    super(state, env)
    this.sql = state.storage.sql
    this.records = sqlRecords(this.sql)
    createDeliveries(this.sql)
    createMailbox(this.sql)
    this.sql.exec('CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL)')
  }

  /** One request to Stripe's API. */
  async stripe(call: StripeCall): Promise<Answered> {
    const answered = await answerCall(call, {
      records: this.records,
      running: this.running.stripe,
      announce: this.announce.bind(this),
      pendingWebhooks: (event) => pendingFor(this.sql, event),
    })
    await this.schedule()
    return answered
  }

  private intentWith(id: string, clientSecret: string): Stripe.PaymentIntent | null {
    const intent = find(this.records, 'intent', id)
    return intent && intent.client_secret === clientSecret ? intent : null
  }

  /** What the 3-D Secure page shows; null when the client secret is not the intent's. */
  async challenge(id: string, clientSecret: string): Promise<Challenge | null> {
    const intent = this.intentWith(id, clientSecret)
    return intent && { id: intent.id, amount: intent.amount, open: intent.status === 'requires_action' }
  }

  /** Ends 3-D Secure; null when there is no such intent or nothing to authenticate. */
  async endChallenge(
    id: string,
    clientSecret: string,
    passed: boolean,
  ): Promise<{ status: string; back: string | null } | null> {
    const intent = this.intentWith(id, clientSecret)
    const method =
      typeof intent?.payment_method === 'string' && find(this.records, 'method', intent.payment_method)
    if (!intent || !method) return null
    const moment = thisMoment()
    const outcome = settleChallenge(intent, method, passed, moment)
    if (isFailure(outcome)) return null
    keepOutcome(this.records, outcome)
    this.announce(outcome.events, { id: null, idempotency_key: null }, moment)
    await this.schedule()
    return { status: outcome.intent.status, back: returnAddress(intent, outcome.intent) }
  }

  /** The newest payments. */
  async payments(): Promise<Payment[]> {
    return newest(this.records, 'intent', 200).map((intent) =>
      paymentOf(intent, latestCharge(this.records, intent)),
    )
  }

  /** The newest deliveries of events. */
  async deliveries(): Promise<Delivery[]> {
    return listDeliveries(this.sql, 200)
  }

  /** One request to Afterpay's API. */
  async afterpay(call: RestCall): Promise<RestAnswer> {
    return answerAfterpay(call, this.records)
  }

  /** What the page at Afterpay asks about; null when the token is unknown or has run out. */
  async afterpayCheckout(token: string): Promise<OpenAfterpayCheckout | null> {
    return openAfterpayCheckout(this.records, token)
  }

  /** The shopper decides at Afterpay; the way back to the shop. */
  async decideAfterpay(token: string, choice: AfterpayChoice): Promise<string | null> {
    return decideAfterpay(this.records, token, choice)
  }

  /** The newest payments at Afterpay. */
  async afterpayPayments(): Promise<AfterpayPayment[]> {
    return afterpayPayments(this.records)
  }

  /** One request to Affirm's API. */
  async affirm(call: RestCall): Promise<RestAnswer> {
    const publicKey = this.env.AFFIRM_PUBLIC_KEY
    return answerAffirm(call, { records: this.records, running: this.running.affirm, publicKey })
  }

  /** What the page at Affirm asks about; null when the checkout is unknown or has run out. */
  async affirmCheckout(id: string): Promise<OpenAffirmCheckout | null> {
    return openAffirmCheckout(this.records, id)
  }

  /** The shopper decides at Affirm; the way back to the shop. */
  async decideAffirm(id: string, choice: AffirmChoice): Promise<string | null> {
    return decideAffirm(this.records, id, choice)
  }

  /** The newest transactions at Affirm. */
  async affirmTransactions(): Promise<Transaction[]> {
    return affirmTransactions(this.records)
  }

  /** One request to PayPal's API. */
  async paypal(call: PaypalCall): Promise<RestAnswer> {
    const answered = await answerPaypal(call, this.paypalContext())
    await this.schedule()
    return answered
  }

  private paypalContext(): PaypalContext {
    const announce = this.announcePaypal.bind(this)
    return { records: this.records, running: this.running.paypal, announce }
  }

  /** What the page at PayPal asks about; null when the token is unknown or has run out. */
  async paypalCheckout(token: string): Promise<OpenCheckout | null> {
    return openPaypalCheckout(this.records, token)
  }

  /** The payer decides at PayPal; the way back to the shop. */
  async decidePaypal(token: string, choice: PaypalChoice): Promise<string | null> {
    const back = decidePaypal(this.paypalContext(), token, choice)
    await this.schedule()
    return back
  }

  /** The newest orders at PayPal. */
  async paypalOrders(): Promise<PaypalOrder[]> {
    return paypalOrders(this.records)
  }

  /** Lets a checkout at PayPal, Afterpay or Affirm run out now; false when there is none with this name. */
  async expire(name: string): Promise<boolean> {
    return (
      expirePaypalOrder(this.records, name) ||
      expireAfterpayCheckout(this.records, name) ||
      expireAffirmCheckout(this.records, name)
    )
  }

  private announce(drafts: EventDraft[], request: StripeEvent['request'], moment: Moment): void {
    for (const draft of drafts) {
      const fault = takeFault(this.records, 'stripe-webhook', draft.type)
      const plans = this.webhookUrl('stripe') === '' ? [] : planDeliveries(fault, Date.now())
      const event = { ...newEvent(draft, request, moment), pending_webhooks: plans.length }
      keep(this.records, 'event', event)
      for (const plan of plans) queueDelivery(this.sql, event.id, event.type, plan)
    }
  }

  private announcePaypal(draft: PaypalDraft): void {
    const fault = takeFault(this.records, 'paypal-webhook', draft.event_type)
    const event = newPaypalEvent(draft, at(''))
    this.records.put('paypal-event', event.id, event)
    const plans = this.webhookUrl('paypal') === '' ? [] : planDeliveries(fault, Date.now())
    for (const plan of plans) queueDelivery(this.sql, event.id, event.event_type, plan)
  }

  private webhookUrl(service: WebhookService): string {
    const [row] = this.sql
      .exec<{ value: string }>('SELECT value FROM settings WHERE name = ?', `${service}_webhook_url`)
      .toArray()
    const { SHOP_WEBHOOK_URL: stripe, SHOP_PAYPAL_WEBHOOK_URL: paypal } = this.env
    return row?.value ?? { stripe, paypal }[service]
  }

  private async schedule(): Promise<void> {
    const due = nextDue(this.sql)
    if (due === null) return
    const set = await this.ctx.storage.getAlarm()
    if (set === null || set > due) await this.ctx.storage.setAlarm(due)
  }

  override async alarm(): Promise<void> {
    await this.deliver()
  }

  /** Sends what is due now; the number of attempts. */
  async deliver(): Promise<number> {
    const attempts = await deliverDue(this.sql, (delivery) => this.pack(delivery))
    await this.schedule()
    return attempts
  }

  private pack(delivery: Delivery): Promise<Parcel | null> {
    const { PAYPAL_CLIENT_SECRET, PAYPAL_WEBHOOK_ID: webhookId, STRIPE_WEBHOOK_SECRET: secret } = this.env
    if (!isPaypalEvent(delivery.event)) {
      return stripeParcel(this.records, delivery, { url: this.webhookUrl('stripe'), secret })
    }
    const target = { url: this.webhookUrl('paypal'), secret: PAYPAL_CLIENT_SECRET, webhookId }
    return paypalParcel(this.records, delivery, target)
  }

  /** Sends an event once more; false when there is no such event. */
  async resend(id: string): Promise<boolean> {
    const isPaypal = isPaypalEvent(id)
    const type = isPaypal
      ? this.records.get<PaypalEvent>('paypal-event', id)?.event_type
      : find(this.records, 'event', id)?.type
    if (!type || this.webhookUrl(isPaypal ? 'paypal' : 'stripe') === '') return false
    queueDelivery(this.sql, id, type, { due: Date.now(), held: 0, forged: 0 })
    await this.schedule()
    return true
  }

  /** Sends a service's events from now on to this address instead of the configured one; empty stops them. */
  async setWebhookUrl(service: WebhookService, url: string): Promise<void> {
    this.sql.exec(
      'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      `${service}_webhook_url`,
      url,
    )
  }

  /** Scripts a fault. */
  async addFault(fault: Fault): Promise<void> {
    addFault(this.records, fault)
  }

  /** The faults that still wait. */
  async faults(): Promise<Fault[]> {
    return listFaults(this.records)
  }

  /** Forgets every fault. */
  async clearFaults(): Promise<void> {
    clearFaults(this.records)
  }

  /** Forgets everything. */
  async reset(): Promise<void> {
    for (const table of TABLES) this.sql.exec(`DELETE FROM ${table}`)
    await this.ctx.storage.deleteAlarm()
  }

  /** One message to send. */
  async mail(call: MailCall): Promise<Answered> {
    return sendMail(call, {
      sql: this.sql,
      records: this.records,
      running: this.running.mail,
      now: Math.floor(Date.now() / 1000),
      id: crypto.randomUUID(),
      arrived: (message) => this.wakeWaiters(message),
    })
  }

  private wakeWaiters(message: Message): void {
    for (const waiter of this.waiters) if (matches(message, waiter.query)) waiter.wake()
  }

  /** The messages that answer the query, newest first; waits up to `wait` milliseconds for the first one. */
  async mailbox(query: MailQuery, wait: number): Promise<Message[]> {
    const found = listMessages(this.sql, query)
    if (found.length > 0 || wait <= 0) return found
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => waiter.wake(), wait)
      const waiter: MailWaiter = {
        query,
        wake: () => {
          clearTimeout(timer)
          this.waiters.delete(waiter)
          resolve()
        },
      }
      this.waiters.add(waiter)
    })
    return listMessages(this.sql, query)
  }

  /** One message, or null. */
  async message(id: string): Promise<Message | null> {
    return findMessage(this.sql, id) ?? null
  }

  /** Empties the mailbox. */
  async emptyMailbox(): Promise<void> {
    clearMailbox(this.sql)
  }
}
