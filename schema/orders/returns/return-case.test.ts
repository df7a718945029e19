import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TIRE_SERVICES, type TireService } from '../../cart/extras/tire-services.ts'
import type { LineComponent } from '../../catalog/product/line-component.ts'
import { DAY_MS, HOUR_MS } from '../../platform/duration.ts'
import type { OrderLifecycle } from '../life/order-lifecycle.ts'
import type { Order, OrderLine } from '../order.ts'
import {
  canReturnBecome,
  initialState,
  isReturnOpen,
  payableRefund,
  piecesOf,
  promisedRefund,
  RETURN_CASES_MAX,
  RETURN_STATES,
  type ReturnCase,
  returnablePieces,
  returnBarrier,
  returnDeadlines,
  shownRefund,
} from './return-case.ts'
import { parseReturnForm, RETURN_MESSAGES } from './return-form.ts'

const part = (qty: number, setqty: number): LineComponent => ({
  ...{ sku: 'T', qty, setqty, unitPrice: 1, stockSku: 'T', taxClassId: 2 },
  tire: { condition: 'Used', rim: 17 },
})

/** Returns a line of a service for all tires. */
const serviceRow = (service: TireService, price: number) => ({
  ...{ service, qty: 1, parts: [{ ...part(1, 1), tire: null }], price, discount: 0, tax: 0 },
})

interface TestOrder {
  lines: (OrderLine & { parts: LineComponent[] })[]
  totals: Order['totals']
}

function orderOf(
  rows: readonly {
    qty: number
    parts: LineComponent[]
    price: number
    discount: number
    tax: number
    service?: TireService
  }[],
  { fees, shipping }: { fees: number; shipping: number },
): TestOrder {
  const lines = rows.map(({ price, ...row }, index) => ({
    ...row,
    ...{ itemId: index + 1, sku: 'T', parentSku: null, productId: 1, type: 'simple' as const, name: 'T' },
    ...{ setqty: 1, unitPrice: price, choices: [], option: null, title: 'T', facts: '', taxPercent: 0 },
    rowTotal: price,
    ...(row.service ? { type: 'virtual' as const } : {}),
  }))
  const goods = lines.reduce((sum, { rowTotal, discount, tax }) => sum + rowTotal - discount + tax, 0)
  return {
    lines,
    totals: {
      ...{ lines: [], subtotal: 0, discount: 0, tax: 0, taxPercent: 0, couponCode: null, placeKnown: true },
      shipping,
      fees: fees > 0 ? [{ code: 'state-fee', title: 'Tire fee', amount: fees }] : [],
      grandTotal: goods + fees + shipping,
    },
  }
}

const anOrder = fc
  .record({
    rows: fc.array(
      fc.record({
        qty: fc.integer({ min: 1, max: 6 }),
        parts: fc.oneof(
          fc.constantFrom(1, 2, 4).map((setqty): LineComponent[] => [part(1, setqty)]),
          fc.constant<LineComponent[]>([part(2, 1), part(2, 1)]),
        ),
        price: fc.integer({ min: 0, max: 90_001 }),
        tax: fc.integer({ min: 0, max: 7_003 }),
        share: fc.integer({ min: 0, max: 100 }),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    services: fc.record({ plan: fc.nat(9_999), mounting: fc.nat(9_999) }, { requiredKeys: [] }),
    fees: fc.integer({ min: 0, max: 4_001 }),
    shipping: fc.constantFrom(0, 0, 1_999),
  })
  .map(({ rows, services, ...extras }) =>
    orderOf(
      [
        ...rows.map(({ share, ...row }) => ({ ...row, discount: Math.floor((row.price * share) / 100) })),
        ...TIRE_SERVICES.flatMap((service) => {
          const price = services[service]
          return price === undefined ? [] : [serviceRow(service, price)]
        }),
      ],
      extras,
    ),
  )

const anAct = fc.oneof(
  fc.record({
    kind: fc.constant('open' as const),
    picks: fc.array(fc.nat(24), { minLength: 1, maxLength: 4 }),
    mounted: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('move' as const),
    case: fc.nat(5),
    to: fc.constantFrom(...RETURN_STATES),
  }),
  fc.record({ kind: fc.constant('staff refund' as const), amount: fc.nat(50_000) }),
)

describe('[H13d] money out is never more than money in', () => {
  test('over 10,000 random orders with cases that open, end and are refunded in any order', () => {
    fc.assert(
      fc.property(anOrder, fc.array(anAct, { maxLength: 14 }), (order, acts) => {
        const paid = order.totals.grandTotal
        const refunds: OrderLifecycle['refunds'][number][] = []
        const life = (): OrderLifecycle => ({
          ...{ status: 'delivered', paymentMethod: 'stripe', grandTotal: paid, isShipped: true },
          ...{ shipments: [], refunds, wasDelivered: true, wasCanceled: false },
        })
        const refund = (amount: number) => {
          if (amount <= 0) return
          const id = refunds.length + 1
          refunds.push({ id, key: `${id}`, amount, status: 'done', cancels: false, reason: '', at: 0 })
        }
        const cases: (Pick<ReturnCase, 'state' | 'lines' | 'amount' | 'mounted'> & { number: number })[] = []
        for (const act of acts) {
          if (act.kind === 'staff refund') {
            // Refunds beside the cases are limited by what was paid, as `canRefund` checks.
            refund(Math.min(act.amount, payableRefund({ amount: act.amount }, life())))
          } else if (act.kind === 'open') {
            const left = returnablePieces(order.lines, cases)
            const lines = order.lines.flatMap(({ itemId }, index) => {
              const pieces = Math.min(act.picks[index] ?? 0, left.get(itemId) ?? 0)
              return pieces > 0 ? [{ itemId, pieces }] : []
            })
            const { mounted } = act
            const amount = promisedRefund(order, life(), cases, { lines, mounted })
            cases.push({ number: cases.length + 1, state: 'requested', lines, amount, mounted })
          } else {
            const found = cases[act.case]
            if (!found || !canReturnBecome(found.state, act.to)) continue
            if (act.to === 'refunded') refund(payableRefund(found, life()))
            found.state = act.to
          }
          const out = refunds.reduce((sum, { amount }) => sum + amount, 0)
          const promised = cases.reduce(
            (sum, { state, amount }) => sum + (isReturnOpen(state) ? amount : 0),
            0,
          )
          expect(out).toBeLessThanOrEqual(paid)
          // What staff refund beside the cases may make a promise smaller, never the sum larger than what was paid.
          if (!acts.some(({ kind }) => kind === 'staff refund'))
            expect(out + promised).toBeLessThanOrEqual(paid)
          for (const [itemId, pieces] of returnablePieces(order.lines, cases)) {
            expect(pieces, `pieces of line ${itemId}`).toBeGreaterThanOrEqual(0)
          }
        }
      }),
      { numRuns: 10_000 },
    )
  })

  test('an order that comes back tire by tire is worth its whole total, with fees and shipping', () => {
    const order = orderOf([{ qty: 1, parts: [part(1, 4)], price: 10_001, discount: 0, tax: 903 }], {
      fees: 1_000,
      shipping: 1_999,
    })
    const life: OrderLifecycle = {
      ...{ status: 'delivered', paymentMethod: 'stripe', grandTotal: order.totals.grandTotal },
      ...{ isShipped: true, shipments: [], refunds: [], wasDelivered: true, wasCanceled: false },
    }
    const cases: Pick<ReturnCase, 'state' | 'lines' | 'amount' | 'mounted'>[] = []
    for (let tire = 0; tire < 4; tire += 1) {
      const next = { lines: [{ itemId: 1, pieces: 1 }], mounted: false }
      cases.push({ state: 'requested', ...next, amount: promisedRefund(order, life, cases, next) })
    }
    expect(cases.map(({ amount }) => amount)).toEqual([2976, 2976, 2976, 4975])
    expect(cases.reduce((sum, { amount }) => sum + amount, 0)).toBe(order.totals.grandTotal)
  })
})

test('[H13d] [H13k] returned tires bring their share of the plan, and of the mounting unless they were mounted', () => {
  const order = orderOf(
    [
      { qty: 4, parts: [part(1, 1)], price: 40_000, discount: 0, tax: 0 },
      serviceRow('plan', 4_800),
      serviceRow('mounting', 10_000),
    ],
    { fees: 0, shipping: 0 },
  )
  const life: OrderLifecycle = {
    ...{ status: 'delivered', paymentMethod: 'stripe', grandTotal: order.totals.grandTotal },
    ...{ isShipped: true, shipments: [], refunds: [], wasDelivered: true, wasCanceled: false },
  }
  const worth = (pieces: number, mounted: boolean) =>
    promisedRefund(order, life, [], { lines: [{ itemId: 1, pieces }], mounted })
  expect([worth(1, false), worth(1, true)]).toEqual([10_000 + 1_200 + 2_500, 10_000 + 1_200])
  expect([worth(4, false), worth(4, true)]).toEqual([54_800, 44_800])
})

test('[H13d] a set counts its tires, a bundle its units, and a plan has nothing to return', () => {
  const line = { itemId: 1, type: 'configurable' as const }
  expect(piecesOf({ ...line, qty: 2, parts: [part(1, 4)] })).toBe(8)
  expect(piecesOf({ ...line, type: 'bundle', qty: 2, parts: [part(2, 1), part(2, 1)] })).toBe(2)
  expect(piecesOf({ ...line, type: 'virtual', qty: 2, parts: [part(1, 1)] })).toBe(0)
})

test('[H13d] a case shows its own refund, else what can be refunded now', () => {
  const refund = (key: string, amount: number, status: 'done' | 'refused' | 'pending') => ({
    ...{ id: 1, key: `TL-1:refund:${key}`, amount, status, cancels: false, reason: '', at: 0 },
  })
  const life = (refunds: OrderLifecycle['refunds']): OrderLifecycle => ({
    ...{ status: 'delivered', paymentMethod: 'stripe', grandTotal: 10_000, isShipped: true },
    ...{ shipments: [], refunds, wasDelivered: true, wasCanceled: false },
  })
  const shown = (state: ReturnCase['state'], ...refunds: OrderLifecycle['refunds'][number][]) =>
    shownRefund({ number: 1, state, amount: 6_000 }, life(refunds))
  expect(shown('received')).toBe(6_000)
  expect(shown('received', refund('by-staff', 7_000, 'done'))).toBe(3_000)
  expect(shown('refunded', refund('by-staff', 5_000, 'done'), refund('return-1-0', 5_000, 'done'))).toBe(
    5_000,
  )
  expect(
    shown('received', refund('return-1-0', 6_000, 'refused'), refund('return-11-0', 9_000, 'done')),
  ).toBe(1_000)
  expect(shown('received', refund('return-1-1', 2_000, 'pending'))).toBe(2_000)
  expect(shown('refunded', refund('by-staff', 10_000, 'done'))).toBe(0)
  expect(shown('refused', refund('by-staff', 10_000, 'done'))).toBe(6_000)
})

test('[H13d] each state leads to an end, and an end to nothing', () => {
  const reached = new Set(['requested'])
  for (const state of RETURN_STATES) {
    const next = RETURN_STATES.filter((to) => canReturnBecome(state, to))
    for (const to of next) reached.add(to)
    expect(isReturnOpen(state)).toBe(next.length > 0)
  }
  expect([...reached].sort()).toEqual([...RETURN_STATES].sort())
})

test('[H13d] a plain return with a drop-off needs no answer; a claim and a label do', () => {
  expect(initialState({ reason: 'fit', way: 'store' })).toBe('approved')
  expect(initialState({ reason: 'fit', way: 'label' })).toBe('requested')
  expect(initialState({ reason: 'defect', way: 'store' })).toBe('requested')
})

test('[H13d] nothing can be returned before the delivery, after the guarantee, twice, or of an order that is over', () => {
  const lines = [{ itemId: 1, type: 'simple' as const, qty: 1, parts: [part(1, 1)] }]
  const deliveredAt = Date.UTC(2026, 10, 24, 18)
  const life = { status: 'delivered' as const, wasCanceled: false }
  const barrier = (now: number, state?: ReturnCase['state'], count = 1) => {
    const cases = state
      ? Array.from({ length: count }, () => ({ state, lines: [{ itemId: 1, pieces: 1 }] }))
      : []
    return returnBarrier({ lines, cases, life }, { deliveredAt, now })
  }
  const barrierOf = (more: Partial<typeof life> | { status: 'refunded' | 'canceled' }, delivered = true) =>
    returnBarrier(
      { lines, cases: [], life: { ...life, ...more } },
      { deliveredAt: delivered ? deliveredAt : null, now: deliveredAt },
    )
  expect(barrierOf({}, false)).toBe('not-delivered')
  for (const over of [{ status: 'refunded' }, { status: 'canceled' }, { wasCanceled: true }] as const) {
    expect([barrierOf(over), barrierOf(over, false)]).toEqual(['over', 'over'])
  }
  expect(barrier(deliveredAt, 'canceled', RETURN_CASES_MAX - 1)).toBeNull()
  expect(barrier(deliveredAt, 'canceled', RETURN_CASES_MAX)).toBe('too-many')
  expect(barrier(deliveredAt + 365 * DAY_MS)).toBeNull()
  expect(barrier(deliveredAt + 365 * DAY_MS + 1)).toBe('too-late')
  expect(barrier(deliveredAt, 'requested')).toBe('nothing-left')
  expect(barrier(deliveredAt, 'refunded')).toBe('nothing-left')
  for (const ended of ['canceled', 'refused', 'expired', 'exchanged'] as const) {
    expect(barrier(deliveredAt, ended)).toBeNull()
  }
})

describe('[H13d] the terms of each reason', () => {
  const deliveredAt = Date.UTC(2026, 10, 24, 18)
  const deadlines = returnDeadlines(deliveredAt)
  const parse = (
    texts: Record<string, string>,
    { photos = 0, wasMounted = false, now = deliveredAt } = {},
  ) => {
    const parsed = parseReturnForm(
      { 'pieces-1': '2', ...texts },
      { available: new Map([[1, 4]]), photos, wasMounted, deadlines, now },
    )
    return parsed.ok ? parsed.request : parsed.errors
  }

  test('a plain return needs tires that were not mounted', () => {
    expect(parse({ reason: 'mind' })).toMatchObject({ lines: [{ itemId: 1, pieces: 2 }], outcome: 'refund' })
    expect(parse({ reason: 'mind', mounted: 'on' })).toEqual({ mounted: RETURN_MESSAGES.mounted })
    expect(parse({ reason: 'mind' }, { wasMounted: true })).toEqual({ mounted: RETURN_MESSAGES.mounted })
    expect(parse({ reason: 'mind', outcome: 'exchange' })).toEqual({ outcome: RETURN_MESSAGES.exchange })
    expect(parse({ reason: 'mind', outcome: 'refund' }, { now: deadlines.guarantee })).toMatchObject({
      reason: 'mind',
    })
  })

  test('damage is reported within 48 hours of the delivery, with a photo', () => {
    expect(parse({ reason: 'damaged' })).toEqual({ photos: RETURN_MESSAGES.photos })
    expect(parse({ reason: 'damaged' }, { photos: 1, now: deliveredAt + 48 * HOUR_MS })).toMatchObject({
      reason: 'damaged',
    })
    const late = parse({ reason: 'damaged' }, { photos: 1, now: deliveredAt + 48 * HOUR_MS + 1 })
    expect(late).toEqual({
      reason: expect.stringContaining('Damage can be reported for 48 hours, until Thu, Nov 26, 12:00'),
    })
    expect(late).toEqual({ reason: expect.stringContaining('send them back by Feb 22, 2027') })
  })

  test('a defect is covered when mounted; the wrong tire is exchanged for 90 days', () => {
    const exchanged = { outcome: 'exchange' }
    expect(parse({ reason: 'defect', mounted: 'on', ...exchanged }, { photos: 1 })).toMatchObject(exchanged)
    expect(parse({ reason: 'wrong', ...exchanged })).toMatchObject(exchanged)
    expect(parse({ reason: 'wrong' }, { now: deadlines.window + 1 })).toEqual({
      reason: RETURN_MESSAGES.windowOver,
    })
  })

  test('what is missing, too much or made up is named by field', () => {
    expect(parse({ 'pieces-1': '' })).toEqual({
      lines: RETURN_MESSAGES.lines,
      reason: RETURN_MESSAGES.reason,
    })
    expect(parse({ 'pieces-1': '5', reason: 'fit' })).toEqual({ lines: RETURN_MESSAGES.tooMany })
    expect(parse({ 'pieces-1': '-1', 'pieces-2': '1', reason: 'fit' })).toEqual({
      lines: RETURN_MESSAGES.lines,
    })
    expect(parse({ reason: 'bored', note: 'x'.repeat(1_001) })).toEqual({
      reason: RETURN_MESSAGES.reason,
      note: RETURN_MESSAGES.note,
    })
  })
})
