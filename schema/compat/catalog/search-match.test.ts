import { describe, expect, test } from 'vitest'
import { matches, sortDocuments, valuesAt } from './search-match.ts'
import type { SearchCondition } from './search-query.ts'

const tire = {
  id: 7,
  type_id: 'configurable',
  rim: 17,
  zip: '00901',
  sale: true,
  gone: null,
  created_at: '2026-09-01 12:00:00',
  stock: { qty: 4 },
  children: [{ sku: 'a' }, { sku: 'b' }],
  sets: 'single',
  sets_options: ['single', 'pairs'],
}
const isMatch = (condition: SearchCondition) => matches(tire, condition)

describe('[C2] values are compared as clients send them', () => {
  test('numbers, texts and booleans match in any format', () => {
    expect(isMatch({ kind: 'among', field: 'rim', values: ['17.0'] })).toBe(true)
    expect(isMatch({ kind: 'among', field: 'rim', values: [''] })).toBe(false)
    expect(isMatch({ kind: 'among', field: 'sale', values: ['1'] })).toBe(true)
    expect(isMatch({ kind: 'among', field: 'sale', values: ['yes'] })).toBe(false)
    // A text is not compared as a number: its leading zeros matter.
    expect(isMatch({ kind: 'among', field: 'zip', values: [901] })).toBe(false)
  })

  test('paths lead through lists; null is an absent value', () => {
    expect(valuesAt(tire, 'children.sku')).toEqual(['a', 'b'])
    expect(isMatch({ kind: 'exists', field: 'gone' })).toBe(false)
    expect(isMatch({ kind: 'exists', field: 'stock' })).toBe(true)
    expect(isMatch({ kind: 'exists', field: 'toString' })).toBe(false)
    expect(isMatch({ kind: 'not', of: { kind: 'among', field: 'missing', values: ['x'] } })).toBe(true)
  })

  test('times are compared in both formats; a number and a word are never comparable', () => {
    const isBy = (lte: string) => isMatch({ kind: 'range', field: 'created_at', bounds: { lte } })
    expect([isBy('2026-09-01T12:00:00'), isBy('2026-08-31')]).toEqual([true, false])
    expect(isMatch({ kind: 'range', field: 'rim', bounds: { gt: 'many' } })).toBe(false)
    expect(isMatch({ kind: 'range', field: 'missing', bounds: {} })).toBe(false)
  })

  test('a facet uses the available variants', () => {
    expect(isMatch({ kind: 'facet', field: 'sets', values: ['pairs'] })).toBe(true)
    expect(isMatch({ kind: 'among', field: 'sets', values: ['pairs'] })).toBe(false)
    expect(matches({ ...tire, sets_options: [] }, { kind: 'facet', field: 'sets', values: ['single'] })).toBe(
      false,
    )
  })
})

test('[C5] documents without a value come last in both directions, ties are sorted by id', () => {
  const rows = [{ id: 1, tread: 6 }, { id: 2 }, { id: 3, tread: 8 }, { id: 4, tread: 6 }]
  const ids = (descending: boolean) =>
    sortDocuments(rows, [{ field: 'tread', descending }], () => 0).map(({ id }) => id)
  expect(ids(false)).toEqual([1, 4, 3, 2])
  expect(ids(true)).toEqual([3, 4, 1, 2])
})
