import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LineComponent } from '../../catalog/product/line-component.ts'
import {
  addUnits,
  type Cart,
  type CartChange,
  emptyCart,
  type NewLine,
  removeLine,
  setLineQty,
  setSettings,
  tireCount,
} from '../cart.ts'
import { cartError } from '../cart-error.ts'
import { countReservedTires } from '../order-size.ts'
import { computeTotals, NO_DESTINATION_CONTEXT } from '../totals/totals.ts'
import { type PlanUnit, planQuantities } from './plan.ts'

const at = { now: 1_000 }
const SIZES = [1, 2, 4]

const tires = (setqty: number): NewLine => product(`TL-${setqty}`, 6_000 * setqty, { setqty })

function product(sku: string, unitPrice: number, { setqty = 1, tire = true } = {}): NewLine {
  const part: LineComponent = {
    ...{ sku, qty: 1, setqty, unitPrice, stockSku: sku, taxClassId: 2 },
    tire: tire ? { condition: 'Used', rim: 17 } : null,
  }
  return {
    ...{
      sku,
      parentSku: null,
      productId: 1,
      type: tire ? 'simple' : 'virtual',
      name: sku,
      setqty,
      unitPrice,
    },
    ...{ parts: [part], choices: [], option: null },
  }
}

const unit = (coversTires: number, price: number): PlanUnit => ({
  ...product(`RH-${coversTires}`, price, { tire: false }),
  coversTires,
})
const UNITS = [unit(1, 1_400), unit(4, 4_800)]

const ok = (change: CartChange): Cart => {
  if (!change.ok) throw new Error(change.code)
  return change.cart
}
const withPlan = (cart: Cart) => setSettings(cart, { plan: UNITS }, at)
const planOf = (cart: Cart) =>
  cart.lines.flatMap(({ sku, qty, coversTires }) => (coversTires === undefined ? [] : [[sku, qty]]))

describe('[H13f] the road hazard plan follows the tires', () => {
  test('four tires have the price of four, and six the price of four and two', () => {
    const four = withPlan(ok(addUnits(emptyCart('q', at), tires(4), 1, at)))
    expect(planOf(four)).toEqual([['RH-4', 1]])
    const six = ok(addUnits(four, tires(2), 1, at))
    expect(planOf(six)).toEqual([
      ['RH-4', 1],
      ['RH-1', 2],
    ])
    expect(computeTotals(six, NO_DESTINATION_CONTEXT).subtotal).toBe(24_000 + 12_000 + 4_800 + 2_800)
  })

  test('without its tires the plan and the coupon are gone', () => {
    const coupon = { code: 'X', kind: 'percent' as const, value: 10, minSubtotal: 0 }
    const cart = setSettings(withPlan(ok(addUnits(emptyCart('q', at), tires(4), 1, at))), { coupon }, at)
    expect(ok(removeLine(cart, 1, at))).toMatchObject({ lines: [], plan: null, coupon: null })
    expect(withPlan(emptyCart('q', at)).lines).toEqual([])
  })

  test('removing one of its lines ends the plan; its quantity cannot be set', () => {
    const six = withPlan(ok(addUnits(emptyCart('q', at), tires(2), 3, at)))
    const line = six.lines.find(({ sku }) => sku === 'RH-1')
    expect(setLineQty(six, line?.itemId ?? 0, 5, at)).toEqual(cartError('plan-follows-tires'))
    expect(addUnits(six, UNITS[0] as NewLine, 1, at)).toEqual(cartError('plan-follows-tires'))
    expect(planOf(ok(removeLine(six, line?.itemId ?? 0, at)))).toEqual([])
  })

  test('a plan that was bought alone becomes part of the plan for all tires', () => {
    const alone = ok(addUnits(emptyCart('q', at), product('RH-1', 1_400, { tire: false }), 3, at))
    expect(planOf(withPlan(ok(addUnits(alone, tires(4), 1, at))))).toEqual([['RH-4', 1]])
  })

  test('a known line keeps its current price', () => {
    const cart = withPlan(ok(addUnits(emptyCart('q', at), tires(1), 1, at)))
    const line = cart.lines[1]
    if (!line) throw new Error('no plan')
    const repriced = ok(
      setLineQty(cart, line.itemId, 1, { ...at, item: { ...UNITS[0], unitPrice: 1_500 } as NewLine }),
    )
    expect(ok(addUnits(repriced, tires(1), 1, at)).lines.at(-1)).toMatchObject({ qty: 2, unitPrice: 1_500 })
  })

  test('the plan does not count against the limit of tires', () => {
    const cart = withPlan(ok(addUnits(emptyCart('q', at), tires(1), 23, at)))
    expect(countReservedTires(cart.lines)).toBe(23)
  })
})

const step = fc.oneof(
  fc.record({
    kind: fc.constant('add' as const),
    size: fc.constantFrom(...SIZES),
    qty: fc.integer({ min: 1, max: 9 }),
  }),
  fc.record({ kind: fc.constant('set' as const), at: fc.nat(6), qty: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ kind: fc.constant('remove' as const), at: fc.nat(6) }),
  fc.record({ kind: fc.constant('plan' as const), isOn: fc.boolean() }),
)

test('[H13f] after any changes every tire has the plan once or none has it, and the totals are exact', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let cart = emptyCart('q', at)
      for (const one of steps) {
        const itemId = 'at' in one ? (cart.lines[one.at]?.itemId ?? 0) : 0
        if (one.kind === 'plan') cart = setSettings(cart, { plan: one.isOn ? UNITS : null }, at)
        else {
          const change =
            one.kind === 'add'
              ? addUnits(cart, tires(one.size), one.qty, at)
              : one.kind === 'set'
                ? setLineQty(cart, itemId, one.qty, at)
                : removeLine(cart, itemId, at)
          if (change.ok) cart = change.cart
        }
        const plans = cart.lines.filter(({ coversTires }) => coversTires !== undefined)
        const count = tireCount(cart)
        const covered = plans.reduce((sum, { coversTires = 0, qty }) => sum + coversTires * qty, 0)
        expect(covered).toBe(cart.plan ? count : 0)
        const tirePrice = 6_000 * count
        const planPrice = cart.plan ? 4_800 * Math.floor(count / 4) + 1_400 * (count % 4) : 0
        const totals = computeTotals(cart, NO_DESTINATION_CONTEXT)
        expect(totals.grandTotal).toBe(tirePrice + planPrice)
        expect(new Set(cart.lines.map((line) => line.itemId)).size).toBe(cart.lines.length)
      }
    }),
  )
})

test('[H13f] no unit covers a tire that is not there', () => {
  expect(planQuantities([{ coversTires: 4 }], 6)).toEqual([{ unit: { coversTires: 4 }, qty: 1 }])
})
