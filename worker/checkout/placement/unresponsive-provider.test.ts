import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { PlaceOrderRequest } from '../../../schema/orders/order.ts'
import { FIXTURE_NOW, loadFixture } from '../../catalog/index/testing/catalog.fixture.ts'
import { skipRetryDelays } from '../../orders/payments/stripe/testing/stripe-sandbox.harness.ts'
import { isOrderInProgress, paymentChanged, placeOrderOfCart } from './order-journal.ts'
import {
  cardOrder,
  fillCart,
  fireAlarm,
  inCart,
  intentOf,
  newPlacementHarness,
  ordersOf,
  type PlacementHarness,
  placeTestOrder,
  restart,
  stockOf,
} from './testing/order-placement.harness.ts'

const POOL = 'TL-2001'
const SOON = 5_000
let waitAgain: () => void
let runs = 0

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
  waitAgain = skipRetryDelays()
  vi.spyOn(console, 'error').mockReturnValue()
})
afterAll(() => {
  waitAgain()
  vi.restoreAllMocks()
})

async function begin(): Promise<{ quote: string; harness: PlacementHarness; before: number }> {
  runs += 1
  const quote = `d${runs.toString(16).padStart(31, '0')}`
  const harness = newPlacementHarness(FIXTURE_NOW)
  await env.DB.prepare('UPDATE stock SET qty = 40 WHERE stock_sku = ?').bind(POOL).run()
  await fillCart(quote, harness, { 'TL-2001-1': 1 })
  return { quote, harness, before: await stockOf(POOL) }
}

const statuses = async (quote: string) => (await ordersOf(quote)).map(({ status }) => status)

/** Stripe, with other responses for the paths that `answer` handles. */
function instead(
  harness: PlacementHarness,
  answer: (path: string, real: () => Promise<Response>) => Promise<Response>,
): void {
  const { fetch } = harness.stripe
  harness.stripe.fetch = (input, init) => answer(new URL(String(input)).pathname, () => fetch(input, init))
}

test('[audit C3] before every call of the object an alarm is set for a few seconds later', async () => {
  for (const request of [cardOrder(), cardOrder({ confirmationToken: 'ctoken_3ds' })]) {
    const { quote, harness } = await begin()
    const seen: (number | null)[] = []
    instead(harness, (_, real) => {
      seen.push(harness.alarm)
      return real()
    })
    await placeTestOrder(quote, harness, request)
    harness.stripe.answerBank(intentOf(harness))
    const event = {
      paymentId: intentOf(harness),
      orderNumber: (await ordersOf(quote))[0]?.order_number ?? '',
    }
    await inCart(quote, harness, (ctx) => paymentChanged(ctx, event))
    expect(seen.length).toBeGreaterThan(1)
    for (const alarm of seen)
      expect((alarm ?? Number.POSITIVE_INFINITY) - harness.now).toBeLessThanOrEqual(SOON)
    expect(await statuses(quote)).toEqual(['paid'])
  }
})

test('[audit C3] after a crash between the bank’s approval and D1, the order is confirmed within seconds, not at the end of the reservation', async () => {
  const { quote, harness } = await begin()
  await placeTestOrder(quote, harness, cardOrder({ confirmationToken: 'ctoken_3ds' }))
  harness.stripe.answerBank(intentOf(harness))
  harness.operations = 0
  // Reading the intent succeeds; the process dies at the batch after it.
  harness.plan.set(1, 'dies-before')
  expect(await placeTestOrder(quote, harness, cardOrder({ confirmationToken: 'ctoken_3ds' }))).toBe('died')
  harness.plan.clear()
  expect((harness.alarm ?? Number.POSITIVE_INFINITY) - harness.now).toBeLessThanOrEqual(SOON)
  await fireAlarm(quote, harness)
  expect(await statuses(quote)).toEqual(['paid'])
})

test('[audit C3] while the shopper is at the bank, the payment is checked each minute until the reservation ends', async () => {
  const { quote, harness } = await begin()
  await placeTestOrder(quote, harness, cardOrder({ confirmationToken: 'ctoken_3ds' }))
  harness.stripe.answerBank(intentOf(harness))
  // The shopper does not return and no event arrives.
  expect((harness.alarm ?? Number.POSITIVE_INFINITY) - harness.now).toBeLessThanOrEqual(60_000)
  await fireAlarm(quote, harness)
  expect(await statuses(quote)).toEqual(['paid'])
})

/** Returns the number of the first operation that calls a provider, in an order without faults. */
async function firstCallOf(request: PlaceOrderRequest, env: Record<string, string> = {}): Promise<number> {
  const { quote, harness } = await begin()
  Object.assign(harness.env, env)
  harness.operations = 0
  let firstCall = 0
  instead(harness, (_, real) => {
    firstCall ||= harness.operations - 1
    return real()
  })
  await placeTestOrder(quote, harness, request)
  return firstCall
}

const WALLET = {
  PAYPAL_CLIENT_ID: 'client-12345678',
  PAYPAL_CLIENT_SECRET: 'secret-12345678',
  PAYPAL_WEBHOOK_ID: 'WH-1',
  PAYPAL_API_URL: 'https://paypal.example',
}

test.each([
  ['before the shopper saw the provider’s page, within seconds', 'paypal_express', 0, SOON],
  ['before the card was charged, when the crash is found late', 'stripe', 110_000, 120_000],
])('[audit C7] after a crash %s nothing is reserved or charged', async (_, paymentMethod, away, max) => {
  const isCard = paymentMethod === 'stripe'
  const request = cardOrder({ paymentMethod, confirmationToken: isCard ? 'ctoken_ok' : null })
  const env = isCard ? {} : WALLET
  const dies = await firstCallOf(request, env)
  const { quote, harness, before } = await begin()
  Object.assign(harness, { env, operations: 0 })
  harness.plan.set(dies, 'dies-before')
  expect(await placeTestOrder(quote, harness, request)).toBe('died')
  expect(await stockOf(POOL)).toBe(before - 1)
  harness.plan.clear()
  harness.now += away
  await fireAlarm(quote, harness)
  expect(harness.now - FIXTURE_NOW).toBeLessThanOrEqual(max)
  expect(await statuses(quote)).toEqual(['canceled'])
  expect(await stockOf(POOL)).toBe(before)
  expect(await inCart(quote, harness, isOrderInProgress)).toBe(false)
  expect(harness.stripe.captured.size).toBe(0)
})

/**
 * Places an order while Stripe does not answer; the deadline runs forty times as fast. Returns its true milliseconds
 * too.
 */
async function impatient(quote: string, harness: PlacementHarness) {
  const { setTimeout: real } = globalThis
  let patience = 0
  globalThis.setTimeout = ((run: () => void, ms = 0, ...rest: []) => {
    const isPatience = ms >= 9_500 && ms <= 12_000
    if (isPatience) patience = ms
    return real(run, isPatience ? ms / 40 : ms, ...rest)
  }) as typeof setTimeout
  const outcome = await inCart(quote, harness, async (ctx) => {
    const answer = await placeOrderOfCart(ctx, cardOrder())
    // Waits for the work behind the answer, unless it hangs forever.
    await Promise.race([paymentChanged(ctx, { paymentId: '', orderNumber: '' }), scheduler.wait(700)])
    return answer
  })
  globalThis.setTimeout = real
  return { outcome, patience }
}

test('[audit C4] Stripe does not answer after it charged the card: within 12 s the shopper gets the order’s page, which shows the payment later', async () => {
  const { quote, harness } = await begin()
  let isSilent = true
  const { fetch } = harness.stripe
  harness.stripe.fetch = async (input, init) => {
    const path = new URL(String(input)).pathname
    const answer = await fetch(input, init)
    return isSilent && path !== '/v1/payment_intents' ? new Promise(() => {}) : answer
  }
  const { outcome, patience } = await impatient(quote, harness)
  expect(patience).toBeGreaterThan(0)
  const [order] = await ordersOf(quote)
  expect(outcome).toMatchObject({
    ok: false,
    code: 'payment-pending',
    orderNumber: order?.order_number,
    action: {
      redirectUrl: expect.stringMatching(/^https:\/\/shop\.example\/order\/TL-\w{8}\/[\w-]+\?asking=1$/),
    },
  })
  expect(harness.stripe.captured.size).toBe(1)
  isSilent = false
  restart()
  await fireAlarm(quote, harness)
  expect(await statuses(quote)).toEqual(['paid'])
})

test('[audit C4] Stripe answers too late, before the card was charged: the shopper gets a message, and the card is never charged', async () => {
  const { quote, harness, before } = await begin()
  instead(harness, async (path, real) => {
    // Later than the deadline, which is a fortieth of the true one here.
    if (path === '/v1/payment_intents') await scheduler.wait(400)
    return real()
  })
  const { outcome } = await impatient(quote, harness)
  expect(outcome).toMatchObject({ ok: false, code: 'payment-unavailable' })
  expect(await statuses(quote)).toEqual(['canceled'])
  expect(harness.stripe.captured.size).toBe(0)
  expect(await stockOf(POOL)).toBe(before)
})
