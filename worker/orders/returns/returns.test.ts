import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  RETURN_CASES_MAX,
  RETURN_STATES,
  type ReturnState,
  returnablePieces,
} from '../../../schema/orders/returns/return-case.ts'
import type { ReturnRequest } from '../../../schema/orders/returns/return-form.ts'
import { RETURN_BARRIER_TEXTS } from '../../../schema/orders/returns/return-format.ts'
import { DAY_MS, HOUR_MS } from '../../../schema/platform/duration.ts'
import { FIXTURE_NOW } from '../../catalog/index/testing/catalog.fixture.ts'
import {
  newPlacementHarness,
  type PlacementHarness,
  stockOf,
} from '../../checkout/placement/testing/order-placement.harness.ts'
import { FAULTS } from '../../platform/testing/fault-injection.ts'
import { readOrderDetails } from '../life/order-lifecycle.sql.ts'
import { refundOrder, retryPendingRefunds } from '../life/order-lifecycle.ts'
import {
  historyOf,
  mailsOf,
  newDeliveredOrder,
  openLifecycle,
  type PlacedOrder,
  runAction,
} from '../life/testing/order-lifecycle.harness.ts'
import { readReturns } from './return.sql.ts'
import { claimRefund, findOverdueReturns, settleRefunded } from './return-state.sql.ts'
import { expireReturns, moveReturn, openReturn, refundReturn } from './returns.ts'

const STAFF = { by: 'staff:3', now: FIXTURE_NOW }
let harness: PlacementHarness

openLifecycle()
beforeEach(async () => {
  harness = newPlacementHarness(FIXTURE_NOW)
  // Hides the log of the injected faults.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await env.DB.prepare("UPDATE stock SET qty = 40 WHERE stock_sku = 'TL-2001'").run()
})

const deliveredOrder = (units: Record<string, number>) => newDeliveredOrder(harness, units)

let forms = 0
function request(pieces: number, more: Partial<ReturnRequest> = {}): ReturnRequest {
  forms += 1
  return {
    ...{ once: `form-${forms}-of-a-test`, lines: [{ itemId: 1, pieces }], reason: 'mind', mounted: false },
    ...{ outcome: 'refund', way: 'label', note: '' },
    ...more,
  }
}

const open = (order: PlacedOrder, asked: ReturnRequest) =>
  runAction(harness, order, (shop) => openReturn(shop, order.orderNumber, asked, { ...STAFF, by: 'guest' }))
const move = (order: PlacedOrder, number: number, to: ReturnState, restock?: boolean) =>
  runAction(harness, order, (shop) =>
    moveReturn(shop, {
      ...{ orderNumber: order.orderNumber, number, to, text: '', ...STAFF },
      ...(restock === undefined ? {} : { restock }),
    }),
  )
const refund = (order: PlacedOrder, number: number) =>
  runAction(harness, order, (shop) => refundReturn(shop, order.orderNumber, number, STAFF))
const refundedAt = ({ orderNumber }: PlacedOrder) => harness.stripe.refunded.get(orderNumber) ?? 0
const casesOf = ({ orderNumber }: PlacedOrder) => readReturns(env.DB, orderNumber)
const statesOf = async (order: PlacedOrder) => (await casesOf(order)).map(({ state }) => state)

/** Opens a case for all tires of line 1 and brings it to the shop. */
async function receivedCase(order: PlacedOrder, asked: ReturnRequest, restock: boolean): Promise<void> {
  expect(await open(order, asked)).toEqual({ ok: true, number: 1 })
  expect([await move(order, 1, 'approved'), await move(order, 1, 'received', restock)]).toEqual([
    'done',
    'done',
  ])
}

describe('[H13d] a return from the request to the money', () => {
  test('tires go back on sale once, the money goes back once, and the buyer is notified of each state', async () => {
    const order = await deliveredOrder({ 'TL-2001-2': 2 })
    expect(await stockOf('TL-2001')).toBe(36)
    await receivedCase(order, request(4), true)
    expect(await stockOf('TL-2001')).toBe(40)
    expect(await move(order, 1, 'received', true)).toBe('done')
    expect(await stockOf('TL-2001')).toBe(40)
    expect([await refund(order, 1), await refund(order, 1)]).toEqual(['done', 'done'])
    expect(refundedAt(order)).toBe(order.grandTotal)
    expect(await statesOf(order)).toEqual(['refunded'])
    const [found] = await casesOf(order)
    expect(found?.events.map(({ kind }) => kind)).toEqual(['requested', 'approved', 'received', 'refunded'])
    expect((await mailsOf(order)).slice(2)).toEqual([
      ...['order-delivered', 'return-update', 'desk-return', 'return-update', 'return-update'],
      'order-refunded',
    ])
    expect((await historyOf(order)).slice(-2)).toEqual(['refunded', 'return-refunded'])
    expect(await move(order, 1, 'exchanged')).toBe('refused')
    expect(await stockOf('TL-2001')).toBe(40)
  })

  test('a form that is sent twice, also at once, opens one case; two forms cannot return the same tires', async () => {
    const order = await deliveredOrder({ 'TL-2001-2': 1 })
    const asked = request(2)
    const both = await Promise.all([open(order, asked), open(order, asked)])
    expect(both).toEqual([
      { ok: true, number: 1 },
      { ok: true, number: 1 },
    ])
    const [other, third] = await Promise.all([open(order, request(1)), open(order, request(2))])
    expect([other, third]).toEqual([
      expect.objectContaining({ ok: false }),
      expect.objectContaining({ ok: false }),
    ])
    expect(await statesOf(order)).toEqual(['requested'])
    expect((await mailsOf(order)).filter((kind) => kind === 'desk-return')).toHaveLength(1)
    await move(order, 1, 'canceled')
    const [first, second] = await Promise.all([open(order, request(2)), open(order, request(1))])
    expect([first, second].filter((result) => result !== 'died' && result.ok)).toHaveLength(1)
    const { order: stored } = (await readOrderDetails(env.DB, order.orderNumber)) ?? {}
    const left = returnablePieces(stored?.lines ?? [], await casesOf(order))
    expect(left.get(1)).toBeGreaterThanOrEqual(0)
  })

  test('an exchange takes the same tires from stock once, and the buyer can return those again', async () => {
    const order = await deliveredOrder({ 'TL-2001-2': 1 })
    await receivedCase(order, request(1, { reason: 'defect', outcome: 'exchange' }), false)
    expect([await move(order, 1, 'exchanged'), await move(order, 1, 'exchanged')]).toEqual(['done', 'done'])
    expect(await stockOf('TL-2001')).toBe(37)
    expect(await refund(order, 1)).toBe('refused')
    expect(refundedAt(order)).toBe(0)
    expect(await open(order, request(2))).toEqual({ ok: true, number: 2 })
  })

  test('an exchange without stock changes nothing, and the case can be refunded', async () => {
    const order = await deliveredOrder({ 'TL-2001-1': 1 })
    await receivedCase(order, request(1, { reason: 'wrong', outcome: 'exchange' }), false)
    await env.DB.prepare("UPDATE stock SET qty = 0 WHERE stock_sku = 'TL-2001'").run()
    expect(await move(order, 1, 'exchanged')).toBe('refused')
    expect([await statesOf(order), await stockOf('TL-2001')]).toEqual([['received'], 0])
    expect(await refund(order, 1)).toBe('done')
  })

  test('tires that one case has restocked are not restocked by a refund of the whole line', async () => {
    const order = await deliveredOrder({ 'TL-2001-2': 2 })
    await receivedCase(order, request(1), true)
    expect(await stockOf('TL-2001')).toBe(37)
    const whole = { ...STAFF, id: 'whole', amount: 100, restock: [1], reason: '' }
    await runAction(harness, order, (shop) => refundOrder(shop, order.orderNumber, whole))
    expect(await stockOf('TL-2001')).toBe(40)
    expect(await open(order, request(2))).toEqual({ ok: true, number: 2 })
    await move(order, 2, 'approved')
    expect(await move(order, 2, 'received', true)).toBe('done')
    expect(await stockOf('TL-2001')).toBe(40)
  })

  test('a line that staff restocked as a whole leaves the other line of the case to be restocked', async () => {
    await env.DB.prepare("UPDATE stock SET qty = 40 WHERE stock_sku = 'TL-2002'").run()
    const order = await deliveredOrder({ 'TL-2001-2': 1, 'TL-2002-1': 2 })
    const lines = [
      { itemId: 1, pieces: 2 },
      { itemId: 2, pieces: 2 },
    ]
    await open(order, request(0, { lines }))
    const whole = { ...STAFF, id: 'whole', amount: 100, restock: [1], reason: '' }
    await runAction(harness, order, (shop) => refundOrder(shop, order.orderNumber, whole))
    expect([await stockOf('TL-2001'), await stockOf('TL-2002')]).toEqual([40, 38])
    await move(order, 1, 'approved')
    expect(await move(order, 1, 'received', true)).toBe('done')
    expect([await stockOf('TL-2001'), await stockOf('TL-2002')]).toEqual([40, 40])
  })

  test('an approved case whose tires never come is closed after 30 days and frees them', async () => {
    const order = await deliveredOrder({ 'TL-2001-1': 1 })
    await open(order, request(1))
    await move(order, 1, 'approved')
    const expire = (now: number) => runAction(harness, order, (shop) => expireReturns(shop, now))
    await expire(FIXTURE_NOW + 30 * DAY_MS)
    expect(await statesOf(order)).toEqual(['approved'])
    await expire(FIXTURE_NOW + 30 * DAY_MS + 1)
    expect(await statesOf(order)).toEqual(['expired'])
    expect(await open(order, request(1))).toEqual({ ok: true, number: 2 })
  })
})

describe('[H13d] refunds beside the case', () => {
  const refundByHand = (order: PlacedOrder, amount: number) =>
    runAction(harness, order, (shop) =>
      refundOrder(shop, order.orderNumber, {
        ...STAFF,
        id: `by-hand-${amount}`,
        amount,
        restock: [],
        reason: '',
      }),
    )

  test('a case whose order was refunded by hand ends as refunded, without more money', async () => {
    const order = await deliveredOrder({ 'TL-2001-2': 1 })
    await receivedCase(order, request(2), false)
    expect(await refundByHand(order, order.grandTotal)).toBe('done')
    expect([await refund(order, 1), await refund(order, 1)]).toEqual(['done', 'done'])
    expect([await statesOf(order), refundedAt(order)]).toEqual([['refunded'], order.grandTotal])
    expect((await historyOf(order)).at(-1)).toBe('return-refunded')
    expect(await open(order, request(1))).toEqual({ ok: false, message: RETURN_BARRIER_TEXTS.over.text })
  })

  test('also when an earlier request ended before it began the refund of the case', async () => {
    const order = await deliveredOrder({ 'TL-2001-2': 1 })
    await receivedCase(order, request(2), false)
    await claimRefund(env.DB, {
      orderNumber: order.orderNumber,
      number: 1,
      key: `${order.orderNumber}:refund:return-1-0`,
    })
    await refundByHand(order, order.grandTotal)
    expect(await refund(order, 1)).toBe('done')
    expect([await statesOf(order), refundedAt(order)]).toEqual([['refunded'], order.grandTotal])
  })

  test('while a refund by hand is pending, the case waits for its outcome', async () => {
    const order = await deliveredOrder({ 'TL-2001-1': 1 })
    await receivedCase(order, request(1), false)
    const { fetch } = harness.stripe
    harness.stripe.fetch = async () => Promise.reject(new TypeError('Network connection lost.'))
    expect(await refundByHand(order, order.grandTotal)).toBe('pending')
    expect([await refund(order, 1), await statesOf(order)]).toEqual(['refused', ['received']])
    harness.stripe.fetch = fetch
    await runAction(harness, order, (shop) => retryPendingRefunds(shop, FIXTURE_NOW + HOUR_MS))
    expect([await refund(order, 1), await statesOf(order)]).toEqual(['done', ['refunded']])
  })
})

test('[H13d] an order has at most 20 cases', async () => {
  const order = await deliveredOrder({ 'TL-2001-1': 1 })
  for (let number = 1; number <= RETURN_CASES_MAX; number += 1) {
    expect(await open(order, request(1))).toEqual({ ok: true, number })
    await move(order, number, 'canceled')
  }
  const message = RETURN_BARRIER_TEXTS['too-many'].text
  expect(await open(order, request(1))).toEqual({ ok: false, message })
})

test('[H13d] the queries of the cron use the index of waiting cases', async () => {
  const queries: [text: string, values: unknown[]][] = []
  const prepare = (text: string) => {
    const statement = env.DB.prepare(text)
    const { bind } = statement
    statement.bind = (...values) => {
      queries.push([text, values])
      return bind.apply(statement, values)
    }
    return statement
  }
  const DB = { prepare, batch: env.DB.batch.bind(env.DB) } as unknown as D1Database
  await findOverdueReturns(DB, FIXTURE_NOW, 50)
  await settleRefunded(DB, FIXTURE_NOW)
  expect(queries).toHaveLength(4)
  for (const [text, values] of queries) {
    const plan = await env.DB.prepare(`explain query plan ${text}`)
      .bind(...values)
      .all<{ detail: string }>()
    const details = plan.results.map(({ detail }) => detail).join('\n')
    expect(details, text).toContain('return_case_waiting')
    expect(details, text).not.toMatch(/SCAN return_case/)
  }
})

describe('[H13d] [H2] after lost requests and replies', () => {
  const CASES = [0, 1, 2, 3, 4, 5, 6, 7, 8].flatMap((at) => FAULTS.map((fault) => [fault, at] as const))

  test.each(CASES)(
    '%s at operation %i of a refund: the money goes once, the case knows',
    async (fault, at) => {
      const order = await deliveredOrder({ 'TL-2001-2': 1 })
      await receivedCase(order, request(2), true)
      harness.plan.set(at, fault)
      await refund(order, 1).catch(() => 'failed')
      harness.plan.clear()
      // What the cron does each minute; then staff press the button again where nothing was begun.
      const now = FIXTURE_NOW + HOUR_MS
      await runAction(harness, order, (shop) => retryPendingRefunds(shop, now))
      await runAction(harness, order, (shop) => settleRefunded(shop.DB, now))
      expect(await refund(order, 1)).toBe('done')
      expect([await statesOf(order), refundedAt(order)]).toEqual([['refunded'], order.grandTotal])
      expect((await mailsOf(order)).filter((kind) => kind === 'order-refunded')).toHaveLength(1)
      expect(await stockOf('TL-2001')).toBe(40)
    },
  )

  test('while the provider does not answer, the case is neither exchanged nor declined', async () => {
    const order = await deliveredOrder({ 'TL-2001-1': 1 })
    await receivedCase(order, request(1), false)
    const { fetch } = harness.stripe
    harness.stripe.fetch = async () => Promise.reject(new TypeError('Network connection lost.'))
    expect(await refund(order, 1)).toBe('pending')
    expect([await move(order, 1, 'exchanged'), await move(order, 1, 'refused')]).toEqual([
      'refused',
      'refused',
    ])
    harness.stripe.fetch = fetch
    const now = FIXTURE_NOW + HOUR_MS
    await runAction(harness, order, (shop) => retryPendingRefunds(shop, now))
    await runAction(harness, order, (shop) => settleRefunded(shop.DB, now))
    expect([await statesOf(order), refundedAt(order)]).toEqual([['refunded'], order.grandTotal])
  })
})

const anAct = fc.oneof(
  fc.record({ kind: fc.constant('open' as const), pieces: fc.integer({ min: 1, max: 4 }) }),
  fc.record({
    kind: fc.constant('move' as const),
    number: fc.integer({ min: 1, max: 3 }),
    to: fc.constantFrom(...RETURN_STATES.filter((state) => state !== 'requested' && state !== 'refunded')),
    restock: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('refund' as const), number: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ kind: fc.constant('staff' as const), amount: fc.integer({ min: 1, max: 60_000 }) }),
)

test('[H13d] whatever buyers and staff do, no more money goes out than came in, and no tire is restocked twice', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anAct, { minLength: 6, maxLength: 12 }), async (acts) => {
      harness = newPlacementHarness(FIXTURE_NOW)
      await env.DB.prepare("UPDATE stock SET qty = 40 WHERE stock_sku = 'TL-2001'").run()
      const order = await deliveredOrder({ 'TL-2001-2': 2 })
      for (const [at, act] of acts.entries()) {
        if (act.kind === 'open') await open(order, request(act.pieces, { reason: 'defect' }))
        else if (act.kind === 'refund') await refund(order, act.number)
        else if (act.kind === 'move') {
          await move(order, act.number, act.to, act.to === 'received' ? act.restock : undefined)
        } else {
          const asked = { ...STAFF, id: `staff-${at}`, amount: act.amount, restock: [1], reason: '' }
          await runAction(harness, order, (shop) => refundOrder(shop, order.orderNumber, asked))
        }
        expect(refundedAt(order)).toBeLessThanOrEqual(order.grandTotal)
        expect(await stockOf('TL-2001')).toBeLessThanOrEqual(40)
      }
      const line = await env.DB.prepare(
        `SELECT max(restocked_pieces) AS n, min(restocked_pieces) AS least FROM sales_order_line
         WHERE order_id = (SELECT id FROM sales_order WHERE order_number = ?)`,
      )
        .bind(order.orderNumber)
        .first<{ n: number; least: number }>()
      expect(line?.n).toBeLessThanOrEqual(4)
      expect(line?.least).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: 15 },
  )
})
