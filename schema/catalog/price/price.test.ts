import fc from 'fast-check'
import { expect, test } from 'vitest'
import { finalPrice, isPriceKnown, priceByTire, priceChangesAt } from './price.ts'

const plain = { price: 10_000, specialPrice: null, specialFrom: null, specialTo: null, setqty: 4 }
const special = { ...plain, specialPrice: 8_000, specialFrom: 100, specialTo: 200 }

test('a special price applies from its first to its last millisecond', () => {
  expect([99, 100, 200, 201].map((now) => finalPrice(special, now))).toEqual([10_000, 8_000, 8_000, 10_000])
  expect(finalPrice({ ...special, specialFrom: null }, 0)).toBe(8_000)
  expect(finalPrice({ ...special, specialTo: null }, 1e12)).toBe(8_000)
  expect(finalPrice(plain, 150)).toBe(10_000)
})

test('a special price above the regular price is ignored', () => {
  expect(finalPrice({ ...special, specialPrice: 10_001 }, 150)).toBe(10_000)
  expect(finalPrice({ ...special, specialPrice: 0 }, 150)).toBe(0)
})

test('the time of the next price change is exact to the millisecond', () => {
  expect([99, 100, 200, 201].map((now) => priceChangesAt(special, now))).toEqual([100, 201, 201, Infinity])
  expect(priceChangesAt({ ...special, specialFrom: null }, 0)).toBe(201)
  expect(priceChangesAt({ ...special, specialTo: null }, 150)).toBe(Infinity)
  expect(priceChangesAt({ ...special, specialPrice: null }, 50)).toBe(Infinity)
})

test('a price does not change between two change times', () => {
  const moment = fc.integer({ min: 0, max: 300 })
  const open = fc.option(moment)
  fc.assert(
    fc.property(open, open, moment, moment, (specialFrom, specialTo, now, later) => {
      const product = { ...special, specialFrom, specialTo }
      fc.pre(later >= now && later < priceChangesAt(product, now))
      expect(finalPrice(product, later)).toBe(finalPrice(product, now))
    }),
  )
})

test('[audit D13] the price per tire is rounded up: the prices per tire of a unit never add up to less than the price of the unit', () => {
  expect(priceByTire({ ...plain, price: 10_001 }, 0)).toBe(2_501)
  expect(priceByTire({ ...special, specialPrice: 7_998 }, 150)).toBe(2_000)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e6 }), fc.integer({ min: 1, max: 8 }), (price, setqty) => {
      const shown = priceByTire({ ...plain, price, setqty }, 0) * setqty
      expect(shown - price).toBeGreaterThanOrEqual(0)
      expect(shown - price).toBeLessThan(setqty)
    }),
  )
})

test('a price is known when it is whole cents and not below zero; the shop may exclude zero', () => {
  expect([0, 1].map((price) => isPriceKnown(price))).toEqual([true, true])
  expect([0, 1].map((price) => isPriceKnown(price, false))).toEqual([false, true])
  for (const price of [-1, 0.5, Number.NaN, null, undefined]) expect(isPriceKnown(price)).toBe(false)
})
