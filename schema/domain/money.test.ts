import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allocate, formatMoney, parseDollars, percentOf, toDollars } from './money.ts'

test('[G10] an amount is written sign, dollar, two digits', () => {
  expect(formatMoney(8400)).toBe('$84.00')
  expect(formatMoney(123456789)).toBe('$1,234,567.89')
  expect(formatMoney(-5)).toBe('-$0.05')
})

test('dollars from the wire become cents and anything else is refused', () => {
  expect(parseDollars('84.005')).toBe(8401)
  expect(parseDollars(19.99)).toBe(1999)
  expect(parseDollars('$29')).toBe(2900)
  for (const bad of ['', '1e3', 'abc', null, Number.NaN, Number.POSITIVE_INFINITY, '1,000', {}]) {
    expect(parseDollars(bad)).toBeNull()
  }
})

test('cents survive the way to the wire and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: -9_999_999, max: 9_999_999 }), (c) => parseDollars(toDollars(c)) === c),
  )
})

test('a percentage is rounded half up', () => {
  expect(percentOf(1000, 6.625)).toBe(66)
  expect(percentOf(200, 6.25)).toBe(13)
  expect(percentOf(-200, 6.25)).toBe(-13)
})

test('an allocation adds up and no part strays by more than a cent', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1_000_000, max: 1_000_000 }),
      fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 20 }),
      (amount, weights) => {
        const parts = allocate(amount, weights)
        const total = weights.reduce((a, b) => a + b, 0)
        expect(parts.reduce((a, b) => a + b, 0)).toBe(amount)
        parts.forEach((p, i) => {
          const fair = total ? (amount * (weights[i] ?? 0)) / total : amount / weights.length
          expect(Math.abs(p - fair)).toBeLessThan(1.001)
        })
      },
    ),
  )
})
