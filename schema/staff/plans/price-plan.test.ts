import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../../platform/duration.ts'
import { isPlanDue, needsOwner, plannedPrice } from './price-plan.ts'

const NOW = Date.UTC(2026, 10, 27, 18)
const PLAN = {
  steps: [
    { days: 60, percent: 10 },
    { days: 90, percent: 20 },
  ],
  beginsOn: '2026-11-01',
  endsOn: null,
  season: null,
}
const unit = (days: number, more = {}) => ({
  ...{ price: 10_000, specialPrice: null, specialTo: null, cost: null, listedAt: NOW - days * DAY_MS },
  ...more,
})
const special = (days: number, more = {}) => plannedPrice(PLAN, unit(days, more), NOW)?.specialPrice ?? null

describe('[H14x] a plan', () => {
  test.each([
    ['leaves a unit of 59 days', 59, {}, null],
    ['lowers by its first step at 60 days', 60, {}, 8_900],
    ['lowers by its second step at 90 days', 90, {}, 7_900],
    ['goes on from its own price', 90, { specialPrice: 8_900 }, 7_900],
    ['leaves a price that it made', 60, { specialPrice: 8_900 }, null],
    ['leaves a price that people chose', 90, { specialPrice: 5_000 }, null],
    ['never goes below cost', 90, { cost: 8_250 }, 8_250],
    ['leaves a unit that cost its price', 90, { cost: 10_000 }, null],
  ])('%s', (_, days, more, price) => {
    expect(special(days, more)).toBe(price)
  })

  test('makes prices from its first to its last day in Chicago', () => {
    const plan = { beginsOn: '2026-11-27', endsOn: '2026-11-28', season: null }
    expect(isPlanDue(plan, Date.UTC(2026, 10, 27, 5))).toBe(false)
    expect(isPlanDue(plan, Date.UTC(2026, 10, 27, 6))).toBe(true)
    expect(isPlanDue(plan, Date.UTC(2026, 10, 29, 5))).toBe(true)
    expect(isPlanDue(plan, Date.UTC(2026, 10, 29, 6))).toBe(false)
    expect(plannedPrice({ ...PLAN, endsOn: '2026-11-28' }, unit(60), NOW)).toEqual({
      specialPrice: 8_900,
      specialFrom: Date.UTC(2026, 10, 27, 6),
      specialTo: Date.UTC(2026, 10, 29, 6) - 1,
    })
  })

  test('needs the owner for more than a fifth of the stock, or more than 25% off', () => {
    expect(needsOwner(PLAN, { units: 20, stock: 100 })).toBe(false)
    expect(needsOwner(PLAN, { units: 21, stock: 100 })).toBe(true)
    expect(needsOwner({ steps: [{ days: 1, percent: 26 }] }, { units: 0, stock: 100 })).toBe(true)
  })

  test('is below the price and at least the cost, and a second run changes nothing', () => {
    const cents = fc.integer({ min: 100, max: 100_000 })
    fc.assert(
      fc.property(cents, fc.option(cents), fc.integer({ min: 0, max: 200 }), (price, cost, days) => {
        const own = unit(days, { price, cost })
        const planned = plannedPrice(PLAN, own, NOW)
        if (!planned) return
        expect(planned.specialPrice).toBeLessThan(price)
        expect(planned.specialPrice).toBeGreaterThanOrEqual(cost ?? 0)
        expect(plannedPrice(PLAN, { ...own, ...planned }, NOW)).toBeNull()
      }),
    )
  })
})
