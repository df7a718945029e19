import { expect, test } from 'vitest'
import { estimateComparisons, fieldsOf, requiredValues, type SearchCondition } from './search-query.ts'

const among = (field: string, ...values: string[]): SearchCondition => ({ kind: 'among', field, values })
const where: SearchCondition[] = [
  { kind: 'not', of: among('brand', 'halden', 'corvane') },
  { kind: 'any', of: [among('size', '225-45r17'), { kind: 'exists', field: 'dot' }] },
  {
    kind: 'all',
    of: [
      { kind: 'facet', field: 'rim', values: ['17', '18'] },
      { kind: 'range', field: 'price', bounds: {} },
    ],
  },
]

test('fields are found at any depth', () => {
  expect(fieldsOf(where)).toEqual(['brand', 'size', 'dot', 'rim', 'price'])
})

test('a query needs one comparison for each value, and one for each condition without values', () => {
  expect(estimateComparisons(where)).toBe(2 + 1 + 1 + 2 + 1)
  expect(estimateComparisons([])).toBe(0)
})

test('values are required only in conditions that must be true', () => {
  expect(requiredValues(where, 'rim')).toEqual(['17', '18'])
  for (const field of ['brand', 'size', 'price', 'model']) expect(requiredValues(where, field)).toBeNull()
  expect(requiredValues([among('a', '1'), among('b', '2')], 'b')).toEqual(['2'])
})
