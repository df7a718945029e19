import { expect, test } from 'vitest'
import { formatOrderDate, formatOrderEvent } from './order-format.ts'

test('[F4] the history of an order is formatted, without internal events', () => {
  expect(formatOrderEvent('placed')).toBe('Order placed')
  expect(formatOrderEvent('refunded')).toBe('Refunded')
  for (const kind of ['hold_failed', 'toString', '']) expect(formatOrderEvent(kind)).toBeNull()
})

test('the date of an order is in the shop’s time zone', () => {
  expect(formatOrderDate(Date.parse('2026-11-22T05:59:00Z'))).toBe('Nov 21, 2026')
  expect(formatOrderDate(Date.parse('2026-11-22T06:00:00Z'))).toBe('Nov 22, 2026')
})
