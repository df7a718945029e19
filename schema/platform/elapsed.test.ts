import { expect, test } from 'vitest'
import { formatAgo } from './elapsed.ts'

test.each([
  [20_000, 'just now'],
  [60_000, '1 minute ago'],
  [119 * 60_000, '1 hour ago'],
  [47 * 3_600_000, '47 hours ago'],
  [12 * 60_000, '12 minutes ago'],
  [3 * 3_600_000, '3 hours ago'],
  [5 * 86_400_000, '5 days ago'],
  [-60_000, 'just now'],
])('[H14j] %i ms is %s', (passed, text) => {
  expect(formatAgo(1_000_000_000 - passed, 1_000_000_000)).toBe(text)
})
