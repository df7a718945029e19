import { applyD1Migrations, evictDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { FIXTURE_NOW, loadFixture } from '../../catalog/index/testing/catalog.fixture.ts'
import { B4, loadParts } from '../../catalog/index/testing/parts.fixture.ts'
import { skipPauses } from '../../orders/payments/stripe/testing/fake-stripe.ts'
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
  newRig,
  ordersOf,
  place,
  putIn,
  type Rig,
  recover,
  restart,
  stockOf,
} from './testing/order-placement.harness.ts'

const POOL = 'TL-2001'
const INITIAL = 40
const KITS = 'MK-1'
const KITS_INITIAL = 10
/** What the cart takes: a set and a pair, and two bundles of a set and a kit. */
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
  waitAgain = skipPauses()
  // Each of hundreds of faults is logged, as it should be; here nobody reads that.
  vi.spyOn(console, 'error').mockReturnValue()
})

afterAll(() => {
  waitAgain()
  vi.restoreAllMocks()
})

async function begin(): Promise<{ quote: string; rig: Rig }> {
  runs += 1
  const quote = `e${runs.toString(16).padStart(31, '0')}`
  const rig = newRig(FIXTURE_NOW)
  await env.DB.batch([
    env.DB.prepare('UPDATE stock SET qty = ? WHERE stock_sku = ?').bind(INITIAL, POOL),
    env.DB.prepare('UPDATE stock SET qty = ? WHERE stock_sku = ?').bind(KITS_INITIAL, KITS),
    env.DB.prepare("UPDATE coupon SET times_used = 0 WHERE code = 'SAVE10'"),
    env.DB.prepare('DELETE FROM outbox'),
  ])
  await fillCart(quote, rig, { 'TL-2001-4': 1, 'TL-2001-2': 1 }, { coupon: COUPON })
  await putIn(quote, rig, { sku: 'B4', option: CHOSEN, qty: 2 })
  return { quote, rig }
}

async function count(sql: string): Promise<number> {
  return (await env.DB.prepare(sql).first<{ n: number }>())?.n ?? Number.NaN
}

function total(amounts: Iterable<number>): number {
  return [...amounts].reduce((sum, amount) => sum + amount, 0)
}

/** The law of a sale: money kept is the sum of the orders, what was in each pool is there or sold, nothing is half done. */
async function expectTheLaw(quote: string, rig: Rig): Promise<void> {
  const orders = await ordersOf(quote)
  const standing = orders.filter((order) => order.status !== 'canceled')
  const paid = standing.filter((order) => order.status === 'paid')
  expect(orders.map((order) => order.status)).not.toContain('pending_payment')
  expect(standing.length).toBeLessThanOrEqual(1)
  expect(total(rig.stripe.captured.values()) - total(rig.stripe.refunded.values())).toBe(
    total(paid.map((order) => order.grand_total)),
  )
  expect((await stockOf(POOL)) + standing.length * TIRES).toBe(INITIAL)
  expect((await stockOf(KITS)) + standing.length * SOLD_KITS).toBe(KITS_INITIAL)
  expect(await count("SELECT times_used AS n FROM coupon WHERE code = 'SAVE10'")).toBe(standing.length)
  expect(await count('SELECT count(*) AS n FROM outbox')).toBe(standing.length)
  expect((await cartOf(quote, rig))?.orderNumber ?? null).toBe(standing[0]?.order_number ?? null)
  expect(await inCart(quote, rig, isOrderInProgress)).toBe(false)
  // An intent that could still be paid would be a sale without an order.
  for (const { status } of rig.stripe.intents.values()) {
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

test('[H2] with faults anywhere, money kept = orders and stock + sold = what there was', async () => {
  const fault = fc.record({ at: fc.nat(45), kind: fc.constantFrom(...FAULTS) })
  const scenario = fc.record({
    request: fc.constantFrom(...(Object.keys(REQUESTS) as (keyof typeof REQUESTS)[])),
    faults: fc.array(fault, { minLength: 1, maxLength: 4 }),
    repeats: fc.integer({ min: 1, max: 3 }),
    shopperAnswers: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(scenario, async ({ request, faults, repeats, shopperAnswers }) => {
      const { quote, rig } = await begin()
      rig.operations = 0
      for (const { at, kind } of faults) rig.plan.set(at, kind)
      for (let turn = 0; turn < repeats; turn += 1) {
        await place(quote, rig, REQUESTS[request])
        if (shopperAnswers) for (const id of rig.stripe.intents.keys()) rig.stripe.answerBank(id)
      }
      await recover(quote, rig)
      await expectTheLaw(quote, rig)
    }),
    { numRuns: 60 },
  )
}, 120_000)

for (const kind of FAULTS) {
  test(`[H2] a sale that ${kind} at each operation in turn is completed or released`, async () => {
    for (const request of [REQUESTS.card, REQUESTS.declined, REQUESTS.bankFails]) {
      const clean = await begin()
      const operations = await sell(clean, request)
      expect(operations).toBeGreaterThan(8)
      for (let at = 0; at < operations; at += 1) {
        const { quote, rig } = await begin()
        await sell({ quote, rig }, request, { at, kind })
        await recover(quote, rig)
        await expectTheLaw(quote, rig)
      }
    }
  }, 60_000)
}

/** Sends an order, answers the bank if it asks, sends it again. Gives the number of operations that took. */
async function sell(
  { quote, rig }: { quote: string; rig: Rig },
  request: (typeof REQUESTS)['card'],
  fault?: { at: number; kind: Fault },
): Promise<number> {
  rig.operations = 0
  if (fault) rig.plan.set(fault.at, fault.kind)
  await place(quote, rig, request)
  rig.stripe.answerBank(intentOf(rig))
  await place(quote, rig, request)
  return rig.operations
}

test('[H2] while nobody can tell whether an intent was ended, its stock stays held; the shopper who paid gets the order', async () => {
  const { quote, rig } = await begin()
  await place(quote, rig, REQUESTS.bank)
  const { fetch } = rig.stripe
  rig.stripe.fetch = (input, init) =>
    String(input).endsWith('/cancel')
      ? Promise.reject(new TypeError('Network connection lost.'))
      : fetch(input, init)
  await recover(quote, rig)
  expect((await ordersOf(quote)).map((order) => order.status)).toEqual(['pending_payment'])
  expect(await stockOf(POOL)).toBe(INITIAL - TIRES)
  rig.stripe.answerBank(intentOf(rig))
  rig.stripe.fetch = fetch
  await recover(quote, rig)
  expect((await ordersOf(quote)).map((order) => order.status)).toEqual(['paid'])
  await expectTheLaw(quote, rig)
})

test('[H2] the process dies between stock and payment: held until then, and the same order sent again is that order', async () => {
  const clean = await begin()
  clean.rig.operations = 0
  const { fetch } = clean.rig.stripe
  let firstCall = 0
  clean.rig.stripe.fetch = (input, init) => {
    firstCall ||= clean.rig.operations - 1
    return fetch(input, init)
  }
  await place(clean.quote, clean.rig, REQUESTS.card)

  const { quote, rig } = await begin()
  rig.operations = 0
  rig.plan.set(firstCall, 'dies-before')
  expect(await place(quote, rig, REQUESTS.card)).toBe('died')
  expect(await stockOf(POOL)).toBe(INITIAL - TIRES)
  expect(rig.stripe.calls).toEqual([])
  expect(await place(quote, rig, REQUESTS.card)).toMatchObject({ ok: true })
  await expectTheLaw(quote, rig)
})

test('[H2] a second request to charge, after the reply to the first was lost, charges nothing more', async () => {
  const { quote, rig } = await begin()
  rig.operations = 0
  await place(quote, rig, REQUESTS.bank)
  rig.stripe.answerBank(intentOf(rig))
  rig.plan.set(rig.operations, 'lost-after')
  await place(quote, rig, REQUESTS.bank)
  await recover(quote, rig)
  await expectTheLaw(quote, rig)
  expect(rig.stripe.captured.size).toBe(1)
})

test('[H2] thrown out of memory while the bank waits, the object finds its journal again', async () => {
  const { quote, rig } = await begin()
  await place(quote, rig, REQUESTS.bank)
  restart()
  await evictDurableObject(env.CART.getByName(quote))
  expect(await inCart(quote, rig, isOrderInProgress)).toBe(true)
  rig.stripe.answerBank(intentOf(rig))
  await recover(quote, rig)
  expect((await ordersOf(quote)).map((order) => order.status)).toEqual(['paid'])
  await expectTheLaw(quote, rig)
})
