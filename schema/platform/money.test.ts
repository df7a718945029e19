import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { allocate, formatMoney, parseDollars, percentOf, plainNumber, toDollars } from './money.ts'

test('[G10] an amount is formatted as sign, dollar sign and two decimals', () => {
  expect(formatMoney(8400)).toBe('$84.00')
  expect(formatMoney(123456789)).toBe('$1,234,567.89')
  expect(formatMoney(-5)).toBe('-$0.05')
})

test('amounts are formatted like the locale does, without its formatter, whose first use blocks a phone', () => {
  const locale = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
  const cents = fc.integer({ min: -99_999_999_999, max: 99_999_999_999 })
  fc.assert(fc.property(cents, (c) => formatMoney(c) === locale.format(c / 100)))
  const created = vi.spyOn(Intl, 'NumberFormat')
  expect([formatMoney(0), formatMoney(100_000)]).toEqual(['$0.00', '$1,000.00'])
  expect(created).not.toHaveBeenCalled()
})

test('dollars of the API are converted to cents, and other values are refused', () => {
  expect(parseDollars('84.005')).toBe(8401)
  expect(parseDollars(19.99)).toBe(1999)
  expect(parseDollars('$29')).toBe(2900)
  for (const invalid of ['', '1e3', 'abc', null, Number.NaN, Number.POSITIVE_INFINITY, '1,000', {}]) {
    expect(parseDollars(invalid)).toBeNull()
  }
})

test('dollars are parsed with surrounding spaces, with and without cents and below zero; other forms are refused', () => {
  expect([' 29 ', '-$3.5', '0.005', 7].map(parseDollars)).toEqual([2900, -350, 1, 700])
  for (const invalid of [['5'], true, '1.', '.5', '1234567890', '5 5', 'x5', '5x'])
    expect(parseDollars(invalid)).toBeNull()
})

test('an empty list has no parts; equal or zero weights split evenly, and the first parts get the remainder', () => {
  expect(allocate(5, [])).toEqual([])
  expect(allocate(10, [0, 0, 0])).toEqual([4, 3, 3])
  expect(allocate(-11, [1, 1, 1])).toEqual([-4, -4, -3])
  expect(allocate(0, [1, 2])).toEqual([0, 0])
  expect(allocate(10, [1, 5, 1])).toEqual([2, 7, 1])
})

test('converting cents to dollars and back returns the same cents', () => {
  fc.assert(
    fc.property(fc.integer({ min: -9_999_999, max: 9_999_999 }), (c) => parseDollars(toDollars(c)) === c),
  )
})

test('a percentage is rounded half up', () => {
  expect(percentOf(1000, 6.625)).toBe(66)
  expect(percentOf(200, 6.25)).toBe(13)
  expect(percentOf(-200, 6.25)).toBe(-13)
})

test('an allocation adds up, and no part differs by more than a cent from its exact share', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1_000_000, max: 1_000_000 }),
      fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 20 }),
      (amount, weights) => {
        const parts = allocate(amount, weights)
        const total = weights.reduce((a, b) => a + b, 0)
        expect(parts.reduce((a, b) => a + b, 0)).toBe(amount)
        parts.forEach((p, i) => {
          const exact = total ? (amount * (weights[i] ?? 0)) / total : amount / weights.length
          expect(Math.abs(p - exact)).toBeLessThan(1.001)
        })
      },
    ),
  )
})

test('[H14] a comma in a typed amount separates thousands, or it is no amount', () => {
  const read = (typed: string) => parseDollars(plainNumber(typed))
  expect(['$1,299.50', '12,345,678', ' $ 12 ', '0.5'].map(read)).toEqual([1_299_50, 12_345_678_00, 12_00, 50])
  for (const typed of ['5,00', '49,5', '99,50', '1,2345', ',500', '1,299,5', '12,34.5', ''])
    expect(read(typed)).toBe(null)
})
