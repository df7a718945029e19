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
import { type ServiceUnit, serviceQuantities, TIRE_SERVICES, type TireService } from './tire-services.ts'

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

const unit = (serviceTires: number, price: number, service: TireService = 'plan'): ServiceUnit => ({
  ...product(`${service}-${serviceTires}`, price, { tire: false }),
  service,
  serviceTires,
})
const UNITS = [unit(1, 1_400), unit(4, 4_800)]
const MOUNTING = [unit(1, 2_500, 'mounting')]

const ok = (change: CartChange): Cart => {
  if (!change.ok) throw new Error(change.code)
  return change.cart
}
const withPlan = (cart: Cart) => setSettings(cart, { plan: UNITS }, at)
const planOf = (cart: Cart) =>
  cart.lines.flatMap(({ sku, qty, service }) => (service === 'plan' ? [[sku, qty]] : []))

describe('[H13f] the road hazard plan follows the tires', () => {
  test('four tires have the price of four, and six the price of four and two', () => {
    const four = withPlan(ok(addUnits(emptyCart('q', at), tires(4), 1, at)))
    expect(planOf(four)).toEqual([['plan-4', 1]])
    const six = ok(addUnits(four, tires(2), 1, at))
    expect(planOf(six)).toEqual([
      ['plan-4', 1],
      ['plan-1', 2],
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
    const line = six.lines.find(({ sku }) => sku === 'plan-1')
    expect(setLineQty(six, line?.itemId ?? 0, 5, at)).toEqual(cartError('plan-follows-tires'))
    expect(addUnits(six, UNITS[0] as NewLine, 1, at)).toEqual(cartError('plan-follows-tires'))
    expect(planOf(ok(removeLine(six, line?.itemId ?? 0, at)))).toEqual([])
  })

  test('mounting follows the tires beside the plan, and each ends alone', () => {
    const both = setSettings(
      withPlan(ok(addUnits(emptyCart('q', at), tires(2), 3, at))),
      { mounting: MOUNTING },
      at,
    )
    expect(both.lines.map(({ sku, qty }) => [sku, qty])).toEqual([
      ['TL-2', 3],
      ['plan-4', 1],
      ['plan-1', 2],
      ['mounting-1', 6],
    ])
    const line = both.lines.at(-1)
    expect(setLineQty(both, line?.itemId ?? 0, 5, at)).toEqual(cartError('mounting-follows-tires'))
    const without = ok(removeLine(both, line?.itemId ?? 0, at))
    expect([without.mounting, planOf(without).length]).toEqual([null, 2])
    expect(setSettings(both, { plan: null }, at).lines.at(-1)).toMatchObject({ sku: 'mounting-1', qty: 6 })
  })

  test('a plan that would leave a tire out ends', () => {
    const four = setSettings(
      ok(addUnits(emptyCart('q', at), tires(4), 1, at)),
      { plan: [unit(4, 4_800)] },
      at,
    )
    expect(planOf(four)).toEqual([['plan-4', 1]])
    expect(ok(addUnits(four, tires(2), 1, at))).toMatchObject({ plan: null, lines: [{}, {}] })
  })

  test('a plan that was bought alone becomes part of the plan for all tires', () => {
    const alone = ok(addUnits(emptyCart('q', at), product('plan-1', 1_400, { tire: false }), 3, at))
    expect(planOf(withPlan(ok(addUnits(alone, tires(4), 1, at))))).toEqual([['plan-4', 1]])
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
  fc.record({ kind: fc.constantFrom('plan' as const, 'mounting' as const), isOn: fc.boolean() }),
)

test('[H13f] [H13k] after any changes every tire has a service once or none has it, and the totals are exact', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let cart = emptyCart('q', at)
      for (const one of steps) {
        const itemId = 'at' in one ? (cart.lines[one.at]?.itemId ?? 0) : 0
        if (one.kind === 'plan') cart = setSettings(cart, { plan: one.isOn ? UNITS : null }, at)
        else if (one.kind === 'mounting')
          cart = setSettings(cart, { mounting: one.isOn ? MOUNTING : null }, at)
        else {
          const change =
            one.kind === 'add'
              ? addUnits(cart, tires(one.size), one.qty, at)
              : one.kind === 'set'
                ? setLineQty(cart, itemId, one.qty, at)
                : removeLine(cart, itemId, at)
          if (change.ok) cart = change.cart
        }
        const count = tireCount(cart)
        for (const service of TIRE_SERVICES) {
          const lines = cart.lines.filter((line) => line.service === service)
          const served = lines.reduce((sum, { serviceTires = 0, qty }) => sum + serviceTires * qty, 0)
          expect(served).toBe(cart[service] ? count : 0)
        }
        const planPrice = cart.plan ? 4_800 * Math.floor(count / 4) + 1_400 * (count % 4) : 0
        const mountingPrice = cart.mounting ? 2_500 * count : 0
        const totals = computeTotals(cart, NO_DESTINATION_CONTEXT)
        expect(totals.grandTotal).toBe(6_000 * count + planPrice + mountingPrice)
        expect(new Set(cart.lines.map((line) => line.itemId)).size).toBe(cart.lines.length)
      }
    }),
  )
})

test('[H13f] no unit is for a tire that is not there', () => {
  expect(serviceQuantities([{ serviceTires: 4 }], 6)).toBeNull()
})
