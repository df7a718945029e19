import { describe, expect, test } from 'vitest'
import { sizeSlug } from '../../schema/catalog/sizes/tire-size.ts'
import { dotDate } from '../../schema/catalog/sizes/tire-text.ts'
import { optionSlug } from '../../schema/paths.ts'
import { DAY_MS } from '../../schema/platform/duration.ts'
import {
  DEFAULT_FACTORS,
  fitPriceFactors,
  type PriceFactors,
} from '../../schema/staff/intake/price/price-factors.ts'
import { type PricedUnit, suggestPrice } from '../../schema/staff/intake/price/price-suggestion.ts'
import { SEED_NOW } from './clock.ts'
import { makeUnit } from './unit.ts'

const SEED = 20_26
const COUNT = 6000

/** The used units of the demo shop; each is sold three weeks after it came. */
const units: PricedUnit[] = Array.from({ length: COUNT }, (_, index) =>
  makeUnit(SEED, index, COUNT, 1),
).flatMap(({ product: { sku, tire, passport, price, setqty, createdAt } }) => {
  const made = dotDate(tire?.dot ?? null)
  if (tire?.condition !== 'Used' || !passport || !made) return []
  return [
    {
      ...{
        sku,
        price: Math.round(price / setqty),
        rim: tire.rim,
        season: tire.season,
        runFlat: tire.runFlat,
      },
      ...{
        sizeSlug: sizeSlug(tire.size),
        brandSlug: optionSlug(tire.brand),
        modelSlug: optionSlug(tire.model),
      },
      ...{ least: tire.treadDepth, treadNew: tire.treadNew, grade: passport.grade },
      age: (createdAt - made.at) / (365.25 * DAY_MS),
      listedAt: createdAt,
      soldAt: createdAt + 21 * DAY_MS,
    },
  ]
})
const heldOut = units.filter((_, index) => index % 5 === 0)
const known = units.filter((_, index) => index % 5 !== 0)

function errorsWith(factors: PriceFactors): number[] {
  return heldOut
    .flatMap((tire) => {
      const { price } = suggestPrice(tire, known, { factors, now: SEED_NOW, newPrice: null, usedShare: 0.55 })
      return price === null ? [1] : [Math.abs(price - tire.price) / tire.price]
    })
    .sort((a, b) => a - b)
}

const medianOf = (errors: readonly number[]) => errors[Math.floor(errors.length / 2)] ?? 1
const shareWithin = (errors: readonly number[], bound: number) =>
  errors.filter((error) => error <= bound).length / errors.length

describe('[H14] prices suggested for a fifth of the demo units from the other ones', () => {
  const errors = errorsWith(fitPriceFactors(known))

  test('the median error is at most 12 percent, and four in five are within 25 percent', () => {
    expect(errors.length).toBeGreaterThan(500)
    expect(medianOf(errors)).toBeLessThanOrEqual(0.12)
    expect(shareWithin(errors, 0.25)).toBeGreaterThanOrEqual(0.8)
  })

  test('fitted factors are nearer than the defaults of a new shop', () => {
    expect(medianOf(errors)).toBeLessThan(medianOf(errorsWith(DEFAULT_FACTORS)))
  })
})
