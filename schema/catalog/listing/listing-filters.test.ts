import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CHOICE_FILTERS, EMPTY_QUERY, PRICE_PRESETS, SINGLE_FILTERS } from './listing.ts'
import {
  activeChips,
  clearAll,
  formatRange,
  priceBucketLabels,
  rangeBoundError,
  removeChip,
  removeFilter,
  setRange,
  toggleChoice,
  toggleFrom,
  toggleRange,
  toggleSort,
  withSelectedBuckets,
} from './listing-filters.ts'

const step = fc.tuple(fc.constantFrom(...CHOICE_FILTERS), fc.constantFrom('a', 'b', 'c'))

test('[C3] toggling a value of a filter twice changes nothing', () => {
  fc.assert(
    fc.property(fc.array(step), step, (steps, [filter, value]) => {
      const query = steps.reduce((before, [f, v]) => toggleChoice(before, f, v), EMPTY_QUERY)
      fc.pre(!SINGLE_FILTERS.includes(filter))
      expect(toggleChoice(toggleChoice(query, filter, value), filter, value).choices).toEqual(query.choices)
    }),
  )
})

test('[C3] a single-value filter has at most one value, and a filter without values is removed', () => {
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const query = steps.reduce((before, [f, v]) => toggleChoice(before, f, v), EMPTY_QUERY)
      for (const [filter, values] of Object.entries(query.choices)) {
        expect(values.length).toBeGreaterThan(0)
        if (SINGLE_FILTERS.some((single) => single === filter)) expect(values).toHaveLength(1)
      }
    }),
  )
  const flat = toggleChoice(EMPTY_QUERY, 'run_flat', '1')
  expect(toggleChoice(flat, 'run_flat', '0').choices).toEqual({ run_flat: ['0'] })
  expect(toggleChoice(flat, 'run_flat', '1').choices).toEqual({})
})

test('[C3] choosing the current sort order again resets it to newest first', () => {
  const cheap = toggleSort({ ...EMPTY_QUERY, start: 100 }, 'final_price:asc')
  expect(cheap).toMatchObject({ sort: 'final_price:asc', start: 0 })
  expect(toggleSort(cheap, 'final_price:asc').sort).toBe('created_at:desc')
})

test('removing every chip has the same result as clearing all, and the filters of the path stay', () => {
  const base = { size: ['225-45r17'] }
  let query = toggleChoice({ ...EMPTY_QUERY, choices: base }, 'condition', 'used')
  query = setRange(toggleChoice(query, 'brand', 'halden'), 'tread_depth', { from: 4, to: null })
  const chips = activeChips(query, base, (_, value) => value.toUpperCase())
  expect(chips.map(({ label }) => label)).toEqual(['USED', 'HALDEN', '4/32 in or more'])
  expect(chips.reduce(removeChip, query)).toEqual(clearAll(query, base))
  expect(clearAll(query, base).choices).toEqual(base)
  expect(removeFilter(query, 'brand').choices).toEqual({ ...base, condition: ['used'] })
  expect(removeFilter(query, 'tread_depth').ranges).toEqual({})
})

test('[C5] the first and last price label show one bound, the labels between them show both bounds', () => {
  expect(priceBucketLabels(PRICE_PRESETS)).toEqual(['< $50', '$50 - $100', '$100 - $150', '> $150'])
  const closed = [
    { from: 0, to: 50 },
    { from: 50, to: 351 },
  ]
  expect(priceBucketLabels(closed)).toEqual(['< $50', '< $351'])
})

test('[C3] a price bucket sets both bounds, and removes them when it is chosen again', () => {
  const once = toggleRange(EMPTY_QUERY, 'price_by_tire', { from: 50, to: 100 })
  expect(once.ranges).toEqual({ price_by_tire: { from: 50, to: 100 } })
  const other = toggleRange(once, 'price_by_tire', { from: null, to: 50 })
  expect(other.ranges).toEqual({ price_by_tire: { from: null, to: 50 } })
  expect(toggleRange(other, 'price_by_tire', { from: null, to: 50 }).ranges).toEqual({})
})

test('a range is formatted with its unit', () => {
  expect(formatRange('price_by_tire', { from: 25, to: 150 })).toBe('$25 to $150')
  expect(formatRange('price_by_tire', { from: null, to: 80 })).toBe('up to $80')
  expect(formatRange('tread_depth', { from: 4, to: 8.5 })).toBe('4 to 8.5/32 in')
})

test('a selected value without matches stays in the list so that the shopper can remove it', () => {
  const buckets = [{ key: 'used', label: 'Used', count: 3, minFinalPrice: 1, minPriceByTire: 1 }]
  expect(
    withSelectedBuckets('condition', buckets, ['used', 'new'], () => 'New').map(({ label, count }) => [
      label,
      count,
    ]),
  ).toEqual([
    ['Used', 3],
    ['New', 0],
  ])
})

test('[C3] a step of the tread filter sets the lower bound, and choosing the same step again removes it', () => {
  const four = toggleFrom({ ...EMPTY_QUERY, start: 50 }, 'tread_depth', 4)
  expect(four).toMatchObject({ start: 0, ranges: { tread_depth: { from: 4, to: null } } })
  expect(toggleFrom(four, 'tread_depth', 6).ranges.tread_depth).toEqual({ from: 6, to: null })
  expect(toggleFrom(four, 'tread_depth', 4).ranges).toEqual({})
  const both = setRange(EMPTY_QUERY, 'tread_depth', { from: 4, to: 8 })
  expect(toggleFrom(both, 'tread_depth', 4).ranges.tread_depth).toEqual({ from: null, to: 8 })
  expect(toggleFrom(both, 'tread_depth', 10).ranges.tread_depth).toEqual({ from: 10, to: null })
})

test('[C3] the message for an invalid bound names the valid range; an empty field is no bound', () => {
  expect(rangeBoundError('price_by_tire', '352')).toBe('A price is whole dollars from 0 to 351.')
  expect(rangeBoundError('price_by_tire', '12.5')).toContain('whole dollars')
  expect(rangeBoundError('tread_depth', '2.5')).toContain('from 3 to 25 in steps of 0.5')
  expect(rangeBoundError('tread_depth', 'six')).not.toBeNull()
  for (const fine of ['', ' ', '3', '6.5', '25']) expect(rangeBoundError('tread_depth', fine)).toBeNull()
})

test('[audit D10] a minimum value counts all values from the minimum upwards', () => {
  const bucket = (key: string, count: number) => ({
    key,
    label: key,
    count,
    minFinalPrice: null,
    minPriceByTire: null,
  })
  const rows = withSelectedBuckets(
    'tire_load',
    [bucket('91', 5), bucket('116', 3), bucket('121', 4)],
    ['min-116'],
    () => '',
  )
  expect(rows.map(({ key, count }) => [key, count])).toContainEqual(['min-116', 7])
})
