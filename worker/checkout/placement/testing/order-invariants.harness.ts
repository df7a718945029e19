/**
 * Runs random actions on a small shop in memory with faults between any two steps, and checks the invariants at the
 * end. Two test files run half of the scripts each, so that they can use two cores.
 */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, vi } from 'vitest'
import { loadFixture } from '../../../catalog/index/testing/catalog.fixture.ts'
import { skipRetryDelays } from '../../../orders/payments/stripe/testing/stripe-sandbox.harness.ts'
import { openNodeD1 } from '../../../platform/testing/d1-node-adapter.harness.ts'
import { FAULTS } from '../../../platform/testing/fault-injection.ts'
import { cardOrder, cashOrder } from './order-request.fixture.ts'
import {
  addToCart,
  answerBank,
  cancelNth,
  cancelPayment,
  deliverMails,
  evict,
  fireAlarm,
  newWorld,
  type PlannedFault,
  placeOrder,
  receiveWebhook,
  refundNth,
  removeFromCart,
  settle,
  type World,
} from './order-simulation.harness.ts'

const ACTIONS = 100
const CARTS = 3
/** The initial stock of each pool, in tires. */
const STOCK: Readonly<Record<string, number>> = { 'TL-1001': 1, 'TL-2001': 40, 'TL-4001': 4 }
const SKUS = ['TL-1001', 'TL-2001-4', 'TL-2001-2', 'TL-4001-2', 'TL-4001-1'] as const
const REQUESTS = {
  card: cardOrder(),
  declined: cardOrder({ confirmationToken: 'ctoken_declined' }),
  bank: cardOrder({ confirmationToken: 'ctoken_3ds' }),
  bankFails: cardOrder({ confirmationToken: 'ctoken_3ds_fails' }),
  cash: cashOrder(),
}
const REQUEST_KINDS = Object.keys(REQUESTS) as (keyof typeof REQUESTS)[]

/** Computes digests synchronously, because a call of another thread would take as long as the action itself. */
function replaceDigest(): () => void {
  const { digest: real } = crypto.subtle
  crypto.subtle.digest = async (name, data) => {
    const bytes = data instanceof ArrayBuffer ? new Uint8Array(data) : data
    const digest = createHash(String(name).replace('SHA-', 'sha'))
      .update(bytes as Uint8Array)
      .digest()
    return new Uint8Array(digest).buffer
  }
  return () => {
    crypto.subtle.digest = real
  }
}

const cart = fc.nat(CARTS - 1)
const nth = fc.nat(30)
/** Returns the faults of an action: usually none, sometimes one or several. */
const faults = fc.oneof(
  { weight: 3, arbitrary: fc.constant<PlannedFault[]>([]) },
  {
    weight: 2,
    arbitrary: fc.array(fc.record({ at: fc.nat(14), fault: fc.constantFrom(...FAULTS) }), {
      minLength: 1,
      maxLength: 3,
    }),
  },
)
const action = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('add' as const), cart, sku: fc.constantFrom(...SKUS) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), cart }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('order' as const),
      cart,
      request: fc.constantFrom(...REQUEST_KINDS),
      faults,
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('order-again' as const), cart, faults }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('bank' as const), nth }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('webhook' as const), nth, faults }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel-payment' as const), cart, faults }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('alarm' as const), cart, faults }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('evict' as const), cart }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('later' as const), minutes: fc.integer({ min: 1, max: 20 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel' as const), nth, faults }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('mails' as const), faults }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('refund' as const),
      nth,
      id: fc.constantFrom('a', 'b', 'c'),
      faults,
    }),
  },
)
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never

async function perform(world: World, one: Action): Promise<void> {
  switch (one.kind) {
    case 'add':
      return addToCart(world, one.cart, one.sku, 1)
    case 'remove':
      return removeFromCart(world, one.cart)
    case 'order':
    case 'order-again': {
      const request = REQUESTS[one.kind === 'order' ? one.request : 'card']
      const before = await readStock(world)
      const outcome = await placeOrder(world, one.cart, request, one.faults, one.kind === 'order-again')
      // No false refusal: without a fault, a shopper reads about short stock only when the stock is short.
      if (outcome?.ok === false && outcome.code === 'out-of-stock' && one.faults.length === 0) {
        const short = (outcome.changes ?? []).some(({ available }) => available !== null && available < 1_000)
        expect(short && Object.values(before).some((qty) => qty < 8)).toBe(true)
      }
      return
    }
    case 'bank':
      return answerBank(world, one.nth)
    case 'webhook':
      return receiveWebhook(world, one.nth, one.faults)
    case 'cancel-payment':
      return cancelPayment(world, one.cart, one.faults)
    case 'alarm':
      return fireAlarm(world, one.cart, one.faults)
    case 'evict':
      return evict(world, one.cart)
    case 'later':
      world.now += one.minutes * 60_000
      return
    case 'cancel':
      return cancelNth(world, one.nth, one.faults)
    case 'mails':
      return deliverMails(world, one.faults)
    case 'refund':
      return refundNth(world, one.nth, { id: one.id, amount: 1_000 }, one.faults)
  }
}

async function rows<Row>(world: World, sql: string): Promise<Row[]> {
  return (await world.db.prepare(sql).all<Row>()).results
}

async function readStock(world: World): Promise<Record<string, number>> {
  const found = await rows<{ stock_sku: string; qty: number }>(world, 'SELECT stock_sku, qty FROM stock')
  return Object.fromEntries(
    found.filter(({ stock_sku }) => stock_sku in STOCK).map((row) => [row.stock_sku, row.qty]),
  )
}

/** Returns a generator of pseudorandom numbers from a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

interface OrderRow {
  order_number: string
  quote_id: string
  status: string
  payment_method: string
  grand_total: number
  confirmed: number
  canceled: number
  refunded_amount: number
  refunds: number
}

/** Checks that each event of an order has one mail, and that each mail arrived once. */
async function expectEveryMail(world: World, orders: readonly OrderRow[]): Promise<number> {
  const mails = await rows<{ id: number; kind: string; order_number: string; sent_at: number | null }>(
    world,
    "SELECT id, kind, payload ->> '$.orderNumber' AS order_number, sent_at FROM outbox",
  )
  for (const { order_number: number, confirmed, canceled, refunds } of orders) {
    const mailsOfKind = (kind: string) =>
      mails.filter((mail) => mail.kind === kind && mail.order_number === number)
    expect(mailsOfKind('order-mail')).toHaveLength(confirmed)
    expect(mailsOfKind('order-canceled')).toHaveLength(confirmed && canceled)
    expect(mailsOfKind('order-refunded')).toHaveLength(refunds)
  }
  expect(mails.filter(({ sent_at: sent }) => sent === null)).toEqual([])
  const delivered = world.sandbox.mails
  expect([...delivered.keys()].sort()).toEqual(mails.map(({ id }) => `outbox-${id}`).sort())
  for (const { id, order_number: number } of mails) {
    expect(delivered.get(`outbox-${id}`)?.subject).toContain(number)
  }
  return mails.length
}

/** Checks the invariants of the shop when no work is open. */
async function expectInvariants(world: World): Promise<OrderRow[]> {
  const orders = await rows<OrderRow>(
    world,
    `SELECT o.order_number, o.quote_id, o.status, o.payment_method, o.grand_total,
       EXISTS (SELECT 1 FROM sales_order_event e WHERE e.order_id = o.id AND e.kind IN ('paid', 'processing')) AS confirmed,
       EXISTS (SELECT 1 FROM sales_order_event e WHERE e.order_id = o.id AND e.kind = 'canceled') AS canceled,
       (SELECT coalesce(sum(amount), 0) FROM order_refund r WHERE r.order_id = o.id AND r.status = 'done') AS refunded_amount,
       (SELECT count(*) FROM order_refund r WHERE r.order_id = o.id AND r.status = 'done' AND r.cancels = 0) AS refunds
     FROM sales_order o`,
  )
  const numbers = new Map(orders.map((order) => [order.order_number, order]))
  for (const order of orders) {
    const { order_number: number, status, confirmed, canceled, refunded_amount: refundedAmount } = order
    expect(status).not.toBe('pending_payment')
    const captured = world.sandbox.captured.get(number) ?? 0
    const refunded = world.sandbox.refunded.get(number) ?? 0
    // An order is charged at most once, and the money received is its total less its refunds.
    expect([0, order.grand_total]).toContain(captured)
    const isCard = order.payment_method === 'stripe'
    expect(captured - refunded).toBe(
      confirmed && isCard && !canceled ? order.grand_total - refundedAmount : 0,
    )
  }
  // No money is received without an order, and no order that was confirmed to a shopper is lost.
  for (const number of world.sandbox.captured.keys()) expect(numbers.has(number)).toBe(true)
  for (const number of world.confirmed) expect(numbers.get(number)?.confirmed).toBe(1)
  // Each cart has at most one active order.
  const active = orders
    .filter(({ confirmed, canceled }) => confirmed && !canceled)
    .map(({ quote_id }) => quote_id)
  expect(new Set(active).size).toBe(active.length)
  // The initial stock is left or sold; nothing is reserved.
  const sold = await rows<{ stock_sku: string; tires: number }>(
    world,
    `SELECT l.stock_sku, sum(l.qty * l.setqty) AS tires FROM sales_order_line l JOIN sales_order o ON o.id = l.order_id
     WHERE NOT EXISTS (SELECT 1 FROM sales_order_event e WHERE e.order_id = o.id AND e.kind = 'canceled')
     GROUP BY l.stock_sku`,
  )
  const left = await readStock(world)
  for (const [sku, qty] of Object.entries(STOCK)) {
    expect((left[sku] ?? 0) + (sold.find(({ stock_sku }) => stock_sku === sku)?.tires ?? 0)).toBe(qty)
  }
  return orders
}

/** Scripts of each half: ten thousand actions in `npm test`, fifty thousand with MODEL_RUNS=500 (decision 163). */
const RUNS = Number(process.env.MODEL_RUNS ?? 100)

/** Runs the scripts and checks the invariants after each. */
export async function simulateOrders(): Promise<void> {
  const shop = openNodeD1()
  await loadFixture(shop.db)
  const undo = [skipRetryDelays(), replaceDigest()]
  // The code logs each of the faults as it should; the tests do not need these lines.
  vi.spyOn(console, 'error').mockReturnValue()
  vi.spyOn(console, 'warn').mockReturnValue()
  let [actions, confirmed, failed, mails] = [0, 0, 0, 0]
  try {
    await fc.assert(
      fc.asyncProperty(
        fc.array(action, { minLength: ACTIONS, maxLength: ACTIONS, size: 'max' }),
        fc.integer(),
        async (script, seed) => {
          shop.begin()
          try {
            const world = newWorld(shop, CARTS, randomFrom(seed))
            for (const one of script) await perform(world, one)
            actions += script.length
            await settle(world)
            const orders = await expectInvariants(world)
            mails += await expectEveryMail(world, orders)
            confirmed += orders.filter((order) => order.confirmed).length
            failed += orders.filter((order) => !order.confirmed || order.canceled).length
          } finally {
            shop.rollback()
          }
        },
      ),
      { numRuns: RUNS, endOnFailure: true },
    )
  } finally {
    for (const one of undo) one()
    vi.restoreAllMocks()
  }
  expect(actions).toBe(RUNS * ACTIONS)
  // The scripts place orders and meet faults, so the check is not empty.
  expect(confirmed).toBeGreaterThan(3 * RUNS)
  expect(failed).toBeGreaterThan(3 * RUNS)
  expect(mails).toBeGreaterThan(confirmed)
}
