import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import {
  CARTS_TO_RECOVER,
  findPaymentsWithoutOrder,
  LOST_ORDERS,
  type LostOrder,
} from '../../../schema/orders/restored-order.ts'
import { FIXTURE_NOW, loadFixture } from '../../catalog/index/testing/catalog.fixture.ts'
import { handleCron } from '../../cron.ts'
import type { Env } from '../../env.ts'
import type { Fault } from '../../platform/testing/fault-injection.ts'
import { cancelAwaitingOrder } from '../placement/order-journal.ts'
import {
  cardOrder,
  cartOf,
  cashOrder,
  fillCart,
  inCart,
  newPlacementHarness,
  ordersOf,
  type PlacementHarness,
  placeTestOrder,
  recover,
  stockOf,
} from '../placement/testing/order-placement.harness.ts'
import { recoverOrders } from './recover-orders.ts'

const STOCK = 12
let harness: PlacementHarness
let count = 0

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
})
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  return begin()
})

/** Empties the shop: no orders, and all stock. */
async function begin(): Promise<void> {
  harness = newPlacementHarness(FIXTURE_NOW)
  await restore(Object.fromEntries(TABLES.map((table) => [table, []])))
  await env.DB.prepare("UPDATE stock SET qty = ? WHERE stock_sku = 'TL-2001'").bind(STOCK).run()
}

function newQuote(): string {
  count += 1
  return count.toString(16).padStart(32, '0')
}

/** Tables of orders; children first. */
const TABLES = [
  'sales_order_event',
  'sales_order_line',
  'payment_attempt',
  'order_actor',
  'outbox',
  'sales_order',
]
type Saved = Record<string, Record<string, unknown>[]>

async function save(): Promise<Saved> {
  const tables = [...TABLES, 'stock']
  const results = await env.DB.batch<Record<string, unknown>>(
    tables.map((table) => env.DB.prepare(`SELECT * FROM ${table}`)),
  )
  return Object.fromEntries(tables.map((table, index) => [table, results[index]?.results ?? []]))
}

/** Takes the database back to what was saved, as Time Travel does. */
async function restore(saved: Saved): Promise<void> {
  const insert = (table: string, row: Record<string, unknown>) => {
    // A generated column is not written.
    const columns = Object.keys(row).filter((column) => column !== 'person')
    return env.DB.prepare(
      `INSERT INTO ${table} (${columns.join(',')}) VALUES (${columns.map(() => '?').join(',')})`,
    ).bind(...columns.map((column) => row[column]))
  }
  const { stock = [], ...orders } = saved
  // The history of an order cannot be deleted but by its table.
  const [trigger] = (
    await env.DB.prepare("SELECT sql FROM sqlite_schema WHERE name = 'sales_order_event_stays'").all<{
      sql: string
    }>()
  ).results
  await env.DB.batch([
    env.DB.prepare('DROP TRIGGER IF EXISTS sales_order_event_stays'),
    ...TABLES.map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
    ...TABLES.toReversed().flatMap((table) => (orders[table] ?? []).map((row) => insert(table, row))),
    ...stock.map(({ stock_sku, qty }) =>
      env.DB.prepare('UPDATE stock SET qty = ? WHERE stock_sku = ?').bind(qty, stock_sku),
    ),
    ...(trigger ? [env.DB.prepare(trigger.sql)] : []),
  ])
}

async function recoverCart(quote: string): Promise<LostOrder[]> {
  const lost = await inCart(quote, harness, (ctx) => recoverOrders(ctx))
  return lost === 'died' ? [] : lost
}

/** Returns the payments at the provider whose money has no order, by order number. */
async function paymentsWithoutOrder(): Promise<string[]> {
  const { results } = await env.DB.prepare('SELECT order_number, status FROM sales_order').all<{
    order_number: string
    status: string
  }>()
  const payments = [...harness.stripe.intents.values()].map(({ id, metadata, amount_received, created }) => ({
    paymentId: id,
    orderNumber: metadata.order_number ?? null,
    received: amount_received,
    refunded: harness.stripe.refunded.get(metadata.order_number ?? '') ?? 0,
    createdAt: created * 1000,
  }))
  const statuses = new Map(results.map(({ order_number, status }) => [order_number, status]))
  return findPaymentsWithoutOrder(payments, statuses).map(({ orderNumber }) => orderNumber ?? '')
}

/** Tires of the pool in orders that are not canceled. */
async function sold(): Promise<number> {
  const row = await env.DB.prepare(
    `SELECT coalesce(sum(l.qty * l.setqty), 0) AS tires FROM sales_order_line l JOIN sales_order o ON o.id = l.order_id
      WHERE o.status <> 'canceled'`,
  ).first<{ tires: number }>()
  return row?.tires ?? Number.NaN
}

test('[H4] an order that the restored database has forgotten is written again, with its stock and payment', async () => {
  const quote = newQuote()
  const yesterday = await save()
  await fillCart(quote, harness, { 'TL-2001-4': 1 })
  const outcome = await placeTestOrder(quote, harness, cardOrder())
  const [order] = await ordersOf(quote)
  await restore(yesterday)
  expect([await ordersOf(quote), await stockOf('TL-2001')]).toEqual([[], STOCK])
  expect(await paymentsWithoutOrder()).toEqual([order?.order_number])
  expect(await recoverCart(quote)).toEqual([])
  expect(await ordersOf(quote)).toEqual([order])
  expect(await stockOf('TL-2001')).toBe(STOCK - 4)
  expect(await paymentsWithoutOrder()).toEqual([])
  expect(harness.stripe.captured.size).toBe(1)
  expect((await cartOf(quote, harness))?.orderNumber).toBe(order?.order_number)
  // A second run, and a shopper who sends the order again, change nothing.
  expect(await recoverCart(quote)).toEqual([])
  expect(await placeTestOrder(quote, harness, cardOrder())).toMatchObject({
    ok: true,
    orderNumber: outcome !== 'died' && outcome.ok ? outcome.orderNumber : '',
  })
  expect(await stockOf('TL-2001')).toBe(STOCK - 4)
})

test('[H4] an order whose tires were sold again stays lost, and its payment is in the list', async () => {
  const [first, second] = [newQuote(), newQuote()]
  const yesterday = await save()
  await fillCart(first, harness, { 'TL-2001-4': 3 })
  await placeTestOrder(first, harness, cardOrder())
  const [order] = await ordersOf(first)
  await restore(yesterday)
  await fillCart(second, harness, { 'TL-2001-2': 1 })
  await placeTestOrder(second, harness, cardOrder())
  expect(await recoverCart(first)).toEqual([{ orderNumber: order?.order_number, reason: 'out-of-stock' }])
  expect(await stockOf('TL-2001')).toBe(STOCK - 2)
  expect(await paymentsWithoutOrder()).toEqual([order?.order_number])
})

test('[H4] an attempt that was canceled is canceled again, so that a late payment of it can be refunded', async () => {
  const [bank, declined] = [newQuote(), newQuote()]
  await fillCart(bank, harness, { 'TL-2001-4': 1 })
  await placeTestOrder(bank, harness, cardOrder({ confirmationToken: 'ctoken_3ds' }))
  const yesterday = await save()
  await inCart(bank, harness, (ctx) => cancelAwaitingOrder(ctx))
  await fillCart(declined, harness, { 'TL-2001-4': 1 })
  await placeTestOrder(declined, harness, cardOrder({ confirmationToken: 'ctoken_declined' }))
  await restore(yesterday)
  expect(await stockOf('TL-2001')).toBe(STOCK - 4)
  for (const quote of [bank, declined]) {
    expect(await recoverCart(quote)).toEqual([])
    expect((await ordersOf(quote)).map(({ status }) => status)).toEqual(['canceled'])
  }
  expect(await stockOf('TL-2001')).toBe(STOCK)
})

test('[H4] the object of a cart without orders has nothing to recover', async () => {
  expect(await env.CART.getByName(newQuote()).recoverOrders()).toEqual([])
})

test('[H4] cron recovers the carts of the list, once each, and records the orders that it cannot write', async () => {
  const lost = [{ orderNumber: 'N1', reason: 'out-of-stock' }]
  const calls: string[] = []
  const object = (quote: string) => ({
    async recoverOrders() {
      calls.push(quote)
      if (quote === 'away' && calls.length < 4) throw new Error('the object is away')
      return quote === 'lost' ? lost : []
    },
  })
  await env.DB.prepare('INSERT INTO config (path, value) VALUES (?, ?)')
    .bind(CARTS_TO_RECOVER, '["whole","lost","away"]')
    .run()
  const bindings = { ...env, CART: { getByName: object } } as unknown as Env
  const config = async (path: string) =>
    (await env.DB.prepare('SELECT value FROM config WHERE path = ?').bind(path).first<{ value: string }>())
      ?.value
  await handleCron({ scheduledTime: 60_000 }, bindings)
  expect(await config(CARTS_TO_RECOVER)).toBe('["away"]')
  await handleCron({ scheduledTime: 120_000 }, bindings)
  expect(calls).toEqual(['whole', 'lost', 'away', 'away'])
  expect(await config(CARTS_TO_RECOVER)).toBeUndefined()
  expect(JSON.parse((await config(LOST_ORDERS)) ?? '')).toEqual(lost)
  await env.DB.prepare('DELETE FROM config WHERE path = ?').bind(LOST_ORDERS).run()
})

test('[H4] fifty carts that fail do not stop the one behind them', async () => {
  const broken = Array.from({ length: 50 }, (_, index) => `broken-${index}`)
  const calls: string[] = []
  const object = (quote: string) => ({
    async recoverOrders() {
      calls.push(quote)
      if (quote !== 'whole') throw new Error('the object is away')
      return []
    },
  })
  await env.DB.prepare('INSERT INTO config (path, value) VALUES (?, ?)')
    .bind(CARTS_TO_RECOVER, JSON.stringify([...broken, 'whole']))
    .run()
  const bindings = { ...env, CART: { getByName: object } } as unknown as Env
  await handleCron({ scheduledTime: 60_000 }, bindings)
  expect(calls).not.toContain('whole')
  await handleCron({ scheduledTime: 120_000 }, bindings)
  expect(calls).toContain('whole')
  const row = await env.DB.prepare('SELECT value FROM config WHERE path = ?')
    .bind(CARTS_TO_RECOVER)
    .first<{ value: string }>()
  expect(JSON.parse(row?.value ?? '').sort()).toEqual([...broken].sort())
  await env.DB.prepare('DELETE FROM config WHERE path = ?').bind(CARTS_TO_RECOVER).run()
})

test('[H4] a list of carts that cannot be read is a line of the log and a failed run of cron', async () => {
  await env.DB.prepare('INSERT INTO config (path, value) VALUES (?, ?)').bind(CARTS_TO_RECOVER, '["cut').run()
  await expect(handleCron({ scheduledTime: 60_000 }, env as unknown as Env)).rejects.toThrow('restored carts')
  expect(vi.mocked(console.error).mock.calls).toContainEqual([
    'cron',
    'restored carts',
    expect.stringContaining(CARTS_TO_RECOVER),
  ])
  await env.DB.prepare('DELETE FROM config WHERE path = ?').bind(CARTS_TO_RECOVER).run()
})

test('[H4] after any history and a restore, no tire is sold twice and the list of payments is exact', async () => {
  const visit = fc.record({
    units: fc.constantFrom('TL-2001-1', 'TL-2001-2', 'TL-2001-4'),
    kind: fc.constantFrom('card', 'card', 'cash', 'declined', 'bank'),
    /** The operation at which the process dies or an answer is lost. */
    at: fc.nat({ max: 14 }),
    fault: fc.constantFrom<Fault | 'none'>('none', 'none', 'dies-before', 'dies-after', 'lost-after'),
    canceled: fc.boolean(),
  })
  type Visit = { units: string; kind: string; at: number; fault: Fault | 'none'; canceled: boolean }
  const shop = async ({ units, kind, at, fault, canceled }: Visit): Promise<string> => {
    const quote = newQuote()
    await fillCart(quote, harness, { [units]: 1 })
    if (fault !== 'none') harness.plan.set(harness.operations + at, fault)
    const tokens: Record<string, string> = { declined: 'ctoken_declined', bank: 'ctoken_3ds' }
    const request =
      kind === 'cash' ? cashOrder() : cardOrder({ confirmationToken: tokens[kind] ?? 'ctoken_ok' })
    await placeTestOrder(quote, harness, request)
    harness.plan.clear()
    if (canceled && kind === 'bank') await inCart(quote, harness, (ctx) => cancelAwaitingOrder(ctx))
    return quote
  }
  await fc.assert(
    fc.asyncProperty(
      fc.array(visit, { maxLength: 3 }),
      fc.array(visit, { minLength: 1, maxLength: 4 }),
      fc.array(visit, { maxLength: 3 }),
      async (before, lost, after) => {
        await begin()
        const quotes: string[] = []
        for (const one of before) quotes.push(await shop(one))
        const yesterday = await save()
        for (const quote of quotes) await inCart(quote, harness, (ctx) => cancelAwaitingOrder(ctx))
        for (const one of lost) quotes.push(await shop(one))
        await restore(yesterday)
        const later: string[] = []
        for (const one of after) later.push(await shop(one))
        const unwritten: string[] = []
        for (const quote of quotes)
          unwritten.push(...(await recoverCart(quote)).map(({ orderNumber }) => orderNumber))
        for (const quote of [...quotes, ...later]) await recover(quote, harness)
        // Nothing is open any more, so each tire is in stock or in one order.
        expect((await stockOf('TL-2001')) + (await sold())).toBe(STOCK)
        const { results } = await env.DB.prepare(
          "SELECT order_number FROM sales_order WHERE status = 'pending_payment'",
        ).all()
        expect(results).toEqual([])
        const paid = unwritten.filter((number) => harness.stripe.captured.has(number))
        expect((await paymentsWithoutOrder()).sort()).toEqual(paid.sort())
      },
    ),
    { numRuns: 20, endOnFailure: true },
  )
}, 120_000)
