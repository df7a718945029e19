import { expect, test } from 'vitest'
import { dateWords, orderEventWords } from './order-format.ts'

test('[F4] the history of an order has words, and keeps to itself what is for the shop alone', () => {
  expect(orderEventWords('placed')).toBe('Order placed')
  expect(orderEventWords('refunded')).toBe('Money returned')
  for (const kind of ['hold_failed', 'toString', '']) expect(orderEventWords(kind)).toBeNull()
})

test('a day of an order is the shop’s', () => {
  expect(dateWords(Date.parse('2026-11-22T05:59:00Z'))).toBe('Nov 21, 2026')
  expect(dateWords(Date.parse('2026-11-22T06:00:00Z'))).toBe('Nov 22, 2026')
})
