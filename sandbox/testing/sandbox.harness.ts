import { affirmTransactions } from '../affirm/operations.ts'
import { listed as listedAtAffirm } from '../affirm/transaction.ts'
import { afterpayPayments } from '../afterpay/operations.ts'
import { listed as listedAtAfterpay } from '../afterpay/payment.ts'
import { app } from '../app.ts'
import { addFault, type Fault } from '../control/faults.ts'
import type { Keys } from '../env.ts'
import { Ledger } from '../ledger.ts'
import { findMessage, type UsedKey } from '../mail/mailbox.ts'
import type { Message } from '../mail/message.ts'
import type { ListedPayment } from '../pages/provider-page.ts'
import { paypalOrders } from '../paypal/operations.ts'
import { listed as listedAtPaypal } from '../paypal/order.ts'
import { memoryRecords } from '../records.ts'
import { listed as listedAtStripe, listPayments } from '../stripe/payment.ts'

/** The shop's keys at each service, as in wrangler.toml. */
export const SANDBOX_KEYS: Keys = {
  SHOP_WEBHOOK_URL: '',
  STRIPE_WEBHOOK_SECRET: 'whsec_treadline_sandbox',
  STRIPE_SECRET_KEY: 'sk_test_treadline_sandbox',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_treadline_sandbox',
  SHOP_PAYPAL_WEBHOOK_URL: '',
  PAYPAL_CLIENT_ID: 'treadline_sandbox_paypal',
  PAYPAL_CLIENT_SECRET: 'treadline_sandbox_paypal_secret',
  PAYPAL_WEBHOOK_ID: 'WH-TREADLINE-SANDBOX',
  AFTERPAY_MERCHANT_ID: 'treadline',
  AFTERPAY_SECRET_KEY: 'treadline_sandbox_afterpay',
  AFFIRM_PUBLIC_KEY: 'treadline_sandbox_affirm',
  AFFIRM_PRIVATE_KEY: 'treadline_sandbox_affirm_secret',
  MAIL_API_KEY: 're_treadline_sandbox',
  GOOGLE_CLIENT_ID: '',
  GOOGLE_CLIENT_SECRET: '',
  FACEBOOK_APP_ID: '',
  FACEBOOK_APP_SECRET: '',
  CAPTCHA_SECRET: '',
}

/** The sandbox inside a test: all endpoints with records in memory. `fetch` replaces the network. */
export class SandboxHarness {
  readonly ledger: Ledger
  /** Requests that a service executed, e.g. `POST /v1/payment_intents`, without replayed ones. */
  readonly calls: string[] = []

  constructor(keys: Partial<Keys> = {}) {
    this.ledger = new Ledger(memoryRecords(), { ...SANDBOX_KEYS, ...keys })
  }

  /** A test may replace this method by its own. */
  fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    const reply = await this.#answer(request)
    if (!reply.headers.has('idempotent-replayed')) {
      this.calls.push(`${request.method} ${new URL(request.url).pathname}`)
    }
    return reply
  }

  async #answer(request: Request): Promise<Response> {
    return app.fetch(request, { ...this.ledger.keys, ledger: this.ledger })
  }

  /** Scripts a fault: by default one error 500. */
  addFault(fault: Pick<Fault, 'target'> & Partial<Fault>): void {
    addFault(this.ledger.records, { match: '*', action: 'error', ms: 0, status: 500, times: 1, ...fault })
  }

  /** Chooses on a provider's page as the shopper; returns the address back to the shop. */
  async decide(page: string, choice: string): Promise<string> {
    const address = new URL(page)
    address.searchParams.set('choice', choice)
    const reply = await this.#answer(new Request(address))
    const { pathname, search } = new URL(reply.headers.get('location') ?? '')
    return pathname + search
  }

  /** Returns the payments at all providers, newest first. */
  get payments(): ListedPayment[] {
    const { records } = this.ledger
    return [
      ...listPayments(records).map(listedAtStripe),
      ...paypalOrders(records).map(listedAtPaypal),
      ...afterpayPayments(records).map(listedAtAfterpay),
      ...affirmTransactions(records).map(listedAtAffirm),
    ]
  }

  /** Returns the captured cents by order number. */
  get captured(): Map<string, number> {
    return sumByOrder(this.payments, ({ net, refunded }) => net + refunded)
  }

  /** Returns the refunded cents by order number. */
  get refunded(): Map<string, number> {
    return sumByOrder(this.payments, ({ refunded }) => refunded)
  }

  /** Returns the cents that the shop has received for an order and not refunded. */
  netReceived(orderNumber: string): number {
    return sumByOrder(this.payments, ({ net }) => net).get(orderNumber) ?? 0
  }

  /** Returns the sent mails by idempotency key. */
  get mails(): Map<string, Message | null> {
    const { records } = this.ledger
    return new Map(
      records
        .newest<UsedKey>('mail-key', 10_000)
        .map(({ key, message }) => [key, findMessage(records, message)]),
    )
  }
}

function sumByOrder(
  payments: readonly ListedPayment[],
  part: (payment: ListedPayment) => number,
): Map<string, number> {
  const sums = new Map<string, number>()
  for (const payment of payments.filter((one) => part(one) > 0)) {
    const order = payment.order ?? ''
    sums.set(order, (sums.get(order) ?? 0) + part(payment))
  }
  return sums
}
