import { expect, test } from 'vitest'
import { cartError, cartErrorMessage } from './cart-error.ts'

test('an error has a stable code, a status, and a message with its detail', () => {
  const failure = cartError('bad-qty', 999)
  expect(failure).toEqual({ ok: false, code: 'bad-qty', status: 400, detail: '999' })
  expect(cartErrorMessage(failure)).toBe('The quantity must be a whole number from 1 to 999.')
  expect(cartErrorMessage(cartError('no-such-cart', 'abc'))).toBe('No such entity with cartId = abc')
})

test('without a detail the message has no placeholder', () => {
  expect(cartError('cart-changed')).toEqual({ ok: false, code: 'cart-changed', status: 409, detail: '' })
  expect(cartErrorMessage(cartError('qty-not-available'))).toBe('The requested qty is not available')
})
