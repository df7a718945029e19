import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../platform/duration.ts'
import { DEFAULT_FACTORS, fitPriceFactors, type PricedTire } from './price-factors.ts'
import {
  type PricedUnit,
  roundToNine,
  suggestPrice,
  type TireToPrice,
  weightedQuantile,
} from './price-suggestion.ts'

const NOW = Date.UTC(2026, 10, 26)
const TIRE: TireToPrice = {
  ...{ brandSlug: 'halden', modelSlug: 'velo-sport', sizeSlug: '225-45r17', rim: 17, season: 'Summer' },
  ...{ runFlat: false, least: 7, treadNew: 10, age: 4, grade: 'A' },
}

let number = 0
function unit(change: Partial<PricedUnit> = {}): PricedUnit {
  number += 1
  const listedAt = NOW - 30 * DAY_MS
  return { ...TIRE, sku: `TL-${number}`, price: 60_00, listedAt, soldAt: NOW - 10 * DAY_MS, ...change }
}

const suggest = (
  units: readonly PricedUnit[],
  tire: Partial<TireToPrice> = {},
  newPrice: number | null = null,
) =>
  suggestPrice({ ...TIRE, ...tire }, units, { factors: DEFAULT_FACTORS, now: NOW, newPrice, usedShare: 0.55 })
const several = (count: number, change: Partial<PricedUnit> = {}) =>
  Array.from({ length: count }, () => unit(change))

describe('[H14d] comparables', () => {
  test('are those of the model and size, and others only until there are five', () => {
    const other = { modelSlug: 'velo-all-season' }
    const enough = suggest([...several(5), ...several(5, other)])
    expect(enough.comparables.map(({ rung }) => rung)).toEqual(Array(5).fill('model'))
    const few = suggest([...several(2), ...several(4, other)])
    expect(few.comparables.map(({ rung }) => rung)).toEqual([
      ...Array(2).fill('model'),
      ...Array(4).fill('tier'),
    ])
    expect(few.reasons).toEqual([
      '2 tires of the same model and size',
      '4 tires of this size, brands of the same price level',
      'Half of the 6 sold ones sold within 20 days',
    ])
  })

  test('say of one sold tire how fast it sold', () => {
    expect(suggest(several(1)).reasons.at(-1)).toMatch(/^One of these sold, within \d+ days?$/)
  })

  test('go on to other brands of the size and to the rim, and never to another season or rim', () => {
    const winter = { modelSlug: 'vinter-4', season: 'Winter' }
    expect(suggest(several(1, winter)).comparables).toMatchObject([{ rung: 'size' }])
    const rim = { sizeSlug: '215-50r17' }
    expect(suggest(several(1, rim)).comparables).toMatchObject([{ rung: 'rim' }])
    expect(suggest(several(1, { ...rim, ...winter })).comparables).toEqual([])
    expect(suggest(several(1, { sizeSlug: '225-45r18', rim: 18 })).comparables).toEqual([])
  })

  test('are adjusted to the tread, age and grade of the tire, and each change is listed', () => {
    const [lower] = suggest([unit({ least: 10 })]).comparables
    expect(lower).toMatchObject({ price: 60_00, adjustments: [{ cause: 'tread', percent: -26 }] })
    expect(lower?.adjusted).toBe(44_25)
    const [newer] = suggest([unit({ age: 6, grade: 'C' })]).comparables
    expect(newer?.adjustments).toEqual([
      { cause: 'age', percent: 7 },
      { cause: 'grade', percent: 14 },
    ])
  })

  test('that nobody bought in 60 days only bound the price from above', () => {
    const slow = { soldAt: null, listedAt: NOW - 61 * DAY_MS }
    const dear = suggest([...several(5), ...several(20, { ...slow, price: 150_00 })])
    expect(dear.comparables).toHaveLength(5)
    const cheap = suggest([...several(5), ...several(1, { ...slow, price: 40_00 })])
    expect(cheap.comparables.filter(({ isUpperBound }) => isUpperBound)).toMatchObject([{ price: 40_00 }])
    // Where nothing else is known, they are better than nothing.
    expect(suggest(several(3, slow))).toMatchObject({
      price: 59_00,
      reasons: [expect.any(String), 'None of these is sold yet'],
    })
  })
})

describe('[H14d] the suggested price', () => {
  test('is the weighted median with its quarter and three quarters, in dollars that end in 9', () => {
    const prices = [50, 55, 60, 65, 90].map((dollars) => unit({ price: dollars * 100 }))
    expect(suggest(prices)).toMatchObject({ price: 59_00, low: 55_00, high: 65_00 })
  })

  test('comes from the price of a new tire when there is nothing to compare', () => {
    expect(suggest([], {}, 200_00)).toMatchObject({ price: 69_00, low: null, comparables: [] })
    expect(suggest([])).toEqual({ price: null, low: null, high: null, comparables: [], reasons: [] })
  })

  test('ends in 9 and is the nearest such price', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200_000 }), (cents) => {
        const price = roundToNine(cents)
        expect(price % 1000).toBe(900)
        if (cents >= 400) expect(Math.abs(price - cents)).toBeLessThanOrEqual(500)
      }),
    )
  })

  test('stays between its comparables, whatever their order, and never rises with less tread or more age', () => {
    const some = fc.array(
      fc.record({
        price: fc.integer({ min: 2000, max: 30_000 }),
        least: fc.integer({ min: 2, max: 10 }),
        age: fc.integer({ min: 0, max: 12 }),
        grade: fc.constantFrom('A', 'B', 'C'),
        modelSlug: fc.constantFrom('velo-sport', 'velo-all-season'),
        soldAt: fc.constantFrom(null, NOW - DAY_MS, NOW - 400 * DAY_MS),
        listedAt: fc.constantFrom(NOW - 500 * DAY_MS, NOW - 450 * DAY_MS),
      }),
      { minLength: 1, maxLength: 12 },
    )
    fc.assert(
      fc.property(some, (changes) => {
        const units = changes.map((change, index) =>
          unit({ ...(change as Partial<PricedUnit>), sku: `TL-${index}` }),
        )
        const { price, low, high, comparables } = suggest(units)
        // Its own price may leave their range by the step to the next 9 alone.
        const seen = [price ?? 0, ...comparables.map((comparable) => comparable.adjusted)]
        expect(Math.min(...seen)).toBeLessThanOrEqual(low ?? 0)
        expect(Math.max(...seen)).toBeGreaterThanOrEqual(high ?? 0)
        expect(low ?? 0).toBeLessThanOrEqual(price ?? 0)
        expect(price ?? 0).toBeLessThanOrEqual(high ?? 0)
        expect(suggest(units.toReversed()).low).toBe(low)
        expect(suggest(units, { least: 4 }).price ?? 0).toBeLessThanOrEqual(price ?? 0)
        expect(suggest(units, { age: 9 }).price ?? 0).toBeLessThanOrEqual(price ?? 0)
      }),
    )
  })

  test('a weight counts like that many equal values', () => {
    const values = [1, 2, 3].map((value) => ({ value, weight: value }))
    const repeated = [1, 2, 2, 3, 3, 3].map((value) => ({ value, weight: 1 }))
    for (const share of [0.1, 0.25, 0.5, 0.75, 1])
      expect(weightedQuantile(values, share)).toBe(weightedQuantile(repeated, share))
  })
})

describe('[H14d] factors', () => {
  /** Tires whose prices follow a law exactly: 8 % less each year, C at 75 %, brand B at half more than brand A. */
  const law = (count: number): PricedTire[] =>
    Array.from({ length: count }, (_, index) => {
      const [least, age] = [3 + (index % 7), index % 5]
      const grade = (['A', 'B', 'C'] as const)[index % 3] ?? 'A'
      const brandSlug = index % 2 ? 'a' : 'b'
      const value = (0.3 + (0.7 * (least - 2)) / 8) * 0.92 ** age * { A: 1, B: 0.9, C: 0.75 }[grade]
      const price = Math.round(100_00 * value * (brandSlug === 'b' ? 1.5 : 1))
      return {
        brandSlug,
        modelSlug: brandSlug,
        sizeSlug: '225-45r17',
        least,
        treadNew: 10,
        age,
        grade,
        price,
      }
    })

  test('are found in prices that follow them', () => {
    const { tread, year, gradeB, gradeC, brands } = fitPriceFactors(law(3000))
    expect(tread).toBeCloseTo(1, 1)
    expect(year).toBeCloseTo(0.92, 2)
    expect(gradeB).toBeCloseTo(0.9, 2)
    expect(gradeC).toBeCloseTo(0.75, 2)
    expect((brands.b ?? 0) / (brands.a ?? 1)).toBeCloseTo(1.5, 1)
  })

  test('stay near the defaults with few tires, and are the defaults with none', () => {
    expect(fitPriceFactors([])).toMatchObject({ tread: 1, gradeB: expect.closeTo(0.96, 5), brands: {} })
    const { year } = fitPriceFactors(law(4))
    expect(Math.abs(year - DEFAULT_FACTORS.year)).toBeLessThan(0.02)
  })

  test('are bounded, whatever the prices', () => {
    const tire = fc.record({
      brandSlug: fc.constantFrom('a', 'b'),
      modelSlug: fc.constantFrom('x', 'y'),
      sizeSlug: fc.constantFrom('s', 't'),
      least: fc.integer({ min: 0, max: 20 }),
      treadNew: fc.integer({ min: 2, max: 20 }),
      age: fc.integer({ min: 0, max: 15 }),
      grade: fc.constantFrom('A' as const, 'B' as const, 'C' as const),
      price: fc.integer({ min: 0, max: 1_000_000 }),
    })
    fc.assert(
      fc.property(fc.array(tire, { maxLength: 40 }), (tires) => {
        const { tread, year, gradeB, gradeC, brands } = fitPriceFactors(tires)
        for (const [value, low, high] of [
          ...([
            [tread, 0.4, 1.6],
            [year, 0.88, 1],
            [gradeB, 0.8, 1],
            [gradeC, 0.6, 1],
          ] as const),
          ...Object.values(brands).map((level) => [level, 0.6, 1.7] as const),
        ]) {
          expect(value).toBeGreaterThanOrEqual(low)
          expect(value).toBeLessThanOrEqual(high)
        }
      }),
    )
  })
})
