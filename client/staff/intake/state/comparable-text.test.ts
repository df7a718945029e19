import { expect, test } from 'vitest'
import type { Comparable } from '../../../../schema/staff/intake/price/price-suggestion.ts'
import { explainComparable, nameComparable } from './comparable-text.ts'

const SOLD: Comparable = {
  ...{ sku: 'TL-1043274', rung: 'model', price: 7_100, adjusted: 6_800, isSold: true, days: 9 },
  adjustments: [
    { cause: 'tread', percent: 8 },
    { cause: 'age', percent: -3 },
    { cause: 'grade', percent: 0 },
  ],
  isUpperBound: false,
}

test('[H14] a comparable says what became of it and what each difference adds', () => {
  expect(nameComparable(SOLD)).toBe('Same model and size, TL-1043274')
  expect(explainComparable(SOLD)).toBe('Sold for $71.00 after 9 days. Tread +8%, age −3%.')
  expect(explainComparable({ ...SOLD, isSold: false, days: 1, adjustments: [], isUpperBound: true })).toBe(
    'Listed at $71.00 for 1 day, so it counts as too much.',
  )
})
