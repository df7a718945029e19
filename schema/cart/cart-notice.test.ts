import { expect, test } from 'vitest'
import { cartError } from './cart-error.ts'
import { formatNotice, isSuccessNotice, parseNoticeCode, toNotice } from './cart-notice.ts'

test('[G10] a notice has the message of the error catalog', () => {
  expect(formatNotice({ code: 'added' })).toBe('Product has been added to the cart!')
  expect(formatNotice({ code: 'updated' })).toBe('Product quantity has been updated!')
  expect(formatNotice({ code: 'out-of-stock' })).toBe(
    'The product is out of stock and cannot be added to the cart!',
  )
  expect(formatNotice({ code: 'only-available', count: 3 })).toBe(
    'Only 3 products of this type are available!',
  )
  for (const left of [{}, { count: 0 }]) {
    expect(formatNotice({ code: 'only-available', ...left })).toBe('Out of stock!')
  }
  expect(formatNotice({ code: 'coupon-refused' })).toBe(
    "You've entered an incorrect coupon code. Please try again.",
  )
  expect(formatNotice({ code: 'price-unknown' })).toBe(
    'Product price is unknown, product cannot be added to the cart!',
  )
  expect(formatNotice({ code: 'volatile' })).toBe(
    'The system is not sure about the stock quantity (volatile). Product has been added to the cart for pre-reservation.',
  )
  expect(formatNotice({ code: 'wrong-variant' })).toBe(
    'No such configuration for the product. Please do choose another combination of attributes.',
  )
  expect(toNotice(cartError('options-missing'))).toEqual({ code: 'options-missing' })
  expect(formatNotice({ code: 'options-missing' })).toBe('You need to choose options for your item.')
  expect(formatNotice({ code: 'bad-qty' })).toBe('The quantity must be a whole number from 1 to 999.')
})

test('[H13f] [H13k] a notice names the services that a change of the tires has ended', () => {
  expect(formatNotice({ code: 'saved', ended: 'both' })).toBe(
    'Saved for later. Mounting and the plan went with the tires.',
  )
  expect(formatNotice({ code: 'removed', ended: 'plan' })).toBe(
    'Product has been removed from the cart. The plan went with the tires.',
  )
})

test('a stock error has the available quantity', () => {
  expect(toNotice(cartError('qty-not-available'), 2)).toEqual({ code: 'only-available', count: 2 })
  expect(toNotice(cartError('out-of-stock'), 1)).toEqual({ code: 'only-available', count: 1 })
  expect(toNotice(cartError('out-of-stock'), 0)).toEqual({ code: 'out-of-stock' })
  expect(toNotice(cartError('qty-not-available'), null)).toEqual({ code: 'qty-not-available' })
  expect(toNotice(cartError('bad-qty'), 2)).toEqual({ code: 'bad-qty' })
  expect(formatNotice({ code: 'only-available', count: 1 })).toBe(
    'Only 1 products of this type are available!',
  )
  expect(formatNotice({ code: 'not-understood' })).toBe('We couldn’t read this request. Nothing was changed.')
  expect(formatNotice({ code: 'cart-changed' })).toBe('Your cart has changed since. Please check it again.')
})

test('a URL cannot add text of its own', () => {
  expect(parseNoticeCode('added')).toBe('added')
  for (const bad of ['Your card was stolen', '', 'toString', '__proto__', 7, null, undefined]) {
    expect(parseNoticeCode(bad)).toBeNull()
  }
})

test('an error with a cart id becomes a general notice', () => {
  expect(toNotice(cartError('no-such-cart', 'f'.repeat(32)))).toEqual({ code: 'unavailable' })
  expect(isSuccessNotice({ code: 'unavailable' })).toBe(false)
  expect(isSuccessNotice({ code: 'added' })).toBe(true)
})
