import { expect, test } from 'vitest'
import { cartCountIn } from './cart-badge.ts'

test('[D2] the count is read from its own cookie and from no other', () => {
  expect(cartCountIn('cart-count=4')).toBe(4)
  expect(cartCountIn('a=1; cart-count=12; b=2')).toBe(12)
  expect(cartCountIn('not-cart-count=9')).toBe(0)
  expect(cartCountIn('cart-count=-1')).toBe(0)
  expect(cartCountIn('cart-count=<b>')).toBe(0)
  expect(cartCountIn('')).toBe(0)
})
