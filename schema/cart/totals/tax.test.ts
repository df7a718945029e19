import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isDestinationKnown,
  parseRate,
  roundTaxPercent,
  taxLabel,
  taxOn,
  toMillionths,
  toPercent,
} from './tax.ts'

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

test('[H13b] a rate is read without rounding, and other texts are refused', () => {
  expect(['0.1025', '.0625', '0', '1', '0.062500000', '0.000001'].map(parseRate)).toEqual([
    102_500, 62_500, 0, 1_000_000, 62_500, 1,
  ])
  for (const text of ['', '.', '-0.1', '10.25%', '0.0000001', '0,1', '1e-2', 'x'])
    expect(parseRate(text), text).toBeNull()
})

test('[H13b] rates with four decimals of a percent are added exactly', () => {
  const rate = fc.integer({ min: 0, max: 150_000 })
  fc.assert(
    fc.property(fc.array(rate, { maxLength: 6 }), (rates) => {
      const sum = rates.reduce((total, one) => total + toMillionths(toPercent(one)), 0)
      expect(sum).toBe(rates.reduce((total, one) => total + one, 0))
      expect(parseRate((sum / 1_000_000).toFixed(6))).toBe(sum)
    }),
  )
})

test('[H13b] tax is an estimate until the address is complete', () => {
  expect([taxLabel(10.25, true), taxLabel(10.25, false), taxLabel(0, true)]).toEqual([
    'Estimated tax, 10.25%',
    'Sales tax, 10.25%',
    'Estimated tax',
  ])
})
