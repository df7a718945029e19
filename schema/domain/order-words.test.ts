import { expect, test } from 'vitest'
import { orderEventWords } from './order-words.ts'

test('[F4] the history of an order has words, and keeps to itself what is for the shop alone', () => {
  expect(orderEventWords('placed')).toBe('Order placed')
  expect(orderEventWords('refunded')).toBe('Money returned')
  for (const kind of ['hold_failed', 'toString', '']) expect(orderEventWords(kind)).toBeNull()
})
