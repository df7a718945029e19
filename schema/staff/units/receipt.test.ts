import fc from 'fast-check'
import { expect, test } from 'vitest'
import { averageCost } from './receipt.ts'

const cents = fc.integer({ min: 0, max: 10_000_000 })
const tires = fc.integer({ min: 1, max: 10_000 })

test('[H14h] the average of tires is worth what they cost together, within half a cent for each', () => {
  fc.assert(
    fc.property(tires, cents, tires, cents, (here, cost, came, costEach) => {
      const average = averageCost({ tires: here, cost }, { tires: came, costEach }) ?? Number.NaN
      const worth = here * cost + came * costEach
      expect(Math.abs(average * (here + came) - worth)).toBeLessThanOrEqual((here + came) / 2)
    }),
  )
})

test('[H14h] without a cost, or without tires, the known cost is the average', () => {
  expect(averageCost({ tires: 10, cost: 5000 }, { tires: 5, costEach: null })).toBe(5000)
  expect(averageCost({ tires: 10, cost: null }, { tires: 5, costEach: 7000 })).toBe(7000)
  expect(averageCost({ tires: 0, cost: 5000 }, { tires: 5, costEach: 7000 })).toBe(7000)
})
