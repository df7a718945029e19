import { expect, test } from 'vitest'
import { loadCapacity, loadLabel } from './load-index.ts'

test('[C1] the load of an index equals the published table in both units', () => {
  expect(loadCapacity(60)).toEqual({ kg: 250, lb: 551 })
  expect(loadCapacity(94)).toEqual({ kg: 670, lb: 1477 })
  expect(loadCapacity(100)).toEqual({ kg: 800, lb: 1764 })
  expect(loadCapacity(160)).toEqual({ kg: 4500, lb: 9921 })
})

test('every higher index has a higher load, and pounds agree with kilograms', () => {
  for (let index = 61; index <= 160; index += 1) {
    const load = loadCapacity(index)
    expect(load?.kg).toBeGreaterThan(loadCapacity(index - 1)?.kg ?? Number.POSITIVE_INFINITY)
    expect(Math.abs((load?.lb ?? 0) - (load?.kg ?? 0) * 2.2046)).toBeLessThan(1)
  }
})

test('an index outside the table is formatted without a load', () => {
  expect(loadLabel(94)).toBe('94, 1,477 lb')
  for (const invalid of [0, 59, 161, 94.5, Number.NaN]) expect(loadCapacity(invalid)).toBeNull()
  expect(loadLabel(17)).toBe('17')
})
