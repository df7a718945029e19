import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AppliedCoupon, emptyCart, removeLine } from '../cart/cart.ts'
import type { FeeRule } from '../cart/totals/fee.ts'
import { computeTotals, type Totals } from '../cart/totals/totals.ts'
import type { OrderLine } from './order.ts'
import { differenceTotals, type EditTerms, planLineEdit, type ReplacementUnit } from './order-edit.ts'

const FEES: FeeRule[] = (['state-fee', 'recycle-fee'] as const).map((code, at) => ({
  ...{ code, title: code, conditions: at === 0 ? ['New', 'Used'] : ['New'], rimFrom: null, rimBelow: null },
  ...{ kind: at === 0 ? 'flat' : 'percent', value: at === 0 ? 250 : 3, cap: null },
}))
const shipTo = { countryId: 'US', regionId: 23, regionCode: 'IL', postcode: '60612' }
const RATES = new Map([
  [2, 10.25],
  [3, 0],
])

const unit = (
  sku: string,
  price: number,
  more: { setqty?: number; isNew?: boolean; taxClassId?: number } = {},
) => {
  const { setqty = 1, isNew = false, taxClassId = 2 } = more
  const tire = { condition: isNew ? ('New' as const) : ('Used' as const), rim: 17 }
  const part = { sku, qty: 1, setqty, unitPrice: price, stockSku: sku, taxClassId, tire }
  return {
    ...{ sku, parentSku: null, productId: 1, type: 'simple', name: sku, setqty, unitPrice: price },
    ...{ parts: [part], choices: [], option: null, title: sku, facts: '' },
  } satisfies ReplacementUnit
}

/** Places a fresh order of these lines, by the code of carts and totals alone. */
function placed(lines: readonly OrderLine[], terms: EditTerms): { lines: OrderLine[]; totals: Totals } {
  const totals = computeTotals({ ...emptyCart('q', { now: 0 }), lines: [...lines], ...terms }, terms.context)
  return {
    totals,
    lines: lines.map((line) => ({ ...line, ...totals.lines.find(({ itemId }) => itemId === line.itemId) })),
  }
}

const UNIT = fc.record({
  price: fc.integer({ min: 1, max: 60_000 }),
  setqty: fc.constantFrom(1, 2, 4),
  isNew: fc.boolean(),
  taxClassId: fc.constantFrom(2, 3, 7),
})
const TERMS = fc.record({
  coupon: fc.option(
    fc.record({
      code: fc.constant('SAVE'),
      kind: fc.constantFrom('percent', 'fixed', 'free-shipping'),
      value: fc.integer({ min: 0, max: 60 }),
      minSubtotal: fc.constantFrom(0, 20_000, 80_000),
    }),
  ),
  shippingPrice: fc.constantFrom(0, 1_999),
})

test('[H14o] in 10,000 random edits an edited order costs what a fresh order costs, to the cent, and no money or tire is lost', () => {
  let edits = 0
  fc.assert(
    fc.property(
      fc.array(fc.tuple(UNIT, fc.integer({ min: 1, max: 4 })), { minLength: 2, maxLength: 6 }),
      TERMS,
      fc.array(fc.tuple(fc.nat(5), fc.option(UNIT)), { minLength: 14, maxLength: 14 }),
      (units, { coupon, shippingPrice }, wishes) => {
        const context = { taxPercentByClass: RATES, feeRules: FEES, shippingPrice }
        const terms: EditTerms = { coupon: coupon as AppliedCoupon | null, shipTo, context }
        const sums = { rowTotal: 0, discount: 0, tax: 0, taxPercent: 0 }
        const first = units.map(([{ price, ...more }, qty], at) => ({
          ...unit(`S${at}`, price, more),
          ...{ itemId: at + 1, qty, ...sums },
        }))
        let order = placed(first, terms)
        const paid = order.totals.grandTotal
        let [more, back] = [0, 0]
        const taken = new Map(first.map(({ sku, qty, setqty }) => [sku, qty * setqty]))
        for (const [at, other] of wishes) {
          const itemId = order.lines[at % order.lines.length]?.itemId ?? 0
          edits += 1
          const { price = 0, ...rest } = other ?? {}
          const planned = planLineEdit(
            order,
            other
              ? { kind: 'swap', itemId, unit: unit(`N${edits}`, price, rest) }
              : { kind: 'remove', itemId },
            terms,
          )
          if (!planned.ok) {
            expect(['last-line', 'dearer']).toContain(planned.problem)
            continue
          }
          const { lines, totals, difference, restock } = planned.plan
          const fresh = placed(lines, terms)
          expect(totals).toEqual(fresh.totals)
          expect(lines).toEqual(fresh.lines)
          const apart = differenceTotals(order.totals, totals)
          const parts = apart.subtotal + apart.discount + apart.shipping + apart.tax
          expect(apart.fees.reduce((sum, { amount }) => sum + amount, parts)).toBe(difference)
          if (difference > 0) more += difference
          else back -= difference
          for (const [pool, tires] of Object.entries(restock)) taken.set(pool, (taken.get(pool) ?? 0) - tires)
          order = { lines, totals }
        }
        expect(paid + more - back).toBe(order.totals.grandTotal)
        const inOrder = order.lines.map(({ sku, qty, setqty }) => [sku, qty * setqty])
        expect([...taken].filter(([, tires]) => tires !== 0).sort()).toEqual(inOrder.sort())
      },
    ),
    { numRuns: 750 },
  )
  expect(edits).toBeGreaterThan(10_000)
})

const LINE = { itemId: 1, qty: 1, rowTotal: 0, discount: 0, tax: 0, taxPercent: 0 }
const TERMS_NOW: EditTerms = {
  ...{ coupon: null, shipTo },
  context: { taxPercentByClass: RATES, feeRules: FEES, shippingPrice: 0 },
}

test('[H14o] an edit is refused with its reason: last line, services by tire, the same unit, bundles, taxes that changed since', () => {
  const two = placed(
    [
      { ...unit('A', 100), ...LINE },
      { ...unit('B', 200), ...LINE, itemId: 2 },
    ],
    TERMS_NOW,
  )
  const problem = (...call: Parameters<typeof planLineEdit>) => {
    const planned = planLineEdit(...call)
    return planned.ok ? null : planned.problem
  }
  const remove = { kind: 'remove', itemId: 1 } as const
  expect(problem(two, remove, TERMS_NOW)).toBeNull()
  expect(problem(two, { kind: 'remove', itemId: 9 }, TERMS_NOW)).toBe('no-line')
  expect(problem(placed(two.lines.slice(0, 1), TERMS_NOW), remove, TERMS_NOW)).toBe('last-line')
  expect(problem(two, { kind: 'swap', itemId: 1, unit: unit('B', 9) }, TERMS_NOW)).toBe('same')
  const bundle = { ...unit('C', 9), type: 'bundle' as const }
  expect(problem(two, { kind: 'swap', itemId: 1, unit: bundle }, TERMS_NOW)).toBe('kind')
  const dearer = { ...TERMS_NOW, context: { ...TERMS_NOW.context, taxPercentByClass: new Map([[2, 11]]) } }
  expect(problem(two, remove, dearer)).toBe('terms')
  const plan = {
    ...unit('PLAN', 999),
    ...LINE,
    itemId: 3,
    type: 'virtual' as const,
    service: 'plan' as const,
  }
  const serviced = placed([...two.lines, { ...plan, parts: [] }], TERMS_NOW)
  expect(problem(serviced, remove, TERMS_NOW)).toBe('follows-tires')
  expect(problem(serviced, { kind: 'swap', itemId: 1, unit: unit('D', 9) }, TERMS_NOW)).toBeNull()
  expect(problem(serviced, { kind: 'remove', itemId: 3 }, TERMS_NOW)).toBe('service')
})

test('[H14o] a line that made a coupon apply is not removed where the order would cost more', () => {
  const coupon: AppliedCoupon = { code: 'BIG', kind: 'fixed', value: 5_000, minSubtotal: 10_000 }
  const terms = { ...TERMS_NOW, coupon }
  const cheap = { ...unit('B', 100), ...LINE, itemId: 2 }
  const order = placed([{ ...unit('A', 9_950), ...LINE }, cheap], terms)
  expect(planLineEdit(order, { kind: 'remove', itemId: 2 }, terms)).toEqual({ ok: false, problem: 'dearer' })
  const cart = { ...emptyCart('q', { now: 0 }), lines: order.lines, coupon }
  const removed = removeLine(cart, 1, { now: 0 })
  const planned = planLineEdit(order, { kind: 'remove', itemId: 1 }, terms)
  if (!removed.ok || !planned.ok) throw new Error('not removed')
  expect(planned.plan.lines.map(({ sku }) => sku)).toEqual(removed.cart.lines.map(({ sku }) => sku))
})
