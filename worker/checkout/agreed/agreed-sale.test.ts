import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { SANDBOX_KEYS } from '../../../sandbox/testing/sandbox.harness.ts'
import { type CounterLine, counterDemand } from '../../../schema/orders/counter/counter-draft.ts'
import type { PlaceOrderOutcome, PlaceOrderRequest } from '../../../schema/orders/order.ts'
import { loadFixture } from '../../catalog/index/testing/catalog.fixture.ts'
import { type CounterDraft, endExpiredDrafts } from '../../orders/counter/counter-draft.sql.ts'
import { billedParty, quoteCounterDraft, toCounterOrder } from '../../orders/counter/counter-quote.ts'
import { skipRetryDelays } from '../../orders/payments/stripe/testing/stripe-sandbox.harness.ts'
import { PAY_LATER } from '../../orders/payments/testing/pay-later.harness.ts'
import { FAULTS } from '../../platform/testing/fault-injection.ts'
import { paymentChanged, returnFromProvider } from '../placement/order-journal.ts'
import {
  cartOf,
  cashOrder,
  fillCart,
  fireAlarm,
  inCart,
  newPlacementHarness,
  ordersOf,
  type PlacementHarness,
  placeTestOrder,
  recover,
  stockOf,
} from '../placement/testing/order-placement.harness.ts'

const { PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET, PAYPAL_WEBHOOK_ID } = SANDBOX_KEYS
const PAYPAL = {
  ...{ PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET, PAYPAL_WEBHOOK_ID },
  PAYPAL_API_URL: 'https://paypal.example',
}
/** The store credit that pays a part of a sale, in cents. */
const CREDIT = 4000

let harness: PlacementHarness
let sales = 0

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
  await env.DB.exec(
    "INSERT OR REPLACE INTO config (path, value) VALUES ('stores/1/path', '/s/'), ('stores/1/street', '2720 W Grand Ave'), ('stores/1/city', 'Chicago'), ('stores/1/state', 'IL'), ('stores/1/zip', '60612')",
  )
  skipRetryDelays()
})
beforeEach(async () => {
  harness = newPlacementHarness(Date.now())
  await env.DB.exec("UPDATE counter_draft SET state = 'ended' WHERE state = 'open'")
  await env.DB.exec("UPDATE stock SET qty = 8 WHERE stock_sku = 'TL-2001'")
})

/** Begins a sale that holds one pair of TL-2001; returns its order, paid in cash or with a card of the web. */
async function heldPair(method: string, token: string | null = null, account = 0) {
  sales += 1
  const quoteId = `c${sales.toString(16).padStart(31, '0')}`
  await fillCart(`${quoteId}x`, harness, { 'TL-2001-2': 1 })
  const [line] = (await cartOf(`${quoteId}x`, harness))?.lines ?? []
  if (!line) throw new Error('no line')
  const lines: CounterLine[] = [{ ...line, title: 'Tire', facts: '' }]
  const { id } = (await env.DB.prepare(
    `INSERT INTO counter_draft (quote_id, staff_id, created_at, hold_until, first_key, last_key)
      VALUES (?1, 1, ?2, ?3, ?1, ?1) RETURNING id`,
  )
    .bind(quoteId, harness.now, harness.now + 1_800_000)
    .first<{ id: number }>()) ?? { id: 0 }
  await env.DB.prepare('UPDATE counter_draft SET lines = ?, demand = ? WHERE id = ?')
    .bind(JSON.stringify(lines), JSON.stringify(counterDemand(lines)), id)
    .run()
  const draft = { quoteId, lines, discount: null, way: 'pickup', buyer: null } as unknown as CounterDraft
  const quote = await quoteCounterDraft(env.DB, draft)
  const isCash = method === 'counter_cash'
  const billing = { ...billedParty(null, quote.store), email: isCash ? '' : 'ada@example.com' }
  const request = toCounterOrder(draft, quote, {
    ...{ billing, shipping: null, paymentMethod: method, confirmationToken: token },
    handedOverBy: isCash ? 'staff:1' : null,
    payLink: `/pay/${id}/proof`,
    credit: account > 0 ? { account, amount: CREDIT } : null,
  })
  return { id, quoteId, request }
}

const stateOf = async (id: number) =>
  (await env.DB.prepare('SELECT state FROM counter_draft WHERE id = ?').bind(id).first<{ state: string }>())
    ?.state

const statusesOf = async (quoteId: string) => (await ordersOf(quoteId)).map(({ status }) => status)
/** Returns the account of a customer who has just the credit of one sale. */
async function newCredit(): Promise<number> {
  const { meta } = await env.DB.prepare('INSERT INTO credit_account (holder, created_at) VALUES (?, 0)')
    .bind(crypto.randomUUID())
    .run()
  await env.DB.prepare(
    "INSERT INTO credit_entry (account_id, amount, kind, made_by, key, at) VALUES (?, ?, 'given', 'staff:1', ?, 0)",
  )
    .bind(meta.last_row_id, CREDIT, crypto.randomUUID())
    .run()
  return meta.last_row_id
}

async function creditOf(account: number): Promise<number> {
  const row = await env.DB.prepare('SELECT sum(amount) AS left FROM credit_entry WHERE account_id = ?')
    .bind(account)
    .first<{ left: number }>()
  return row?.left ?? 0
}

const moneyOf = () =>
  [...harness.stripe.intents.values()].filter(({ status }) => status === 'succeeded').length

test('[H14p] the order of a held sale takes over its tires, and its cash needs no provider', async () => {
  const { id, quoteId, request } = await heldPair('counter_cash')
  expect(await stockOf('TL-2001')).toBe(6)
  expect(await placeTestOrder(quoteId, harness, request)).toMatchObject({ ok: true })
  expect([await stateOf(id), await stockOf('TL-2001'), await statusesOf(quoteId)]).toEqual([
    'ordered',
    6,
    ['delivered'],
  ])
})

test('[H14p] a held sale is sold although nothing else is left, and the web is refused at the same moment', async () => {
  await env.DB.exec("UPDATE stock SET qty = 2 WHERE stock_sku = 'TL-2001'")
  const { quoteId, request } = await heldPair('counter_cash')
  await fillCart('b'.repeat(32), harness, { 'TL-2001-2': 1 })
  const [web, counter] = await Promise.all([
    placeTestOrder('b'.repeat(32), harness, cashOrder()),
    placeTestOrder(quoteId, harness, request),
  ])
  expect(web).toMatchObject({ ok: false, code: 'out-of-stock' })
  expect(counter).toMatchObject({ ok: true })
  expect(await stockOf('TL-2001')).toBe(0)
})

for (const kind of FAULTS)
  test(`[H14p] a sale that meets ${kind} at each operation in turn loses no tire, spends no credit and takes no money twice`, async () => {
    for (const [method, hasCredit] of [
      ['counter_cash', false],
      ['counter_cash', true],
      ['stripe', false],
    ] as const)
      for (let operation = 0; operation < 14; operation += 1) {
        harness = newPlacementHarness(Date.now())
        await env.DB.exec("UPDATE stock SET qty = 8 WHERE stock_sku = 'TL-2001'")
        const account = hasCredit ? await newCredit() : 0
        const token = method === 'stripe' ? 'ctoken_ok' : null
        const { id, quoteId, request } = await heldPair(method, token, account)
        harness.operations = 0
        harness.plan.set(operation, kind)
        await placeTestOrder(quoteId, harness, request)
        await recover(quoteId, harness)
        const placed = (await statusesOf(quoteId)).filter((status) => status !== 'canceled')
        expect([method, operation, placed.length <= 1, moneyOf()]).toEqual([
          ...[method, operation, true],
          method === 'stripe' ? placed.length : 0,
        ])
        // Sold, or held by the draft; never both and never neither.
        expect([method, operation, await stockOf('TL-2001'), await stateOf(id)]).toEqual([
          ...[method, operation, 6],
          placed.length === 1 ? 'ordered' : 'open',
        ])
        // Credit is spent with its order alone.
        expect([operation, await creditOf(account)]).toEqual([
          operation,
          hasCredit && placed.length === 0 ? CREDIT : 0,
        ])
        // Without an order the same sale is paid at the second try.
        if (placed.length === 0) await payAgain(quoteId, request)
        expect([operation, await creditOf(account)]).toEqual([operation, 0])
        harness.now += 3_600_000
        await endExpiredDrafts(env.DB, harness.now)
        expect([method, operation, await stockOf('TL-2001')]).toEqual([method, operation, 6])
      }
  })

async function payAgain(quoteId: string, request: PlaceOrderRequest): Promise<void> {
  harness.plan.clear()
  expect(await placeTestOrder(quoteId, harness, request)).toMatchObject({ ok: true })
  expect((await statusesOf(quoteId)).filter((status) => status !== 'canceled')).toHaveLength(1)
}

test('[H14p] a declined card gives the tires back to the sale, which holds them until its own end', async () => {
  const { id, quoteId, request } = await heldPair('stripe', 'ctoken_declined')
  expect(await placeTestOrder(quoteId, harness, request)).toMatchObject({ code: 'payment-declined' })
  expect([await stateOf(id), await stockOf('TL-2001')]).toEqual(['open', 6])
  await endExpiredDrafts(env.DB, harness.now + 1_800_000)
  expect([await stateOf(id), await stockOf('TL-2001')]).toEqual(['ended', 8])
})

test('[H14p] two people who pay the same sale at the same moment pay it once', async () => {
  const { quoteId, request } = await heldPair('stripe', 'ctoken_ok')
  const other = { ...request, email: 'ben@example.com' }
  const outcomes = await Promise.all([
    placeTestOrder(quoteId, harness, request),
    placeTestOrder(quoteId, harness, other),
  ])
  // Either may be first.
  const [paid, refused] = outcomes.toSorted((one) => (one !== 'died' && one.ok ? -1 : 1))
  expect([paid, refused]).toMatchObject([{ ok: true }, { ok: false, code: 'already-ordered' }])
  expect([moneyOf(), await stockOf('TL-2001')]).toEqual([1, 6])
})

test('[H14p] a card that pays after the end of the sale is given back, once', async () => {
  const { id, quoteId, request } = await heldPair('stripe', 'ctoken_3ds')
  expect(await placeTestOrder(quoteId, harness, request)).toMatchObject({ code: 'payment-action' })
  expect(await stateOf(id)).toBe('ordered')
  harness.now += 1_800_000
  await recover(quoteId, harness)
  expect([await stateOf(id), await stockOf('TL-2001')]).toEqual(['ended', 8])
  const [{ order_number: orderNumber } = { order_number: '' }] = await ordersOf(quoteId)
  const [intent] = harness.stripe.intents.values()
  if (!intent) throw new Error('no intent')
  intent.status = 'requires_action'
  harness.stripe.answerBank(intent.id)
  for (let events = 0; events < 2; events += 1)
    await inCart(quoteId, harness, (ctx) => paymentChanged(ctx, { paymentId: intent.id, orderNumber }))
  expect([...harness.stripe.refunded.values()]).toEqual([request.agreed?.totals.grandTotal])
  expect(await stockOf('TL-2001')).toBe(8)
})

/** Providers whose payment is approved on a page of their own. */
const PROVIDERS = ['paypal_express', 'afterpay', 'affirm']

function providerHarness(): void {
  harness = newPlacementHarness(Date.now())
  harness.env = { ...PAY_LATER, ...PAYPAL }
}

/** Pays on the provider's page; returns the address back to the shop, `null` for a payer who was not sent there. */
async function decide(outcome: PlaceOrderOutcome | 'died'): Promise<URL | null> {
  const action = outcome !== 'died' && !outcome.ok ? outcome.action : undefined
  if (!action || !('redirectUrl' in action)) return null
  return new URL(await harness.stripe.decide(action.redirectUrl, 'approve'), 'https://shop.example')
}

function comeBack(quoteId: string, { pathname, searchParams: query }: URL) {
  expect(pathname).toMatch(/^\/pay\/\d+\/proof\/return$/)
  const token = query.get('checkout_token') ?? query.get('orderToken') ?? query.get('token')
  const orderNumber = query.get('order') ?? ''
  return inCart(quoteId, harness, (ctx) => returnFromProvider(ctx, { orderNumber, token }))
}

async function approve(quoteId: string, outcome: PlaceOrderOutcome | 'died') {
  const back = await decide(outcome)
  return back ? comeBack(quoteId, back) : outcome
}

const netOf = async (quoteId: string) =>
  (await ordersOf(quoteId)).reduce((sum, each) => sum + harness.stripe.netReceived(each.order_number), 0)

for (const [method, hasCredit] of [
  ...PROVIDERS.map((code) => [code, false] as const),
  ['afterpay', true] as const,
])
  for (const kind of FAULTS)
    test(`[H14p] [H14u] a link paid by ${method}${hasCredit ? ' and store credit' : ''} that meets ${kind} at each operation in turn takes the money once or not at all`, async () => {
      for (let operation = 0; operation < 18; operation += 1) {
        providerHarness()
        await env.DB.exec("UPDATE stock SET qty = 8 WHERE stock_sku = 'TL-2001'")
        const account = hasCredit ? await newCredit() : 0
        const { id, quoteId, request } = await heldPair(method, null, account)
        harness.operations = 0
        harness.plan.set(operation, kind)
        await approve(quoteId, await placeTestOrder(quoteId, harness, request))
        await recover(quoteId, harness)
        const placed = (await statusesOf(quoteId)).filter((status) => status !== 'canceled')
        const total = (request.agreed?.totals.grandTotal ?? 0) - (hasCredit ? CREDIT : 0)
        expect([operation, placed.length <= 1, await netOf(quoteId)]).toEqual([
          ...[operation, true],
          placed.length * total,
        ])
        expect([operation, await stockOf('TL-2001'), await stateOf(id)]).toEqual([
          ...[operation, 6],
          placed.length === 1 ? 'ordered' : 'open',
        ])
        expect([operation, await creditOf(account)]).toEqual([
          operation,
          hasCredit && placed.length === 0 ? CREDIT : 0,
        ])
        if (placed.length === 1) continue
        // Nothing was paid, so the same link is paid at the second try.
        expect(await approve(quoteId, await placeTestOrder(quoteId, harness, request))).toMatchObject({
          ok: true,
        })
        expect([operation, await netOf(quoteId), await creditOf(account)]).toEqual([operation, total, 0])
      }
    })

for (const method of PROVIDERS) {
  test(`[H14p] a payer who comes back from ${method} after the end of the sale has paid nothing`, async () => {
    providerHarness()
    const { id, quoteId, request } = await heldPair(method)
    const back = await decide(await placeTestOrder(quoteId, harness, request))
    if (!back) throw new Error('no page')
    harness.now += 1_800_000
    await fireAlarm(quoteId, harness)
    expect([await stateOf(id), await stockOf('TL-2001')]).toEqual(['ended', 8])
    expect(await comeBack(quoteId, back)).toMatchObject({ ok: false })
    for (let alarms = 0; alarms < 4; alarms += 1) await fireAlarm(quoteId, harness)
    expect([await netOf(quoteId), await stockOf('TL-2001')]).toEqual([0, 8])
  })

  test(`[H14p] two phones approve the same sale, one at ${method} and one by card: one payment is taken`, async () => {
    providerHarness()
    const { quoteId, request } = await heldPair(method)
    const outcome = await placeTestOrder(quoteId, harness, request)
    const card = {
      ...request,
      paymentMethod: 'stripe',
      confirmationToken: 'ctoken_ok',
      email: 'ben@example.com',
    }
    const [first, second] = await Promise.all([
      approve(quoteId, outcome),
      placeTestOrder(quoteId, harness, card),
    ])
    expect([first, second].filter((each) => each !== 'died' && each.ok)).toHaveLength(1)
    expect(await netOf(quoteId)).toBe(request.agreed?.totals.grandTotal)
  })
}
