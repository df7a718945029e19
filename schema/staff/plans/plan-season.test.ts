import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../../platform/duration.ts'
import { isInSeason, lastDayOfSeason } from './plan-season.ts'
import { isPlanDue, plannedPrice } from './price-plan.ts'

const WINTER = { from: 10, to: 2 }

test.each([
  [WINTER, '2026-09-30', false, '2027-02-28'],
  [WINTER, '2026-10-01', true, '2027-02-28'],
  [WINTER, '2026-12-31', true, '2027-02-28'],
  [WINTER, '2028-01-01', true, '2028-02-29'],
  [WINTER, '2028-02-29', true, '2028-02-29'],
  [WINTER, '2028-03-01', false, '2029-02-28'],
  [{ from: 4, to: 4 }, '2027-04-30', true, '2027-04-30'],
  [{ from: 1, to: 12 }, '2026-07-04', true, '2026-12-31'],
])('[H14x] a season %o on %s: %s, until %s', (season, day, isIn, last) => {
  expect(isInSeason(season, day)).toBe(isIn)
  expect(lastDayOfSeason(season, day)).toBe(last)
})

describe('[H14x] a plan with a season', () => {
  const plan = { steps: [{ days: 0, percent: 10 }], beginsOn: '2026-01-01', endsOn: null, season: WINTER }
  const unit = { price: 10_000, specialPrice: null, specialTo: null, cost: null, listedAt: 0 }
  const november = Date.UTC(2026, 10, 27, 18)
  const end = Date.UTC(2027, 2, 1, 6) - 1

  test('is due in its months alone, every year, in Chicago', () => {
    expect(isPlanDue(plan, Date.UTC(2026, 9, 1, 4))).toBe(false)
    expect(isPlanDue(plan, Date.UTC(2026, 9, 1, 6))).toBe(true)
    expect(isPlanDue(plan, end)).toBe(true)
    expect(isPlanDue(plan, end + 1)).toBe(false)
    expect(isPlanDue(plan, november + 365 * DAY_MS)).toBe(true)
    expect(isPlanDue({ ...plan, endsOn: '2026-12-31' }, november + 365 * DAY_MS)).toBe(false)
  })

  test('makes prices until the end of its months, or of the plan', () => {
    expect(plannedPrice(plan, unit, november)).toMatchObject({ specialPrice: 8_900, specialTo: end })
    const sooner = plannedPrice({ ...plan, endsOn: '2026-12-31' }, unit, november)
    expect(sooner?.specialTo).toBe(Date.UTC(2027, 0, 1, 6) - 1)
  })

  test('makes the price of last year again, and leaves the one of this season', () => {
    const made = { ...unit, specialPrice: 8_900, specialTo: end }
    expect(plannedPrice(plan, made, november)).toBeNull()
    expect(plannedPrice(plan, made, november + 365 * DAY_MS)).toMatchObject({ specialPrice: 8_900 })
  })
})
