import { expect, test } from 'vitest'
import { parseCartCount } from './cart-badge.ts'

test('[D2] the count is read only from the cookie cart-count', () => {
  expect(parseCartCount('cart-count=4')).toBe(4)
  expect(parseCartCount('a=1; cart-count=12; b=2')).toBe(12)
  expect(parseCartCount('not-cart-count=9')).toBe(0)
  expect(parseCartCount('cart-count=-1')).toBe(0)
  expect(parseCartCount('cart-count=<b>')).toBe(0)
  expect(parseCartCount('')).toBe(0)
})
