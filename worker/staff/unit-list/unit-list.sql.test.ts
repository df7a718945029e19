import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { UNIT_GRADES } from '../../../schema/staff/intake/intake-draft.ts'
import {
  LISTED_STATES,
  NO_FILTER,
  UNIT_SORTS,
  type UnitFilter,
} from '../../../schema/staff/unit-list/unit-filter.ts'
import type { UnitSearch } from '../../../schema/staff/unit-list/unit-search.ts'
import { openShop } from '../../account/testing/account.harness.ts'
import { isShown, loadManyUnits, NOW, UNITS } from '../units/testing/many-units.harness.ts'
import { listUnits, UNITS_PER_PAGE, unitChoices } from './unit-list.sql.ts'
import { searchIn } from './unit-question.ts'

beforeAll(async () => {
  await openShop()
  await loadManyUnits()
  // The list is compared with these units alone.
  await env.DB.prepare('DELETE FROM product WHERE id < 5001').run()
})

const ALL: UnitSearch = { kind: 'all' }

/** Reads all pages of a list. */
async function readAll(filter: UnitFilter, search = ALL) {
  const units = []
  let after: string | null = null
  const totals = new Set<number>()
  do {
    const page: Awaited<ReturnType<typeof listUnits>> = await listUnits(env.DB, {
      filter,
      search,
      after,
      now: NOW,
    })
    expect(page.units.length).toBeLessThanOrEqual(UNITS_PER_PAGE)
    units.push(...page.units)
    totals.add(page.total)
    after = page.next
  } while (after !== null)
  return { units, total: [...totals] }
}

const some = <Value>(values: readonly Value[]) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, fc.subarray([...values], { minLength: 1 }))
const range = (values: readonly number[]) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(null) },
    fc
      .record({ min: fc.constantFrom(null, ...values), max: fc.constantFrom(null, ...values) })
      .filter(({ min, max }) => min !== null || max !== null),
  )
const maybe = <Value>(...values: Value[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, fc.constantFrom(...values))

const anyFilter: fc.Arbitrary<UnitFilter> = fc.record({
  q: fc.constant(''),
  state: some(LISTED_STATES),
  size: some(['225-45r17', 'lt245-75r16', '185-65r15']),
  brand: some(['halden', 'orrin']),
  condition: some(['used', 'new', 'driven-once']),
  grade: some(UNIT_GRADES),
  depth: range([4, 5.5, 6, 8]),
  age: range([0, 1, 5, 7]),
  price: range([40, 55, 62, 70]),
  listed: range([0, 1, 30, 90]),
  bin: maybe('A-1', 'A-12', 'none', 'Z'),
  lot: maybe(1, 2),
  by: maybe(11, 13),
  photo: maybe('none' as const),
  second: maybe('none' as const),
  sort: fc.constantFrom(...UNIT_SORTS),
  columns: fc.constant([]),
})

test('[H14h] any filters in any order show the units of a plain comparison, each once over all pages', async () => {
  await fc.assert(
    fc.asyncProperty(anyFilter, async (filter) => {
      const { units, total } = await readAll(filter)
      const expected = UNITS.filter((unit) => isShown(unit, filter)).map(({ id }) => id)
      expect(units.map(({ id }) => id).sort()).toEqual(expected)
      expect(total).toEqual([expected.length])
    }),
    { numRuns: 60 },
  )
})

const madeOf = (dot: string | null) => (dot === null ? '' : dot.slice(-2) + dot.slice(-4, -2))

test('[H14h] each order sorts over the borders of pages, units of equal rank by number', async () => {
  const walk: Record<string, number> = { 'A-1': 10, 'A-1-2': 9, 'A-12': 8, 'B-3': 7 }
  const rank: Record<
    (typeof UNIT_SORTS)[number],
    (unit: (typeof UNITS)[number]) => [number | string, number]
  > = {
    newest: ({ createdAt, id }) => [-createdAt, -id],
    oldest: ({ createdAt, id }) => [createdAt, id],
    'price-low': ({ price, id }) => [price, id],
    'price-high': ({ price, id }) => [-price, -id],
    'tread-high': ({ depth, id }) => [-(depth ?? -1), -id],
    'tread-low': ({ depth, id }) => [depth ?? 99, id],
    'made-last': ({ dot, id }) => [10_000 - Number(madeOf(dot) || -1), -id],
    bin: ({ bin, id }) => [bin === null ? 99 : (walk[bin] ?? 0), id],
    sku: ({ sku, id }) => [sku, id],
  }
  for (const sort of UNIT_SORTS) {
    const { units } = await readAll({ ...NO_FILTER, sort })
    const ids = UNITS.toSorted((a, b) => {
      const [[first, firstId], [second, secondId]] = [rank[sort](a), rank[sort](b)]
      return first === second ? firstId - secondId : first < second ? -1 : 1
    }).map(({ id }) => id)
    expect(
      units.map(({ id }) => id),
      sort,
    ).toEqual(ids)
  }
})

test('[H14h] a unit is found by its sku in any case, by its TIN, and each word narrows the list', async () => {
  const choices = await unitChoices(env.DB)
  const find = async (typed: string) =>
    (await readAll(NO_FILTER, searchIn(choices, typed))).units.map(({ sku }) => sku).sort()
  const skusOf = (fits: (unit: (typeof UNITS)[number]) => boolean) => {
    const skus = UNITS.filter(fits).map(({ sku }) => sku)
    expect(skus.length).toBeGreaterThan(0)
    return skus.sort()
  }
  for (const typed of ['TL5007', 'tl-5007', '5007']) expect(await find(typed)).toEqual(['TL-5007'])
  expect(await find('4B9KXXR2419')).toEqual(skusOf(({ tin }) => tin !== null))
  expect(await find('245 75 16')).toEqual(skusOf(({ size }) => size === 'lt245-75r16'))
  expect(await find('195/50R15')).toEqual([])
  expect(await find('orrin velo')).toEqual(skusOf(({ brand }) => brand === 'orrin'))
  expect(await find('orrin frost')).toEqual([])
  expect(await find('225/45R17 orrin')).toEqual(
    skusOf(({ size, brand }) => size === '225-45r17' && brand === 'orrin'),
  )
  const { dot } = UNITS.find((unit) => unit.dot !== null) ?? {}
  const week = dot?.slice(-4) ?? ''
  const ofWeek = skusOf((unit) => unit.dot?.slice(-4) === week)
  expect(await find(week)).toEqual(ofWeek)
  expect(await find(`velo ${week}`)).toEqual(ofWeek)
  await env.DB.prepare("UPDATE product SET tire_load = 71, tire_speed = 'T' WHERE sku = 'TL-5007'").run()
  expect(await find('71t')).toEqual(['TL-5007'])
  expect(await find('velo 71T')).toEqual(['TL-5007'])
  expect(await find('velo 71U')).toEqual([])
  for (const typed of ['%', '<b>', '""']) expect(await find(typed)).toEqual([])
})

test('[H14h] a row has what staff read in it', async () => {
  const { units } = await readAll(NO_FILTER, searchIn(await unitChoices(env.DB), 'TL-5002'))
  const unit = UNITS.find(({ sku }) => sku === 'TL-5002')
  expect(units).toEqual([
    {
      id: 5002,
      sku: 'TL-5002',
      slug: 'tl-5002',
      model: 'Velo Sport',
      size: unit?.size.toUpperCase().replace('-', '/'),
      brand: unit?.brand,
      condition: 'Used',
      grade: unit?.grade,
      treadDepth: unit?.depth,
      dot: unit?.dot,
      price: unit?.price,
      bin: unit?.bin,
      createdAt: unit?.createdAt,
      qty: unit?.state === 'live' ? 1 : 0,
      state: unit?.state === 'sold-out' ? 'live' : unit?.state,
      photo: unit?.hasPhoto ? '2026/TL-5002-tread.jpg' : null,
    },
  ])
})

test('[H14h] a cursor that nobody made begins the list at its first page', async () => {
  const first = await listUnits(env.DB, { filter: NO_FILTER, search: ALL, after: null, now: NOW })
  for (const after of ['', 'x', '~1', 'a~b', 'x~5'])
    expect(await listUnits(env.DB, { filter: NO_FILTER, search: ALL, after, now: NOW })).toEqual(first)
})

test('[H14h] lists are filtered by the sizes and brands of the yard', async () => {
  const { brands, sizes } = await unitChoices(env.DB)
  expect(brands.map(({ slug }) => slug)).toEqual(['halden', 'kestrel', 'orrin'])
  expect(sizes.map(({ slug }) => slug)).toEqual(['205-55r16', '225-45r17', 'lt245-75r16'])
  expect(sizes[0]?.label).toBe('205/55R16')
})
