import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  alreadyOrdered,
  canBecome,
  encodeOrderNumber,
  isOrderNumber,
  isPlaced,
  ORDER_MESSAGES,
  ORDER_REFUSALS,
  ORDER_STATUSES,
  orderRefusal,
  refusalTitle,
  totalChanged,
} from './order.ts'
import { DECLINE_MESSAGES } from './payment.ts'

const fiveBytes = fc.uint8Array({ minLength: 5, maxLength: 5 })

test('an order number has eight unambiguous characters, and two numbers differ when their bytes do', () => {
  expect(encodeOrderNumber(new Uint8Array([0, 0, 0, 0, 0]))).toBe('TL-00000000')
  expect(encodeOrderNumber(new Uint8Array([255, 255, 255, 255, 255]))).toBe('TL-ZZZZZZZZ')
  fc.assert(
    fc.property(fiveBytes, fiveBytes, (a, b) => {
      expect(isOrderNumber(encodeOrderNumber(a))).toBe(true)
      expect(encodeOrderNumber(a) === encodeOrderNumber(b)).toBe(a.join() === b.join())
    }),
  )
})

test('other texts are not order numbers', () => {
  for (const text of ['', 'TL-', 'TL-ILOU0000', 'tl-00000000', 'TL-000000000', '000000102', "TL-0000000'"]) {
    expect(isOrderNumber(text)).toBe(false)
  }
})

test('[E6] an order never leaves a final status and never becomes unpaid again', () => {
  for (const status of ORDER_STATUSES) {
    expect(canBecome('canceled', status)).toBe(false)
    expect(canBecome('refunded', status)).toBe(false)
    expect(canBecome(status, 'pending_payment')).toBe(false)
  }
})

test('[E13] a captured payment is returned by a refund, not by a cancellation', () => {
  expect(canBecome('paid', 'canceled')).toBe(false)
  expect(canBecome('pending_payment', 'canceled')).toBe(true)
  expect(canBecome('processing', 'canceled')).toBe(true)
})

test('an unpaid or canceled order is not placed', () => {
  expect(ORDER_STATUSES.filter((status) => !isPlaced(status))).toEqual(['pending_payment', 'canceled'])
})

test('[E6] each refusal has its message, and the stock message is the required one', () => {
  for (const code of ORDER_REFUSALS) expect(ORDER_MESSAGES[code]).toMatch(/\.$/)
  expect(orderRefusal('out-of-stock').message).toBe(
    'Some products are out of stock. Please update your cart and try again.',
  )
})

test('[E6] a refused payment has a title; messages about the cart and about a return have none', () => {
  const titles = Object.fromEntries(ORDER_REFUSALS.map((code) => [code, refusalTitle(ORDER_MESSAGES[code])]))
  for (const code of ['payment-declined', 'payment-details', 'payment-expired', 'address-invalid']) {
    expect(titles[code], code).toBe('Place order error')
  }
  for (const code of [
    'out-of-stock',
    'price-changed',
    'total-changed',
    'coupon-changed',
    'payment-canceled',
  ]) {
    expect(titles[code], code).toBeNull()
  }
  expect(refusalTitle(DECLINE_MESSAGES.provider)).toBe('Place order error')
})

test('[E6] a changed total is refused with both sums and without a title', () => {
  const refusal = totalChanged(10_000, 12_550)
  expect(refusal).toEqual({
    ok: false,
    code: 'total-changed',
    sums: { before: 10_000, now: 12_550 },
    message: 'The total is now $125.50, not $100.00. Nothing was charged. Check it and order again.',
  })
  expect(refusalTitle(refusal.message)).toBeNull()
})

test('[E6] a closed cart names its order', () => {
  expect(alreadyOrdered('TL-7K3M9QXA')).toMatchObject({
    ok: false,
    code: 'already-ordered',
    orderNumber: 'TL-7K3M9QXA',
  })
  expect(alreadyOrdered('TL-7K3M9QXA').message).toMatch(
    /^You already ordered this cart as TL-7K3M9QXA, .*\.$/,
  )
  expect(orderRefusal('cart-empty')).toEqual({
    ok: false,
    code: 'cart-empty',
    message: 'Your cart is empty.',
  })
})

test('[E6] a text that only contains an order number is refused', () => {
  for (const text of ['xTL-00000000', 'TL-00000000x']) expect(isOrderNumber(text)).toBe(false)
})
