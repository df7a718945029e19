import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LineComponent } from '../../catalog/product/line-component.ts'
import { type AppliedCoupon, type CartLine, emptyCart } from '../cart.ts'
import { COUPON_KIND_NAMES } from '../coupon/coupon-kinds.ts'
import type { FeeRule } from './fee.ts'
import {
  computeTotals,
  NO_DESTINATION_CONTEXT,
  type Totals,
  type TotalsContext,
  totalSegments,
} from './totals.ts'

const illinois = { countryId: 'US', regionId: 23, regionCode: 'IL', postcode: '60612' }
const fee: FeeRule = {
  code: 'state-fee',
  title: 'Illinois tire fee',
  conditions: ['New', 'Used'],
  rimFrom: null,
  rimBelow: null,
  kind: 'flat',
  value: 250,
  cap: null,
}
const context: TotalsContext = { taxPercentByClass: new Map([[2, 6.25]]), feeRules: [fee], shippingPrice: 0 }

function part(unitPrice: number, more: Partial<LineComponent> = {}): LineComponent {
  return {
    sku: 'S',
    qty: 1,
    setqty: 1,
    unitPrice,
    stockSku: 'S',
    taxClassId: 2,
    tire: { condition: 'Used', rim: 17 },
    ...more,
  }
}

function line(itemId: number, unitPrice: number, qty: number, more: Partial<CartLine> = {}): CartLine {
  return {
    itemId,
    sku: `S${itemId}`,
    parentSku: null,
    productId: itemId,
    type: 'simple',
    name: `S${itemId}`,
    qty,
    setqty: 1,
    unitPrice,
    parts: [part(unitPrice)],
    choices: [],
    option: null,
    ...more,
  }
}

function cartOf(
  lines: CartLine[],
  coupon: AppliedCoupon | null = null,
  shipTo: typeof illinois | null = illinois,
) {
  return { ...emptyCart('0'.repeat(32), { now: 0 }), lines, coupon, shipTo }
}

/** Checks the invariants of totals: the parts add up, no amount is negative, no discount is above the subtotal. */
function expectInvariants(totals: Totals): void {
  const sum = (amounts: number[]) => amounts.reduce((a, b) => a + b, 0)
  expect(totals.grandTotal).toBe(
    totals.subtotal + totals.discount + totals.shipping + totals.tax + sum(totals.fees.map((f) => f.amount)),
  )
  expect(sum(totals.lines.map((l) => l.rowTotal))).toBe(totals.subtotal)
  expect(sum(totals.lines.map((l) => l.discount)) + totals.discount).toBe(0)
  expect(sum(totals.lines.map((l) => l.tax))).toBe(totals.tax)
  expect(-totals.discount).toBeLessThanOrEqual(totals.subtotal)
  const amounts = [
    totals.grandTotal,
    totals.tax,
    totals.shipping,
    ...totals.lines.flatMap((l) => [l.tax, l.discount, l.rowTotal - l.discount]),
  ]
  for (const amount of amounts) {
    expect(Number.isInteger(amount)).toBe(true)
    expect(amount).toBeGreaterThanOrEqual(0)
  }
}

describe('[D8] totals', () => {
  test('subtotal, discount, tax on the discounted amount, fees per tire and the grand total', () => {
    const cart = cartOf([line(1, 24_800, 1, { parts: [part(24_800, { setqty: 4 })] })], {
      code: 'SAVE10',
      kind: 'percent',
      value: 10,
      minSubtotal: 0,
    })
    expect(computeTotals(cart, context)).toMatchObject({
      subtotal: 24_800,
      discount: -2_480,
      tax: 1_395,
      fees: [{ code: 'state-fee', title: 'Illinois tire fee, 4 at $2.50', amount: 1_000 }],
      grandTotal: 24_715,
      couponCode: 'SAVE10',
      placeKnown: true,
    })
  })

  test('without a region there is no tax and no fee', () => {
    expect(computeTotals(cartOf([line(1, 6_200, 1)], null, null), context)).toMatchObject({
      tax: 0,
      fees: [],
      grandTotal: 6_200,
      placeKnown: false,
    })
  })

  test('[D9] a free-shipping coupon removes the shipping cost', () => {
    const coupon = { code: 'FREESHIP', kind: 'free-shipping', value: 0, minSubtotal: 5_000 } as const
    const paid = { ...context, shippingPrice: 1_500 }
    expect(computeTotals(cartOf([line(1, 6_200, 1)], coupon), paid).shipping).toBe(0)
    expect(computeTotals(cartOf([line(1, 4_000, 1)], coupon), paid).shipping).toBe(1_500)
  })

  test('[C8] a bundle has a fee for each of its tires, and each part is taxed at the rate of its class', () => {
    const bundle = line(1, 50_000, 2, {
      type: 'bundle',
      parts: [
        part(40_000, { setqty: 4, tire: { condition: 'New', rim: 17 } }),
        part(3_000, { qty: 2, tire: null }),
        part(4_000, { taxClassId: 9, tire: null }),
      ],
    })
    const { fees, tax, taxPercent, grandTotal } = computeTotals(cartOf([bundle]), context)
    expect(fees).toEqual([{ code: 'state-fee', title: 'Illinois tire fee, 8 at $2.50', amount: 2_000 }])
    // 46,000 of 50,000 are taxed at 6.25 %, twice.
    expect([tax, taxPercent, grandTotal]).toEqual([5_750, 6.25, 107_750])
  })

  test('[audit D13] a part with a quantity above one has a fee for each of its tires', () => {
    const bundle = line(1, 60_000, 3, { type: 'bundle', parts: [part(20_000, { qty: 2, setqty: 2 })] })
    expect(computeTotals(cartOf([bundle]), context).fees).toEqual([
      { code: 'state-fee', title: 'Illinois tire fee, 12 at $2.50', amount: 3_000 },
    ])
  })

  test('a fee by price depends on the price of one tire of a set', () => {
    const percent = { ...fee, kind: 'percent', value: 10 } as const
    const set = line(1, 40_018, 1, { parts: [part(40_018, { setqty: 4 })] })
    expect(computeTotals(cartOf([set]), { ...context, feeRules: [percent] }).fees[0]?.amount).toBe(4_004)
  })

  test('[audit D13] at exactly its minimum a coupon applies, a cent below it does not', () => {
    const free = { code: 'FREESHIP', kind: 'free-shipping', value: 0, minSubtotal: 5_000 } as const
    const off = { code: 'TAKE5', kind: 'fixed', value: 500, minSubtotal: 5_000 } as const
    const paid = { ...context, shippingPrice: 1_500 }
    const at = (price: number, coupon: AppliedCoupon) =>
      computeTotals(cartOf([line(1, price, 1)], coupon), paid)
    expect([5_000, 4_999].map((price) => at(price, free).shipping)).toEqual([0, 1_500])
    expect([5_000, 4_999].map((price) => at(price, off).discount)).toEqual([-500, 0])
    expect(at(5_000, off).shipping).toBe(1_500)
  })

  test('an empty cart costs nothing', () => {
    expect(computeTotals(cartOf([]), NO_DESTINATION_CONTEXT)).toMatchObject({
      grandTotal: 0,
      discount: 0,
      fees: [],
      tax: 0,
      taxPercent: 0,
    })
  })

  test('for every cart the parts add up and no amount is negative', () => {
    const lines = fc
      .array(
        fc.record({
          unitPrice: fc.integer({ min: 0, max: 200_000 }),
          qty: fc.integer({ min: 1, max: 999 }),
          parts: fc.array(
            fc.record({
              unitPrice: fc.integer({ min: 0, max: 200_000 }),
              qty: fc.integer({ min: 1, max: 4 }),
              setqty: fc.constantFrom(1, 2, 4),
              taxClassId: fc.constantFrom(0, 2, 3),
            }),
            { minLength: 1, maxLength: 4 },
          ),
        }),
        { maxLength: 12 },
      )
      .map((rows) =>
        rows.map(({ unitPrice, qty, parts }, i) =>
          line(i + 1, unitPrice, qty, { parts: parts.map((more) => part(more.unitPrice, more)) }),
        ),
      )
    const coupon = fc.option(
      fc.record({
        code: fc.constant('X'),
        kind: fc.constantFrom(...COUPON_KIND_NAMES),
        value: fc.integer({ min: 0, max: 1_000_000 }),
        minSubtotal: fc.integer({ min: 0, max: 100_000 }),
      }),
    ) satisfies fc.Arbitrary<AppliedCoupon | null>
    const percent = fc.integer({ min: 0, max: 120_000 }).map((n) => n / 10_000)
    fc.assert(
      fc.property(lines, coupon, percent, (rows, applied, tax) => {
        const taxContext = {
          ...context,
          taxPercentByClass: new Map([
            [2, tax],
            [3, tax / 2],
          ]),
          shippingPrice: 999,
        }
        expectInvariants(computeTotals(cartOf(rows, applied), taxContext))
      }),
    )
  })
})

describe('[D8] segments of the API', () => {
  const totals = computeTotals(
    cartOf([line(1, 6_200, 2)], { code: 'TAKE20', kind: 'fixed', value: 2_000, minSubtotal: 10_000 }),
    context,
  )

  test('segments are in order and in dollars, with the grand total last and in the footer', () => {
    expect(totalSegments(totals).map(({ code, value }) => [code, value])).toEqual([
      ['subtotal', 124],
      ['shipping', 0],
      ['discount', -20],
      ['state-fee', 5],
      ['tax', 6.5],
      ['round_tax_percent', 6.25],
      ['grand_total', 115.5],
    ])
    expect(totalSegments(totals).at(-1)?.area).toBe('footer')
    expect(totalSegments(totals).map(({ title }) => title)).toEqual([
      'Subtotal',
      'Shipping',
      'Discount (TAKE20)',
      'Illinois tire fee, 2 at $2.50',
      'Tax',
      'Tax percent',
      'Grand Total',
    ])
  })

  test('no discount segment without a coupon', () => {
    const plain = computeTotals(cartOf([line(1, 6_200, 2)]), context)
    expect(totalSegments(plain).map(({ code }) => code)).toEqual([
      'subtotal',
      'shipping',
      'state-fee',
      'tax',
      'round_tax_percent',
      'grand_total',
    ])
  })
})
