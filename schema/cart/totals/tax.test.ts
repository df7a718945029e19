import { expect, test } from 'vitest'
import { isDestinationKnown, roundTaxPercent, taxOn } from './tax.ts'

test('tax is a percentage of the discounted amount, and never below zero', () => {
  expect(taxOn(10_000, 6.25)).toBe(625)
  expect(taxOn(1, 50)).toBe(1)
  for (const [amount, percent] of [
    [0, 6],
    [-100, 6],
    [100, 0],
    [100, -6],
    [-100, -6],
  ] as const) {
    expect(taxOn(amount, percent)).toBe(0)
  }
})

test('a percentage is shown with two decimals at most', () => {
  expect([6.625, 7.254, 10].map(roundTaxPercent)).toEqual([6.63, 7.25, 10])
})

test('a destination is known by its region', () => {
  expect([null, { regionId: null }, { regionId: 23 }].map(isDestinationKnown)).toEqual([false, false, true])
})
