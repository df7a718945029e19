import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CHOICE_FILTERS, DEFAULT_SORT, type ListingQuery, SINGLE_FILTERS, SORTS } from './listing.ts'
import {
  type KnownValues,
  listingHref,
  listingParams,
  listingSearch,
  parseListingUrl,
  parseSearchUrl,
} from './listing-url.ts'

const KNOWN: KnownValues = new Map(
  CHOICE_FILTERS.map((filter) => [
    filter,
    new Set(
      filter === 'condition'
        ? ['used', 'new', 'retread', 'driven-once']
        : ['a', 'b2', '17', '22.5', '225-45r17'],
    ),
  ]),
)
const pairs = (search: string) =>
  search.split('&').map((part): [string, string] => {
    const [name = '', value = ''] = part.split('=')
    return [name, decodeURIComponent(value)]
  })
const parse = (search: string) => parseListingUrl({}, pairs(search), KNOWN)

const range = (min: number, max: number, step: number) =>
  fc
    .record({
      from: fc.option(fc.integer({ min: min / step, max: max / step })),
      to: fc.option(fc.integer({ min: min / step, max: max / step })),
    })
    .filter(({ from, to }) => (from !== null || to !== null) && (from === null || to === null || from <= to))
    .map(({ from, to }) => ({
      from: from === null ? null : from * step,
      to: to === null ? null : to * step,
    }))

const query: fc.Arbitrary<ListingQuery> = fc.record({
  choices: fc
    .uniqueArray(
      fc.tuple(fc.constantFrom(...CHOICE_FILTERS), fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 4 })),
      {
        selector: ([filter]) => filter,
      },
    )
    .map((entries) =>
      Object.fromEntries(
        entries.map(([filter, indexes]) => {
          const values = [...(KNOWN.get(filter) ?? [])]
          const chosen = [...new Set(indexes.map((index) => values[index % values.length] ?? ''))].sort()
          return [filter, SINGLE_FILTERS.includes(filter) ? chosen.slice(0, 1) : chosen]
        }),
      ),
    ),
  ranges: fc.record(
    {
      price_by_tire: range(0, 351, 1),
      final_price: range(0, 999_999, 1),
      tread_depth: range(3, 25, 0.5),
    },
    { requiredKeys: [] },
  ),
  sort: fc.constantFrom(...SORTS.map(({ value }) => value)),
  start: fc.integer({ min: 0, max: 200 }).map((page) => page * 50),
  size: fc.constant(50),
})

test('[C3] a query formatted as a URL and parsed again is the same query', () => {
  fc.assert(
    fc.property(query, (original) => {
      expect(parseListingUrl({}, listingParams(original), KNOWN)).toEqual(original)
      expect(parse(listingSearch(original))).toEqual(original)
    }),
  )
})

test('one query has one spelling: the order of parameters and values does not matter', () => {
  fc.assert(
    fc.property(query, fc.infiniteStream(fc.nat()), (original, random) => {
      const params = listingParams(original)
      const shuffled = params
        .map((pair) => ({ pair, at: Number(random.next().value) }))
        .sort((a, b) => a.at - b.at)
        .map(({ pair }) => pair)
      // A single-value filter uses its last value; here each has at most one.
      const reparsed = parseListingUrl({}, shuffled, KNOWN)
      expect(listingSearch(reparsed)).toBe(listingSearch(original))
    }),
  )
})

test('any URL parses to a query whose own URL parses to the same query', () => {
  const name = fc.oneof(
    fc.string(),
    fc.constantFrom(...CHOICE_FILTERS, 'price_from', 'tread_to', 'sort', 'page'),
  )
  const value = fc.oneof(fc.string(), fc.constantFrom('a', '22.5', '7', '12.5', '-3', 'used', SORTS[2].value))
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value)), (params) => {
      const original = parseListingUrl({}, params, KNOWN)
      expect(parseListingUrl({}, listingParams(original), KNOWN)).toEqual(original)
    }),
  )
})

test('repeated parameters select several values', () => {
  expect(parse('condition=used&condition=new&condition=used').choices).toEqual({ condition: ['new', 'used'] })
  expect(parse('run_flat=a&run_flat=b2').choices).toEqual({ run_flat: ['b2'] })
})

test('[C3] unknown filters and values are ignored', () => {
  expect(parse('condition=burnt&color=red&brand=<b>&size=').choices).toEqual({})
  expect(parse('sort=evil&page=-1')).toMatchObject({ sort: DEFAULT_SORT, start: 0 })
})

test('[C3] range values outside the allowed bounds or off the step are ignored', () => {
  expect(parse('price_from=25&price_to=150').ranges).toEqual({ price_by_tire: { from: 25, to: 150 } })
  expect(parse('price_from=-1&price_to=352').ranges).toEqual({})
  expect(parse('price_from=$25&price_to=1e3').ranges).toEqual({ price_by_tire: { from: 25, to: null } })
  expect(parse('tread_from=2.5&tread_to=25').ranges).toEqual({ tread_depth: { from: null, to: 25 } })
  expect(parse('tread_from=4.25').ranges).toEqual({})
  expect(parse('price_from=150&price_to=25').ranges).toEqual({ price_by_tire: { from: 25, to: 150 } })
})

test('[C5] a page number is converted to a start offset of fifty per page', () => {
  expect(parse('page=3').start).toBe(100)
  // [audit D1] Every page that a pager can link to is accepted.
  expect(parse('page=402').start).toBe(20_050)
  expect(parse('page=999999').start).toBe(49_999_900)
})

test('filters of the path cannot be changed by a parameter and are not repeated', () => {
  const base = { size: ['225-45r17'] }
  const original = parseListingUrl(base, pairs('size=a&condition=used'), KNOWN)
  expect(original.choices).toEqual({ size: ['225-45r17'], condition: ['used'] })
  expect(listingHref('/t/s/225-45r17', original, base)).toBe('/t/s/225-45r17?condition=used')
})

test('[C9] only the address of a search has a search term', () => {
  const found = parseSearchUrl(pairs('q=%20velo%20%20sport&condition=used'), KNOWN)
  expect(found).toMatchObject({ text: 'velo sport', sort: 'relevance', choices: { condition: ['used'] } })
  expect(listingHref('/search', found)).toBe('/search?q=velo%20sport&condition=used')
  expect(listingSearch({ ...found, sort: DEFAULT_SORT })).toBe(
    'q=velo%20sport&condition=used&sort=created_at:desc',
  )
  expect(parse('q=velo&sort=relevance')).toEqual(parse(''))
  expect(parseSearchUrl([['q', 'x'.repeat(200)]]).text).toHaveLength(80)
})
