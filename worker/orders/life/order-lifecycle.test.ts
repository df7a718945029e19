import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { capturedAmount, refundedAmount } from '../../../schema/orders/life/order-lifecycle.ts'
import { canBecome, type OrderStatus } from '../../../schema/orders/order.ts'
import { HOUR_MS } from '../../../schema/platform/duration.ts'
import { FIXTURE_NOW } from '../../catalog/index/testing/catalog.fixture.ts'
import {
  cashOrder,
  newPlacementHarness,
  type PlacementHarness,
  stockOf,
} from '../../checkout/placement/testing/order-placement.harness.ts'
import { FAULTS } from '../../platform/testing/fault-injection.ts'
import { findDelivery, readOrderDetails } from './order-lifecycle.sql.ts'
import {
  cancelOrder,
  deliverOrder,
  reconcileProviderRefund,
  refundOrder,
  resolveRefundManually,
  retryPendingRefunds,
  shipOrder,
} from './order-lifecycle.ts'
import {
  historyOf,
  mailsOf,
  newPlacedOrder,
  openLifecycle,
  type PlacedOrder,
  runAction,
  SAVE10,
  statusOf,
} from './testing/order-lifecycle.harness.ts'

const UPS = { carrier: 'UPS', trackingNumber: '1Z999AA10123456784' }
const STAFF = { by: 'staff:3', now: FIXTURE_NOW }
const GUEST = { by: 'guest', now: FIXTURE_NOW, reason: 'asked' } as const

let harness: PlacementHarness

openLifecycle()
beforeEach(async () => {
  harness = newPlacementHarness(FIXTURE_NOW)
  // Hides the log of the injected faults.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await env.DB.prepare("UPDATE stock SET qty = 40 WHERE stock_sku = 'TL-2001'").run()
  await env.DB.prepare("UPDATE coupon SET times_used = 0 WHERE code = 'SAVE10'").run()
})

const cancel = (order: PlacedOrder, now = FIXTURE_NOW) =>
  runAction(harness, order, (shop) => cancelOrder(shop, order.orderNumber, { ...GUEST, now }))
const ship = (order: PlacedOrder, parcel = UPS) =>
  runAction(harness, order, (shop) => shipOrder(shop, order.orderNumber, parcel, STAFF))
const refund = (order: PlacedOrder, amount: number, id: string, restock: number[] = []) =>
  runAction(harness, order, (shop) =>
    refundOrder(shop, order.orderNumber, { ...STAFF, id, amount, restock, reason: 'one tire came back' }),
  )
const repeat = (order: PlacedOrder, now: number) =>
  runAction(harness, order, (shop) => retryPendingRefunds(shop, now))
const refundedAt = ({ orderNumber }: PlacedOrder) => harness.stripe.refunded.get(orderNumber) ?? 0
const couponUses = () =>
  env.DB.prepare("SELECT times_used AS n FROM coupon WHERE code = 'SAVE10'").first<number>('n')
const readDetails = async ({ orderNumber }: PlacedOrder) => {
  const details = await readOrderDetails(env.DB, orderNumber)
  if (!details) throw new Error('no order')
  return details
}

describe('[H2] an action that is requested twice is done once', () => {
  test('a parcel, a second parcel, the delivery', async () => {
    const order = await newPlacedOrder(harness, { 'TL-2001-2': 1 })
    expect([await ship(order), await ship(order)]).toEqual(['done', 'done'])
    expect(await ship(order, { carrier: 'UPS', trackingNumber: '1Z2' })).toBe('done')
    const deliver = () => runAction(harness, order, (shop) => deliverOrder(shop, order.orderNumber, STAFF))
    expect([await deliver(), await deliver()]).toEqual(['done', 'done'])
    expect(await statusOf(order)).toBe('delivered')
    expect(await historyOf(order)).toEqual(['placed', 'paid', 'shipped', 'shipped', 'delivered'])
    expect(await mailsOf(order)).toEqual(['order-mail', 'order-shipped', 'order-shipped', 'order-delivered'])
    expect(await ship(order, { carrier: 'UPS', trackingNumber: '1Z3' })).toBe('refused')
  })

  test('[H13d] staff add a parcel after the buyer’s own confirmation, and the delivery counts from the last one', async () => {
    const order = await newPlacedOrder(harness, { 'TL-2001-2': 1 })
    const deliver = (by: string, now: number) =>
      runAction(harness, order, (shop) => deliverOrder(shop, order.orderNumber, { by, now }))
    const delivery = async () => {
      const { events, life } = (await readOrderDetails(env.DB, order.orderNumber)) ?? {}
      return [findDelivery(events ?? []), life?.wasDelivered, life?.status]
    }
    await ship(order)
    await deliver('guest', FIXTURE_NOW)
    expect(await delivery()).toEqual([FIXTURE_NOW, true, 'delivered'])
    expect(await ship(order)).toBe('done')
    expect(await delivery()).toEqual([FIXTURE_NOW, true, 'delivered'])
    expect(await ship(order, { carrier: 'UPS', trackingNumber: '1Z2' })).toBe('done')
    expect(await delivery()).toEqual([null, false, 'shipped'])
    const later = FIXTURE_NOW + 86_400_000
    expect([await deliver('staff:3', later), await deliver('guest', later + 1)]).toEqual(['done', 'done'])
    expect(await delivery()).toEqual([later, true, 'delivered'])
    expect(await ship(order, { carrier: 'UPS', trackingNumber: '1Z3' })).toBe('refused')
  })

  test('[E13] a cancellation refunds the payment, restocks the lines and releases the coupon once', async () => {
    const order = await newPlacedOrder(harness, { 'TL-2001-2': 2 }, { coupon: SAVE10 })
    expect([await stockOf('TL-2001'), await couponUses()]).toEqual([36, 1])
    expect([await cancel(order), await cancel(order)]).toEqual(['done', 'done'])
    expect([await stockOf('TL-2001'), await couponUses()]).toEqual([40, 0])
    expect(refundedAt(order)).toBe(order.grandTotal)
    expect(await statusOf(order)).toBe('refunded')
    expect(await historyOf(order)).toEqual(['placed', 'paid', 'cancel-begun', 'canceled', 'refunded'])
    expect(await mailsOf(order)).toEqual(['order-mail', 'order-canceled'])
    expect(await ship(order)).toBe('refused')
  })

  test('[E12] [E13] an order with cash on delivery is canceled without a provider', async () => {
    const order = await newPlacedOrder(harness, { 'TL-2001-1': 1 }, { request: cashOrder() })
    expect([await cancel(order), await cancel(order)]).toEqual(['done', 'done'])
    expect([await statusOf(order), await stockOf('TL-2001')]).toEqual(['canceled', 40])
    expect(harness.stripe.calls).toEqual([])
    expect(await mailsOf(order)).toEqual(['order-mail', 'order-canceled'])
  })

  test('[E13] refunds never exceed the captured amount; a line is restocked once', async () => {
    const order = await newPlacedOrder(harness, { 'TL-2001-2': 1 })
    expect([await refund(order, 5_000, 'one', [1]), await refund(order, 5_000, 'one', [1])]).toEqual([
      'done',
      'done',
    ])
    expect([await statusOf(order), await stockOf('TL-2001'), refundedAt(order)]).toEqual([
      'partly_refunded',
      40,
      5_000,
    ])
    expect(await refund(order, order.grandTotal, 'two')).toBe('refused')
    expect(await refund(order, 0.5, 'three')).toBe('refused')
    expect(await refund(order, order.grandTotal - 5_000, 'four', [1])).toBe('done')
    expect([await statusOf(order), await stockOf('TL-2001'), refundedAt(order)]).toEqual([
      'refunded',
      40,
      order.grandTotal,
    ])
    expect(await refund(order, 1, 'five')).toBe('refused')
    expect(await mailsOf(order)).toEqual(['order-mail', 'order-refunded', 'order-refunded'])
  })
})

test('[E13] a shipped order and an unknown order cannot be canceled', async () => {
  const order = await newPlacedOrder(harness, { 'TL-2001-1': 1 })
  await ship(order)
  expect(await cancel(order)).toBe('refused')
  expect([await statusOf(order), refundedAt(order)]).toEqual(['shipped', 0])
  const unknown = { ...order, orderNumber: 'TL-00000000' }
  expect(await cancel(unknown)).toBe('refused')
})

test('[E13] an order with an undeliverable address is canceled, and the reason is stored for the mail', async () => {
  const order = await newPlacedOrder(harness, { 'TL-2001-1': 1 })
  expect(
    await runAction(harness, order, (shop) =>
      cancelOrder(shop, order.orderNumber, { ...STAFF, reason: 'address' }),
    ),
  ).toBe('done')
  const row = await env.DB.prepare(
    "SELECT payload ->> '$.reason' AS reason FROM outbox WHERE kind = 'order-canceled' AND payload ->> '$.orderNumber' = ?",
  )
    .bind(order.orderNumber)
    .first()
  expect(row).toEqual({ reason: 'address' })
})

describe('[H2] after lost requests and replies', () => {
  const CASES = [0, 1, 2, 3, 4, 5, 6].flatMap((at) => FAULTS.map((fault) => [fault, at] as const))

  test.each(CASES)('%s at operation %i of a cancellation: money and stock return once', async (fault, at) => {
    const order = await newPlacedOrder(harness, { 'TL-2001-2': 1 }, { coupon: SAVE10 })
    harness.plan.set(at, fault)
    await cancel(order).catch(() => 'failed')
    harness.plan.clear()
    await repeat(order, FIXTURE_NOW + HOUR_MS)
    expect(await cancel(order, FIXTURE_NOW + HOUR_MS)).toBe('done')
    expect([await statusOf(order), await stockOf('TL-2001'), await couponUses()]).toEqual(['refunded', 40, 0])
    expect(refundedAt(order)).toBe(order.grandTotal)
    expect(await mailsOf(order)).toEqual(['order-mail', 'order-canceled'])
    expect((await historyOf(order)).filter((kind) => kind === 'canceled')).toHaveLength(1)
  })

  test('while the refund of a cancellation is pending, the order keeps its status and is not shipped', async () => {
    const order = await newPlacedOrder(harness, { 'TL-2001-1': 1 })
    const { fetch } = harness.stripe
    harness.stripe.fetch = async () => Promise.reject(new TypeError('Network connection lost.'))
    expect(await cancel(order)).toBe('pending')
    expect([await statusOf(order), await stockOf('TL-2001')]).toEqual(['paid', 39])
    expect(await ship(order)).toBe('refused')
    expect(await refund(order, 100, 'meanwhile')).toBe('refused')
    expect(await mailsOf(order)).toEqual(['order-mail'])
    harness.stripe.fetch = fetch
    await repeat(order, FIXTURE_NOW + HOUR_MS)
    expect([await statusOf(order), await stockOf('TL-2001')]).toEqual(['refunded', 40])
    expect(await mailsOf(order)).toEqual(['order-mail', 'order-canceled'])
  })

  test('a refund that is pending for most of a day is closed by staff with its outcome', async () => {
    const order = await newPlacedOrder(harness, { 'TL-2001-1': 1 })
    harness.stripe.fetch = async () => Promise.reject(new TypeError('Network connection lost.'))
    expect(await refund(order, 500, 'slow')).toBe('pending')
    await repeat(order, FIXTURE_NOW + 21 * HOUR_MS)
    const [stuck] = (await readDetails(order)).life.refunds
    expect(stuck?.status).toBe('stuck')
    const requests = harness.stripe.calls.length
    await repeat(order, FIXTURE_NOW + 40 * HOUR_MS)
    expect(harness.stripe.calls).toHaveLength(requests)
    const resolve = () =>
      runAction(harness, order, (shop) =>
        resolveRefundManually(shop, order.orderNumber, { ...STAFF, id: stuck?.id ?? 0, wentBack: true }),
      )
    expect([await resolve(), await resolve()]).toEqual(['done', 'refused'])
    expect(await statusOf(order)).toBe('partly_refunded')
  })
})

test('a refund of the provider’s dashboard is recorded once; late and repeated totals change nothing', async () => {
  const order = await newPlacedOrder(harness, { 'TL-2001-2': 1 })
  const report = (total: number) =>
    runAction(harness, order, (shop) =>
      reconcileProviderRefund(shop, { orderNumber: order.orderNumber, total, now: FIXTURE_NOW }),
    )
  await refund(order, 2_000, 'ours')
  await report(2_000)
  expect((await readDetails(order)).life.refunds).toHaveLength(1)
  await report(5_000)
  await report(5_000)
  await report(2_000)
  const { life } = await readDetails(order)
  expect(life.refunds.map(({ amount }) => amount)).toEqual([2_000, 3_000])
  await report(order.grandTotal)
  expect(await statusOf(order)).toBe('refunded')
  await report(order.grandTotal * 2)
  expect(refundedAmount((await readDetails(order)).life)).toBe(order.grandTotal)
  expect((await mailsOf(order)).filter((kind) => kind === 'order-refunded')).toHaveLength(3)
})

test('[H2] the history is append-only', async () => {
  const order = await newPlacedOrder(harness, { 'TL-2001-1': 1 })
  await expect(env.DB.prepare('DELETE FROM sales_order_event').run()).rejects.toThrow(
    'sales_order_event_stays',
  )
  await expect(env.DB.prepare("UPDATE sales_order_event SET kind = 'paid'").run()).rejects.toThrow(
    'sales_order_event_kept',
  )
  await env.DB.prepare('UPDATE sales_order_event SET detail = NULL').run()
  expect(await historyOf(order)).toEqual(['placed', 'paid'])
})

const ACTION = fc.oneof(
  fc.constant({ kind: 'ship' as const }),
  fc.constant({ kind: 'deliver' as const }),
  fc.constant({ kind: 'cancel' as const }),
  fc.record({ kind: fc.constant('refund' as const), share: fc.integer({ min: 1, max: 130 }) }),
  fc.record({ kind: fc.constant('dashboard' as const), share: fc.integer({ min: 1, max: 120 }) }),
  fc.record({ kind: fc.constant('away' as const), away: fc.boolean() }),
  fc.constant({ kind: 'cron' as const }),
)

test('[H2] [E13] any sequence of actions: statuses follow the rules, refunds never exceed the payment', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(ACTION, { minLength: 3, maxLength: 9 }),
      fc.boolean(),
      async (actions, cash) => {
        harness = newPlacementHarness(FIXTURE_NOW)
        const request = cash ? { request: cashOrder() } : {}
        const order = await newPlacedOrder(harness, { 'TL-2001-1': 1 }, request)
        const { fetch } = harness.stripe
        let before = (await readDetails(order)).life.status as OrderStatus
        let history: string[] = []
        let now = FIXTURE_NOW
        for (const [at, action] of actions.entries()) {
          now += HOUR_MS
          await runAction(harness, order, async (shop): Promise<unknown> => {
            const context = { by: 'staff:3', now }
            const { orderNumber, grandTotal } = order
            if (action.kind === 'ship') return shipOrder(shop, orderNumber, UPS, context)
            if (action.kind === 'deliver') return deliverOrder(shop, orderNumber, context)
            if (action.kind === 'cancel')
              return cancelOrder(shop, orderNumber, { ...context, reason: 'shop' })
            if (action.kind === 'cron') return retryPendingRefunds(shop, now)
            if (action.kind === 'away') {
              harness.stripe.fetch = action.away ? () => Promise.reject(new TypeError('lost')) : fetch
              return null
            }
            const amount = Math.floor((grandTotal * action.share) / 100)
            return action.kind === 'refund'
              ? refundOrder(shop, orderNumber, { ...context, id: `r${at}`, amount, restock: [], reason: '' })
              : reconcileProviderRefund(shop, { orderNumber, total: amount, now })
          })
          const { life, events } = await readDetails(order)
          expect(life.status === before || canBecome(before, life.status)).toBe(true)
          before = life.status
          const refunds = life.refunds.filter(({ status }) => status !== 'refused')
          expect(refunds.reduce((sum, { amount }) => sum + amount, 0)).toBeLessThanOrEqual(
            capturedAmount(life),
          )
          expect(refundedAt(order)).toBeLessThanOrEqual(order.grandTotal)
          expect(events.map(({ kind }) => kind).slice(0, history.length)).toEqual(history)
          history = events.map(({ kind }) => kind)
        }
      },
    ),
    // Each run is a complete order; order-model.node.test.ts checks that 12 runs are enough.
    { numRuns: 12 },
  )
})
