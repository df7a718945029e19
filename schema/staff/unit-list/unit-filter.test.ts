import { expect, test } from 'vitest'
import { filterChips, formatUnitCount } from './filter-chips.ts'
import {
  isWholeYard,
  NO_FILTER,
  parseUnitFilter,
  type UnitFilter,
  unitFilterQuery,
  unitListHref,
} from './unit-filter.ts'
import { parseUnitSearch, youngestMade } from './unit-search.ts'

/** Splits a query as a browser does, but for percent codes. */
const parse = (query: string) =>
  parseUnitFilter(
    query
      .split('&')
      .filter(Boolean)
      .map((pair) => [pair.split('=')[0] ?? '', pair.split('=')[1]?.replaceAll('+', ' ') ?? ''] as const),
  )

const FULL: UnitFilter = {
  q: 'velo sport',
  state: ['live', 'sold-out'],
  size: ['225-45r17'],
  brand: ['halden', 'orrin'],
  condition: ['driven-once'],
  grade: ['A', 'C'],
  depth: { min: 6.5, max: null },
  age: { min: null, max: 5 },
  price: { min: 50, max: 99.5 },
  listed: { min: 60, max: 60 },
  bin: 'A-12',
  lot: 7,
  by: 3,
  photo: 'none',
  second: 'none',
  sort: 'price-low',
  columns: ['dot', 'cost'],
}

test('[H14h] a filter is its address, and back', () => {
  expect(unitListHref(FULL)).toBe(
    '/staff/units/?q=velo+sport&state=live,sold-out&size=225-45r17&brand=halden,orrin&condition=driven-once&grade=A,C' +
      '&depth=6.5-&age=-5&price=50-99.5&listed=60-60&bin=A-12&lot=7&by=3&photo=none&second=none&sort=price-low&columns=dot,cost',
  )
  expect(parse(unitFilterQuery(FULL))).toEqual(FULL)
  expect(unitListHref(NO_FILTER)).toBe('/staff/units/')
  expect(parse('')).toEqual(NO_FILTER)
})

test('[H14h] what is no filter is left out', () => {
  expect(
    parse(
      'state=gone,live,live&size=<b>&grade=D&depth=a-b&age=-&price=1e9-2&bin=<>&lot=0&by=x&photo=all&sort=random&q=++&other=1&columns=photo',
    ),
  ).toEqual({ ...NO_FILTER, state: ['live'] })
})

test('[H14h] columns have one order, and the usual ones are none', () => {
  expect(parse('columns=cost&columns=dot').columns).toEqual(['dot', 'cost'])
  expect(parse('columns=price,state,bin,grade,dot,tread').columns).toEqual([])
})

test('[H14h] a form without script sends repeated fields and the ends of ranges', () => {
  expect(
    parse('state=live&state=parked&size=&size=225-45r17&depth-min=6&depth-max=&age-min=&age-max=&bin=a-12'),
  ).toEqual({
    ...NO_FILTER,
    state: ['live', 'parked'],
    size: ['225-45r17'],
    depth: { min: 6, max: null },
    bin: 'A-12',
  })
})

test('[H14h] each filter is a chip that removes it', () => {
  const names = { brand: (slug: string) => slug, size: () => '225/45R17', person: () => 'Casey' }
  const chips = filterChips(FULL, names)
  expect(chips.map(({ label }) => label)).toEqual([
    '“velo sport”',
    'On sale',
    'Sold or held',
    '225/45R17',
    'halden',
    'orrin',
    'Driven once',
    'Grade A',
    'Grade C',
    'Tread 6.5 or more /32 in',
    'Age up to 5 years',
    '$ 50 to 99.5',
    'Here 60 days',
    'Bin A-12',
    'Lot 7',
    'Taken in by Casey',
    'Without a photo',
    'Without a second inspection',
  ])
  expect(chips[1]?.without).toEqual({ ...FULL, state: ['sold-out'] })
  expect(chips[9]?.without).toEqual({ ...FULL, depth: null })
  const all = chips.reduce((filter) => filterChips(filter, names)[0]?.without ?? filter, FULL)
  expect(all).toEqual({ ...NO_FILTER, sort: 'price-low', columns: ['dot', 'cost'] })
})

test('[H14h] more than a thousand units are not counted', () => {
  expect([0, 1, 1000, 1001].map((total) => formatUnitCount(total, 1000))).toEqual([
    ...['0 units', '1 unit', '1,000 units', '1,000+ units'],
  ])
})

test('[H14h] a search is a number of a label, or words that each narrow the list', () => {
  expect(parseUnitSearch('HTTPS://SHOP.EXAMPLE/U/TL1043274')).toMatchObject({
    kind: 'code',
    code: { skus: ['TL1043274', 'TL-1043274'], tin: 'TL1043274', week: null },
  })
  expect(parseUnitSearch('1043274')).toMatchObject({ code: { skus: ['1043274', 'TL-1043274'] } })
  expect(parseUnitSearch('DOT4B9KXXR2419')).toMatchObject({ kind: 'code', code: { tin: '4B9KXXR2419' } })
  for (const typed of ['2254517', '225/45R17', '225 45 17'])
    expect(parseUnitSearch(typed)).toEqual({
      kind: 'words',
      sizes: expect.arrayContaining(['2254517']),
      words: [],
    })
  const words = (typed: string) => {
    const search = parseUnitSearch(typed)
    return search.kind === 'words' ? search.words.map(({ text }) => text) : search
  }
  expect(words('Halden Velo')).toEqual(['halden', 'velo'])
  expect(words('Rover A/T')).toEqual(['rover', 'a-t'])
  expect(parseUnitSearch('225/45R17 solano')).toMatchObject({
    sizes: expect.arrayContaining(['2254517']),
    words: [{ text: 'solano', rating: null }],
  })
  expect(parseUnitSearch('225/45R17 94W')).toMatchObject({
    words: [{ rating: { load: 94, dual: null, speed: 'W' } }],
  })
  expect(parseUnitSearch('121/118s halden')).toMatchObject({
    words: [{ rating: { load: 121, dual: 118, speed: 'S' } }, { rating: null }],
  })
  expect(parseUnitSearch('2322')).toMatchObject({
    kind: 'code',
    code: { week: '2322', skus: ['2322', 'TL-2322'] },
  })
  expect(words('P7')).toEqual(['p7'])
  expect(parseUnitSearch('TL-1')).toMatchObject({ words: [{ skus: ['TL-1'] }] })
  expect(parseUnitSearch('5422')).toMatchObject({ code: { week: null } })
  expect(parseUnitSearch(' ')).toEqual({ kind: 'all' })
  for (const typed of ['%', '<b>', 'halden %', '--', '💥'])
    expect(parseUnitSearch(typed)).toEqual({ kind: 'none' })
})

test('[H14h] a filter with an order and columns alone has each unit of the yard', () => {
  const isWhole = (parameters: Record<string, string>) =>
    isWholeYard(parseUnitFilter(Object.entries(parameters)))
  for (const own of [{}, { sort: 'bin' }, { sort: 'sku', columns: 'cost,tin' }])
    expect(isWhole(own)).toBe(true)
  for (const own of [{ q: 'halden' }, { state: 'live' }, { age: '6-' }, { photo: 'none' }])
    expect(isWhole(own)).toBe(false)
})

test('[H14h] the age of a list is that of the product page', () => {
  const now = Date.UTC(2026, 10, 27)
  expect(youngestMade(0, now)).toBe('2647')
  // Made in week 1 of 2020: seven years old on January 3, 2027 at the latest.
  expect(youngestMade(7, Date.UTC(2027, 0, 3))).toBe('1953')
  expect(youngestMade(7, Date.UTC(2027, 0, 4))).toBe('2001')
})
