/** The shop for tests of Afterpay and Affirm: its own endpoints, and behind them the sandbox's rules of both providers. */
import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, vi } from 'vitest'
import { answerAffirm, decideAffirm, expireAffirmCheckout } from '../../../../sandbox/affirm/call.ts'
import { affirmTransactions } from '../../../../sandbox/affirm/operations.ts'
import { netAmount as affirmKept } from '../../../../sandbox/affirm/transaction.ts'
import { answerAfterpay, decideAfterpay, expireAfterpayCheckout } from '../../../../sandbox/afterpay/call.ts'
import { afterpayPayments } from '../../../../sandbox/afterpay/operations.ts'
import { netAmount as afterpayKept } from '../../../../sandbox/afterpay/payment.ts'
import { addFault, type Fault } from '../../../../sandbox/control/faults.ts'
import { memoryRecords } from '../../../../sandbox/records.ts'
import type { RestCall } from '../../../../sandbox/rest-call.ts'
import { loadFixture } from '../../../catalog/index/testing/catalog.fixture.ts'
import { ask, orderBy, readOrders } from '../paypal/testing/paypal.harness.ts'

const KEYS = {
  AFTERPAY_MERCHANT_ID: 'merchant',
  AFTERPAY_SECRET_KEY: 'secret-12345678',
  AFTERPAY_API_URL: 'https://afterpay.example',
  AFFIRM_PUBLIC_KEY: 'public-12345678',
  AFFIRM_PRIVATE_KEY: 'private-12345678',
  AFFIRM_API_URL: 'https://affirm.example',
}

export async function openShop(): Promise<void> {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
  offerPayLater()
}

export function offerPayLater(): void {
  // The objects read their variables where the tests do.
  Object.assign(env, KEYS)
}

/** Both providers; `calls` are the operations that were asked for, e.g. `POST /v2/payments/capture`. */
export interface Providers {
  calls: string[]
  /** Requests in flight behave like this, once each: `time-out` works, and its answer never comes. */
  fault(match: Partial<Fault>): void
  timeOut(path: RegExp): void
  /** From here on, the requests with these numbers get no answer; `isDone`: they worked all the same. */
  lose(numbers: readonly number[], isDone: boolean): void
  /** Where the shopper's choice on the provider's page leads to. */
  choose(redirectUrl: string, choice: string): Promise<string>
  expire(redirectUrl: string): void
  /** Cents that the shop has of an order at both providers. */
  netReceived(orderNumber: string): number
  /** What a refund of the order is asked of. */
  chargeOf(orderNumber: string): string
}

/** Both providers in place of the network. */
export function newProviders(): Providers {
  const records = memoryRecords()
  const running = new Set<string>()
  const calls: string[] = []
  let lost: RegExp | null = null
  let gone: { numbers: readonly number[]; isDone: boolean; from: number } | null = null

  vi.spyOn(Object.getPrototypeOf(env.OUTBOX), 'send').mockResolvedValue(undefined)
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const text = await request.text()
    const asked: RestCall = {
      method: request.method,
      path: url.pathname,
      query: url.searchParams.toString(),
      body: text === '' ? null : JSON.parse(text),
      idempotencyKey: request.headers.get('idempotency-key'),
      origin: url.origin,
    }
    const isGone = gone?.numbers.includes(calls.length - gone.from) === true
    calls.push(`${asked.method} ${asked.path}`)
    if (isGone && gone?.isDone === false) throw new TypeError('Network connection lost.')
    const isAfterpay = url.host === 'afterpay.example'
    if (isAfterpay) expect(request.headers.get('user-agent')).toContain('Merchant/merchant')
    const answered = isAfterpay
      ? await answerAfterpay(asked, records)
      : await answerAffirm(asked, { records, running, publicKey: KEYS.AFFIRM_PUBLIC_KEY })
    if (isGone) throw new TypeError('Network connection lost.')
    if (lost?.test(asked.path)) {
      lost = null
      throw new DOMException('The operation was aborted due to timeout', 'TimeoutError')
    }
    if (answered.fault?.action === 'lose_reply') return new Response('<h1>502</h1>', { status: 502 })
    const { status, body, headers } = answered.reply
    return new Response(body || null, { status, headers })
  })

  return {
    calls,
    fault(given) {
      const fault = { match: '*', action: 'error', ms: 0, status: 500, times: 1 } as const
      addFault(records, { target: 'afterpay-api', ...fault, ...given })
    },
    timeOut(path) {
      lost = path
    },
    lose(numbers, isDone) {
      gone = { numbers, isDone, from: calls.length }
    },
    async choose(redirectUrl, choice) {
      const { token, id } = checkoutIn(redirectUrl)
      const back = token
        ? decideAfterpay(records, token, choice as Parameters<typeof decideAfterpay>[2])
        : decideAffirm(records, id, choice as Parameters<typeof decideAffirm>[2])
      if (!back) throw new Error('there is nothing to decide')
      const { pathname, search } = new URL(back)
      return pathname + search
    },
    expire(redirectUrl) {
      const { token, id } = checkoutIn(redirectUrl)
      if (token) expireAfterpayCheckout(records, token)
      else expireAffirmCheckout(records, id)
    },
    chargeOf(orderNumber) {
      const payment = afterpayPayments(records).find((made) => made.merchantReference === orderNumber)
      return (payment ?? affirmTransactions(records).find((made) => made.order_id === orderNumber))?.id ?? ''
    },
    netReceived: (orderNumber) =>
      [
        ...afterpayPayments(records).map((made) => [made.merchantReference, afterpayKept(made)] as const),
        ...affirmTransactions(records).map((made) => [made.order_id, affirmKept(made)] as const),
      ].reduce((sum, [of, cents]) => (of === orderNumber ? sum + cents : sum), 0),
  }
}

/** Afterpay's page has a token, Affirm's the id of the checkout. */
function checkoutIn(redirectUrl: string): { token: string | null; id: string } {
  const page = new URL(redirectUrl)
  return { token: page.searchParams.get('token'), id: page.pathname.split('/').at(-2) ?? '' }
}

/** An order that waits for its shopper: its number, and the provider's page. */
export async function waitingAt(method: string, quoteId: string): Promise<{ number: string; page: string }> {
  const { http, result = {} } = await orderBy(method, quoteId)
  expect([http, result]).toMatchObject([402, { code: 'payment-action', holdUntil: expect.any(Number) }])
  const { redirectUrl } = result.action as { redirectUrl: string }
  return { number: (await readOrders(quoteId)).at(-1)?.number ?? '', page: redirectUrl }
}

/** The shopper's browser follows the way back; where the shop sends it. */
export async function follow(path: string, quoteId: string): Promise<string | null> {
  return (await ask(path, { quoteId })).headers.get('location')
}
