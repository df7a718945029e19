import { applyD1Migrations, evictDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { FIXTURE_NOW, loadFixture } from '../../catalog/index/testing/catalog.fixture.ts'
import { B4, loadParts } from '../../catalog/index/testing/parts.fixture.ts'
import { skipRetryDelays } from '../../orders/payments/stripe/testing/stripe-sandbox.harness.ts'
import { FAULTS, type Fault } from '../../platform/testing/fault-injection.ts'
import { isOrderInProgress } from './order-journal.ts'
import {
  bundleOf,
  cardOrder,
  cartOf,
  cashOrder,
  fillCart,
  inCart,
  intentOf,
  newPlacementHarness,
  ordersOf,
  type PlacementHarness,
  placeTestOrder,
  putIn,
  recover,
  restart,
  stockOf,
} from './testing/order-placement.harness.ts'

const POOL = 'TL-2001'
const INITIAL = 40
const KITS = 'MK-1'
const KITS_INITIAL = 10
/** The content of the cart: a set and a pair, and two bundles of a set and a kit. */
const TIRES = 4 + 2 + 2 * 4
const SOLD_KITS = 2
const CHOSEN = bundleOf([B4.tires, B4.links.new], [B4.kit, B4.links.kit])
const COUPON = { code: 'SAVE10', kind: 'percent', value: 10, minSubtotal: 0 } as const

let waitAgain: () => void
let runs = 0

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
  await loadParts(env.DB)
  waitAgain = skipRetryDelays()
  // The code logs each of the faults as it should; the tests do not need these lines.
  vi.spyOn(console, 'error').mockReturnValue()
})

afterAll(() => {
  waitAgain()
  vi.restoreAllMocks()
})

async function begin(): Promise<{ quote: string; harness: PlacementHarness }> {
  runs += 1
  const quote = `e${runs.toString(16).padStart(31, '0')}`
  const harness = newPlacementHarness(FIXTURE_NOW)
  await env.DB.batch([
    env.DB.prepare('UPDATE stock SET qty = ? WHERE stock_sku = ?').bind(INITIAL, POOL),
    env.DB.prepare('UPDATE stock SET qty = ? WHERE stock_sku = ?').bind(KITS_INITIAL, KITS),
    env.DB.prepare("UPDATE coupon SET times_used = 0 WHERE code = 'SAVE10'"),
    env.DB.prepare('DELETE FROM outbox'),
  ])
  await fillCart(quote, harness, { 'TL-2001-4': 1, 'TL-2001-2': 1 }, { coupon: COUPON })
  await putIn(quote, harness, { sku: 'B4', option: CHOSEN, qty: 2 })
  return { quote, harness }
}

async function count(sql: string): Promise<number> {
  return (await env.DB.prepare(sql).first<{ n: number }>())?.n ?? Number.NaN
}

function total(amounts: Iterable<number>): number {
  return [...amounts].reduce((sum, amount) => sum + amount, 0)
}

/**
 * The invariants of ordering: the money received is the sum of the orders, the stock of each pool is left or sold, and
 * no order is unfinished.
 */
async function expectInvariants(quote: string, harness: PlacementHarness): Promise<void> {
  const orders = await ordersOf(quote)
  const standing = orders.filter((order) => order.status !== 'canceled')
  const paid = standing.filter((order) => order.status === 'paid')
  expect(orders.map((order) => order.status)).not.toContain('pending_payment')
  expect(standing.length).toBeLessThanOrEqual(1)
  expect(total(harness.stripe.captured.values()) - total(harness.stripe.refunded.values())).toBe(
    total(paid.map((order) => order.grand_total)),
  )
  expect((await stockOf(POOL)) + standing.length * TIRES).toBe(INITIAL)
  expect((await stockOf(KITS)) + standing.length * SOLD_KITS).toBe(KITS_INITIAL)
  expect(await count("SELECT times_used AS n FROM coupon WHERE code = 'SAVE10'")).toBe(standing.length)
  expect(await count('SELECT count(*) AS n FROM outbox')).toBe(standing.length)
  expect((await cartOf(quote, harness))?.orderNumber ?? null).toBe(standing[0]?.order_number ?? null)
  expect(await inCart(quote, harness, isOrderInProgress)).toBe(false)
  // An intent that could still be paid would be a payment without an order.
  for (const { status } of harness.stripe.intents.values()) {
    expect(['succeeded', 'canceled', 'requires_payment_method']).toContain(status)
  }
}

const REQUESTS = {
  card: cardOrder(),
  declined: cardOrder({ confirmationToken: 'ctoken_declined' }),
  bank: cardOrder({ confirmationToken: 'ctoken_3ds' }),
  bankFails: cardOrder({ confirmationToken: 'ctoken_3ds_fails' }),
  cash: cashOrder(),
}

test('[H2] with faults at random operations, money received = orders and stock + sold = initial stock', async () => {
  const fault = fc.record({ at: fc.nat(45), kind: fc.constantFrom(...FAULTS) })
  const scenario = fc.record({
    request: fc.constantFrom(...(Object.keys(REQUESTS) as (keyof typeof REQUESTS)[])),
    faults: fc.array(fault, { minLength: 1, maxLength: 4 }),
    repeats: fc.integer({ min: 1, max: 3 }),
    shopperAnswers: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(scenario, async ({ request, faults, repeats, shopperAnswers }) => {
      const { quote, harness } = await begin()
      harness.operations = 0
      for (const { at, kind } of faults) harness.plan.set(at, kind)
      for (let turn = 0; turn < repeats; turn += 1) {
        await placeTestOrder(quote, harness, REQUESTS[request])
        if (shopperAnswers) for (const id of harness.stripe.intents.keys()) harness.stripe.answerBank(id)
      }
      await recover(quote, harness)
      await expectInvariants(quote, harness)
    }),
    { numRuns: 60 },
  )
})

for (const kind of FAULTS) {
  test(`[H2] an order that ${kind} at each operation in turn is completed or released`, async () => {
    for (const request of [REQUESTS.card, REQUESTS.declined, REQUESTS.bankFails]) {
      const clean = await begin()
      const operations = await sell(clean, request)
      // At least one read of D1 and the two batches that reserve and confirm or release.
      expect(operations).toBeGreaterThanOrEqual(3)
      for (let at = 0; at < operations; at += 1) {
        const { quote, harness } = await begin()
        await sell({ quote, harness }, request, { at, kind })
        await recover(quote, harness)
        await expectInvariants(quote, harness)
      }
    }
  })
}

/**
 * Sends an order, authenticates if the bank requires it, and sends the order again. Returns the number of operations.
 */
async function sell(
  { quote, harness }: { quote: string; harness: PlacementHarness },
  request: (typeof REQUESTS)['card'],
  fault?: { at: number; kind: Fault },
): Promise<number> {
  harness.operations = 0
  if (fault) harness.plan.set(fault.at, fault.kind)
  await placeTestOrder(quote, harness, request)
  harness.stripe.answerBank(intentOf(harness))
  await placeTestOrder(quote, harness, request)
  return harness.operations
}

test('[H2] while the end of an intent is unknown, its stock stays reserved; a shopper who paid gets the order', async () => {
  const { quote, harness } = await begin()
  await placeTestOrder(quote, harness, REQUESTS.bank)
  const { fetch } = harness.stripe
  harness.stripe.fetch = (input, init) =>
    String(input).endsWith('/cancel')
      ? Promise.reject(new TypeError('Network connection lost.'))
      : fetch(input, init)
  await recover(quote, harness)
  expect((await ordersOf(quote)).map((order) => order.status)).toEqual(['pending_payment'])
  expect(await stockOf(POOL)).toBe(INITIAL - TIRES)
  harness.stripe.answerBank(intentOf(harness))
  harness.stripe.fetch = fetch
  await recover(quote, harness)
  expect((await ordersOf(quote)).map((order) => order.status)).toEqual(['paid'])
  await expectInvariants(quote, harness)
})

test('[H2] the process dies between stock and payment: the stock stays reserved, and the same request continues the order', async () => {
  const clean = await begin()
  clean.harness.operations = 0
  const { fetch } = clean.harness.stripe
  let firstCall = 0
  clean.harness.stripe.fetch = (input, init) => {
    firstCall ||= clean.harness.operations - 1
    return fetch(input, init)
  }
  await placeTestOrder(clean.quote, clean.harness, REQUESTS.card)

  const { quote, harness } = await begin()
  harness.operations = 0
  harness.plan.set(firstCall, 'dies-before')
  expect(await placeTestOrder(quote, harness, REQUESTS.card)).toBe('died')
  expect(await stockOf(POOL)).toBe(INITIAL - TIRES)
  expect(harness.stripe.calls).toEqual([])
  expect(await placeTestOrder(quote, harness, REQUESTS.card)).toMatchObject({ ok: true })
  await expectInvariants(quote, harness)
})

test('[H2] a second request to charge, after the reply to the first was lost, charges nothing more', async () => {
  const { quote, harness } = await begin()
  harness.operations = 0
  await placeTestOrder(quote, harness, REQUESTS.bank)
  harness.stripe.answerBank(intentOf(harness))
  harness.plan.set(harness.operations, 'lost-after')
  await placeTestOrder(quote, harness, REQUESTS.bank)
  await recover(quote, harness)
  await expectInvariants(quote, harness)
  expect(harness.stripe.captured.size).toBe(1)
})

test('[H2] an object that is restarted while the bank waits reads its journal', async () => {
  const { quote, harness } = await begin()
  await placeTestOrder(quote, harness, REQUESTS.bank)
  restart()
  await evictDurableObject(env.CART.getByName(quote))
  expect(await inCart(quote, harness, isOrderInProgress)).toBe(true)
  harness.stripe.answerBank(intentOf(harness))
  await recover(quote, harness)
  expect((await ordersOf(quote)).map((order) => order.status)).toEqual(['paid'])
  await expectInvariants(quote, harness)
})
