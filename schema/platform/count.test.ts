import { expect, test } from 'vitest'
import { formatCount, formatQuantity } from './count.ts'

test('a count is grouped by thousands, and its noun is singular for one only', () => {
  expect(formatCount(2_041)).toBe('2,041')
  expect([0, 1, 2, 2_041].map((count) => formatQuantity(count, 'tire'))).toEqual([
    '0 tires',
    '1 tire',
    '2 tires',
    '2,041 tires',
  ])
})
