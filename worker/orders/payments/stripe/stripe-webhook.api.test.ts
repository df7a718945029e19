/** The effects of Stripe's events on an order, in any sequence and shape. */
import { env } from 'cloudflare:workers'
import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { refundableAmount, refundedAmount } from '../../../../schema/orders/life/order-lifecycle.ts'
import { MINUTE_MS } from '../../../../schema/platform/duration.ts'
import { Browser, openShop } from '../../../account/testing/account.harness.ts'
import {
  fetchOf,
  newPlacementHarness,
  type PlacementHarness,
} from '../../../checkout/placement/testing/order-placement.harness.ts'
import { readOrderDetails } from '../../life/order-lifecycle.sql.ts'
import { refundOrder, resolveRefundManually } from '../../life/order-lifecycle.ts'
import {
  historyOf,
  newPlacedOrder,
  type PlacedOrder,
  runAction,
  statusOf,
} from '../../life/testing/order-lifecycle.harness.ts'

let harness: PlacementHarness
let events = 0
const { fetch } = globalThis

beforeAll(openShop)
beforeEach(async () => {
  harness = newPlacementHarness(Date.now())
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await env.DB.prepare("UPDATE stock SET qty = 40 WHERE stock_sku = 'TL-2001'").run()
  globalThis.fetch = fetchOf(harness, () => undefined) as typeof fetch
})
afterAll(() => {
  globalThis.fetch = fetch
  vi.restoreAllMocks()
})

async function post(event: object, secret = 'whsec_treadline_sandbox', at = Date.now()): Promise<number> {
  const payload = JSON.stringify(event)
  const { webhooks } = new Stripe('sk_test_12345678')
  const header = await webhooks.generateTestHeaderStringAsync({
    payload,
    secret,
    timestamp: Math.floor(at / 1000),
    cryptoProvider: Stripe.createSubtleCryptoProvider(),
  })
  const signed = { 'stripe-signature': header }
  return (await new Browser().send('/webhooks/stripe', { method: 'POST', body: payload }, signed)).status
}

const eventOf = (type: string, object: object, created?: number) => {
  events += 1
  return { id: `evt_${events}`, object: 'event', type, created, data: { object } }
}
const intent = () => [...harness.stripe.intents.keys()].at(-1)
const total = (amount: number, created?: number) =>
  eventOf('charge.refunded', { id: 'ch_1', payment_intent: intent(), amount_refunded: amount }, created)
const failure = (
  amount: number,
  { ref = 're_1', key = '', created = undefined as number | undefined } = {},
) => {
  const metadata = key ? { refund_key: key } : {}
  return eventOf('refund.failed', { id: ref, payment_intent: intent(), amount, metadata }, created)
}

const order = () => newPlacedOrder(harness, { 'TL-2001-2': 1 })
const lifeOf = async ({ orderNumber }: PlacedOrder) => {
  const details = await readOrderDetails(env.DB, orderNumber)
  if (!details) throw new Error('no order')
  return details.life
}
const STAFF = { by: 'staff:3', now: Date.now() }
const refund = (placed: PlacedOrder, amount: number, id: string) =>
  runAction(harness, placed, (shop) =>
    refundOrder(shop, placed.orderNumber, { ...STAFF, id, amount, restock: [], reason: 'came back' }),
  )
/** Records as staff that the stuck refund did not reach the buyer. */
async function settle(placed: PlacedOrder): Promise<void> {
  const stuck = (await lifeOf(placed)).refunds.filter(({ status }) => status === 'stuck')
  expect(stuck).toHaveLength(1)
  const outcome = { ...STAFF, id: stuck[0]?.id ?? 0, wentBack: false }
  expect(
    await runAction(harness, placed, (shop) => resolveRefundManually(shop, placed.orderNumber, outcome)),
  ).toBe('done')
}

test('[H2] a refund of the provider’s dashboard is recorded once by a signed webhook', async () => {
  const placed = await order()
  expect(await post(total(1_000), 'whsec_forged')).toBe(400)
  expect(await statusOf(placed)).toBe('paid')
  const first = total(1_000)
  expect([await post(first), await post(first), await post(total(1_000))]).toEqual([200, 200, 200])
  expect(await statusOf(placed)).toBe('partly_refunded')
  expect((await historyOf(placed)).filter((kind) => kind === 'partly_refunded')).toHaveLength(1)

  // The buyer's bank returns the money: the refund is stuck until staff record the outcome.
  const failed = failure(1_000, { ref: 're_desk' })
  expect([await post(failed), await post(failed)]).toEqual([200, 200])
  expect((await lifeOf(placed)).refunds.map(({ status }) => status)).toEqual(['stuck'])
  expect((await historyOf(placed)).filter((kind) => kind === 'refund-failed')).toHaveLength(1)
})

describe('[H2] a failed refund with totals from before and after it, in any sequence', () => {
  test.each(['BFD', 'BDF', 'FBD', 'FDB', 'DBF', 'DFB'])('%s', async (sequence) => {
    const placed = await order()
    expect([await refund(placed, 1_000, 'one'), await refund(placed, 1_000, 'two')]).toEqual(['done', 'done'])
    const reports: Record<string, object> = {
      B: total(2_000, 1_000_002),
      F: failure(1_000, {
        ref: `re_${sequence}`,
        key: `${placed.orderNumber}:refund:one`,
        created: 1_000_003,
      }),
      // A further refund of $3.00, made at Stripe's dashboard after the failure.
      D: total(1_300, 1_000_004),
    }
    for (const name of sequence) expect(await post(reports[name] ?? {})).toBe(200)
    await settle(placed)
    expect(await refund(placed, 400, 'three')).toBe('done')
    expect(await post(total(1_700, 1_000_009))).toBe(200)
    const life = await lifeOf(placed)
    expect([refundedAmount(life), refundableAmount(life)]).toEqual([1_700, placed.grandTotal - 1_700])
    expect(life.refunds.map(({ status }) => status).sort()).toEqual(['done', 'done', 'done', 'refused'])
  })

  test('a late total without a time adds no refund', async () => {
    const placed = await order()
    await refund(placed, 1_000, 'one')
    await refund(placed, 1_000, 'two')
    await post(failure(1_000, { ref: 're_timeless' }))
    await post(total(2_000))
    await settle(placed)
    await refund(placed, 400, 'three')
    await post(total(1_400))
    const life = await lifeOf(placed)
    expect([refundedAmount(life), refundableAmount(life)]).toEqual([1_400, placed.grandTotal - 1_400])
  })

  test('a refund of the dashboard whose failure is reported before its total does not count as refunded', async () => {
    const placed = await order()
    await post(failure(500, { ref: 're_early', created: 1_000_006 }))
    await post(total(500, 1_000_005))
    const life = await lifeOf(placed)
    expect([refundedAmount(life), refundableAmount(life)]).toEqual([0, placed.grandTotal])
    expect(await historyOf(placed)).toContain('refund-failed')
  })

  test('a failure that is received again after a crash is recorded once', async () => {
    const placed = await order()
    await refund(placed, 1_000, 'one')
    await refund(placed, 1_000, 'two')
    const event = failure(1_000, { ref: 're_crash' })
    expect(await post(event)).toBe(200)
    await env.DB.prepare('DELETE FROM webhook_event WHERE event_id = ?').bind(event.id).run()
    expect(await post(event)).toBe(200)
    const { refunds } = await lifeOf(placed)
    expect(refunds.map(({ status }) => status).sort()).toEqual(['done', 'stuck'])
    expect((await historyOf(placed)).filter((kind) => kind === 'refund-failed')).toHaveLength(1)
  })
})

const SHAPES: [status: number, event: { id?: unknown; type?: string; data?: object }][] = [
  [400, {}],
  [400, { id: 1 }],
  [400, { id: 'evt_x' }],
  [200, { id: 'evt_y', type: 'payment_intent.succeeded', data: { object: {} } }],
  [200, { id: 'evt_z', type: 'charge.refunded', data: { object: { payment_intent: 7 } } }],
  [
    200,
    {
      id: 'evt_n',
      type: 'refund.failed',
      data: { object: { id: 're_n', payment_intent: 'pi_1', amount: null } },
    },
  ],
]

test.each(SHAPES)('[H2] a signed event of another shape is answered %i: %j', async (status, event) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(await post(event)).toBe(status)
  const logged = log.mock.calls.filter(([, id]) => id !== undefined && id === event.id)
  expect(logged).toHaveLength(status === 200 ? 1 : 0)
})

test('[H2] an event signed more than five minutes ago or ahead is refused', async () => {
  const event = eventOf('payment_intent.succeeded', {})
  const secret = 'whsec_treadline_sandbox'
  for (const minutes of [-6, 6]) expect(await post(event, secret, Date.now() + minutes * MINUTE_MS)).toBe(400)
  expect(await post(event, secret, Date.now() + 4 * MINUTE_MS)).toBe(200)
})
