import { expect, test } from 'vitest'
import { cartFailure, cartFailureText } from './cart-error.ts'

test('a failure has a stable code, a status, and a sentence that names what it is about', () => {
  const failure = cartFailure('bad-qty', 999)
  expect(failure).toEqual({ ok: false, code: 'bad-qty', status: 400, detail: '999' })
  expect(cartFailureText(failure)).toBe('The quantity must be a whole number from 1 to 999.')
  expect(cartFailureText(cartFailure('no-such-cart', 'abc'))).toBe('No such entity with cartId = abc')
})

test('without anything to name the sentence stands alone', () => {
  expect(cartFailure('cart-changed')).toEqual({ ok: false, code: 'cart-changed', status: 409, detail: '' })
  expect(cartFailureText(cartFailure('qty-not-available'))).toBe('The requested qty is not available')
})
