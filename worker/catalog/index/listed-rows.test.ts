import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import {
  type ChoiceFilter,
  EMPTY_QUERY,
  type ListingQuery,
  SORTS,
  TREAD_STEPS,
} from '../../../schema/catalog/listing/listing.ts'
import { removeFilter } from '../../../schema/catalog/listing/listing-filters.ts'
import { product } from '../../../schema/catalog/product/product.table.ts'
import { stock } from '../../../schema/catalog/product/stock.table.ts'
import { dotDate } from '../../../schema/catalog/sizes/tire-text.ts'
import { review } from '../../../schema/content/reviews/review.table.ts'
import { connect } from '../../platform/drizzle.sql.ts'
import { type OrderField, parseSort } from './build/index-orders.ts'
import { openCatalog } from './catalog.ts'
import type { ListingEngine } from './listing-engine.ts'
import { loadFixture } from './testing/catalog.fixture.ts'

const FACETS: ChoiceFilter[] = [
  'condition',
  'sets',
  'seasons',
  'brand',
  'model',
  'size',
  'rim',
  'rad',
  'run_flat',
  'tire_load',
  'tire_speed',
  'speed_rated',
  'rating',
  'snow_marks',
  'load_range',
  'smart_filter',
]
const SMART = [
  ['under-80', 'Under $80 a tire', [{ attribute_code: 'price_by_tire', to: 80 }]],
  [
    'deep-used',
    'Used with deep tread',
    [
      { attribute_code: 'condition', in: ['used'] },
      { attribute_code: 'tread_depth', from: 6.5 },
    ],
  ],
  ['odd', 'Odd', [{ attribute_code: 'color', in: ['red'] }]],
] as const

type Row = typeof product.$inferSelect & { qty: number; manage: boolean; ratings: number[] }
let rows: Row[]
let engine: ListingEngine

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
  const marks = 'update product set extra = ?, load_range = ? where season = ?'
  await env.DB.batch([
    env.DB.prepare(marks).bind('{"snow_marks":"M+S, 3PMSF"}', 'XL', 'Winter'),
    env.DB.prepare(marks).bind('{"snow_marks":"M+S"}', 'SL', 'All seasons'),
  ])
  const all = await connect(env.DB).select().from(product)
  const pools = new Map((await connect(env.DB).select().from(stock)).map((pool) => [pool.stockSku, pool]))
  const attribute = `insert into attribute (attribute_id, attribute_code, default_frontend_label, filter_type,
      is_comparable, is_user_defined, is_visible, is_visible_on_front, position)
    select 1, ?, ?, ?, 1, 1, 1, 1, 1 where not exists (select 1 from attribute where attribute_code = ?1)`
  await env.DB.batch([
    env.DB.prepare(attribute).bind('condition', 'Condition', 'List'),
    env.DB.prepare(
      "insert into attribute_option (option_id, attribute_id, value, label, position) values (900, 1, 'new', 'Brand new', 1)",
    ),
    ...SMART.map(([value, name, conditions], at) =>
      env.DB.prepare(
        'insert into smart_filter (filter_id, value, name, conditions, position) values (?, ?, ?, ?, ?)',
      ).bind(at + 1, value, name, JSON.stringify(conditions), at),
    ),
  ])
  engine = (await openCatalog(env, Date.now(), () => {})).listing
  const reviewed = await connect(env.DB).select().from(review).where(eq(review.isApproved, true))
  rows = all.map((row) => ({
    ...row,
    qty: 0,
    manage: true,
    ...pools.get(row.stockSku),
    ratings: reviewed.flatMap(({ productId, rating }) => {
      const own = all.find(({ id }) => id === productId)
      const isSame = row.model !== null && own?.brand === row.brand && own?.model === row.model
      return isSame && rating !== null ? [rating] : []
    }),
  }))
})

/** Returns the products that lists may show: a second, slow implementation of the rule. */
function listed(): Row[] {
  return rows.filter(
    (row) =>
      [2, 3, 4].includes(row.visibility) &&
      [0, 1].includes(row.status) &&
      (!row.manage || row.qty >= row.setqty),
  )
}

/** Returns the price per tire of the largest wanted set in stock, otherwise of the largest in stock. */
function cardPrice(row: Row, wanted: readonly string[]): number {
  const variants = rows.filter(({ parentId, status }) => parentId === row.id && status < 2)
  const units = variants.length > 0 ? variants : [row]
  const live = units.filter(({ setqty }) => !row.manage || row.qty >= setqty)
  const chosen = live.filter(({ sets }) => wanted.includes(sets))
  const [largest = row] = (chosen.length > 0 ? chosen : live).sort((a, b) => b.setqty - a.setqty)
  return largest.priceByTire
}

function valuesOf(row: Row, filter: ChoiceFilter): string[] {
  const toList = (value: string | number | null) => (value === null ? [] : [String(value)])
  switch (filter) {
    case 'condition':
      return toList(row.conditionSlug)
    case 'brand':
      return toList(row.brandSlug)
    case 'model':
      return toList(row.modelSlug)
    case 'size':
      return toList(row.sizeSlug)
    case 'rim':
      return toList(row.rim)
    case 'rad':
      return toList(row.construction?.toLowerCase() ?? null)
    case 'seasons':
      return toList(row.seasonSlug)
    case 'made_year':
      return toList(dotDate(row.dot)?.year ?? null)
    case 'run_flat':
      return toList(row.runFlat === null ? null : row.runFlat ? 1 : 0)
    case 'tire_load':
      return toList(row.tireLoad)
    case 'tire_speed':
      return toList(row.tireSpeed?.toLowerCase() ?? null)
    case 'speed_rated':
      return toList(row.speedRated)
    case 'rating':
      return row.ratings.length === 0 ? [] : [String(Math.floor(average(row.ratings) * 2) / 2)]
    case 'snow_marks':
      return /3PMSF/.test(row.extra.snow_marks ?? '') ? ['3pmsf'] : row.extra.snow_marks ? ['m-s'] : []
    case 'load_range':
      return toList(row.loadRange?.toLowerCase() ?? null)
    case 'sets':
      return (['single', 'pairs', 'setOfFour'] as const).filter(
        (_, i) => row.setsOffered & (1 << i) && (!row.manage || row.qty >= 1 << i),
      )
    case 'smart_filter':
      return [
        ...(row.priceByTire <= 8000 ? ['under-80'] : []),
        ...(row.conditionSlug === 'used' && (row.treadDepth ?? 0) >= 6.5 ? ['deep-used'] : []),
      ]
  }
}

function matches(row: Row, query: ListingQuery): boolean {
  const inside = (value: number | null, range?: { from: number | null; to: number | null }, scale = 1) =>
    !range ||
    ((range.from === null || (value !== null && value >= range.from * scale)) &&
      (range.to === null || (value !== null && value <= range.to * scale)))
  return (
    FACETS.every((filter) => {
      const chosen = query.choices[filter]
      return !chosen || valuesOf(row, filter).some((value) => chosen.includes(value))
    }) &&
    inside(row.priceByTire, query.ranges.price_by_tire, 100) &&
    inside(row.finalPrice, query.ranges.final_price, 100) &&
    inside(row.treadDepth, query.ranges.tread_depth)
  )
}

const range = (min: number, max: number) =>
  fc.record({ from: fc.option(fc.integer({ min, max })), to: fc.option(fc.integer({ min, max })) })
/** The sort key of each order: a second implementation of the rule. */
const average = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const ORDER_KEYS: Readonly<Record<OrderField, (row: Row) => number | string>> = {
  created_at: (row) => row.createdAt,
  rating: ({ ratings }) => (ratings.length === 0 ? 0 : average([...ratings, 3.8, 3.8, 3.8, 3.8])),
  final_price: (row) => row.finalPrice,
  url_key: (row) => row.urlKey,
  tread_depth: (row) => row.treadDepth ?? -1,
}

const anyQuery: fc.Arbitrary<ListingQuery> = fc.record({
  choices: fc
    .uniqueArray(fc.tuple(fc.constantFrom(...FACETS), fc.array(fc.nat(), { minLength: 1, maxLength: 3 })), {
      selector: ([filter]) => filter,
      maxLength: 3,
    })
    .map((choices) =>
      Object.fromEntries(
        choices.map(([filter, numbers]) => {
          const values = [...new Set([...listed().flatMap((row) => valuesOf(row, filter)), 'none'])]
          return [filter, numbers.map((n) => values[n % values.length] ?? 'none')]
        }),
      ),
    ),
  ranges: fc.record(
    { price_by_tire: range(40, 140), final_price: range(40, 300), tread_depth: range(4, 13) },
    { requiredKeys: [] },
  ),
  sort: fc.constantFrom(...SORTS.map(({ value }) => value)),
  start: fc.constantFrom(0, 0, 1, 3, 50),
  size: fc.constantFrom(50, 3, 0),
})

test('[C3][C4][C5][C6] any query returns the ids, total and buckets of a search that reads every product', async () => {
  await fc.assert(
    fc.asyncProperty(anyQuery, async (query) => {
      const result = await engine.find(query, FACETS)
      const found = listed().filter((row) => matches(row, query))
      const { field, isDescending } = parseSort(query.sort)
      const key = ORDER_KEYS[field]
      const sorted = found.sort(
        (a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a.id - b.id) * (isDescending ? -1 : 1),
      )
      expect(result.total).toBe(found.length)
      expect(result.ids).toEqual(sorted.slice(query.start, query.start + query.size).map(({ id }) => id))
      expect(result.minPriceByTire).toBe(
        found.length ? Math.min(...found.map((row) => cardPrice(row, query.choices.sets ?? []))) : null,
      )
      expect(await engine.count([query, EMPTY_QUERY])).toEqual([found.length, listed().length])

      for (const facet of FACETS) {
        const without = listed().filter((row) => matches(row, removeFilter(query, facet)))
        const keys = [...new Set(without.flatMap((row) => valuesOf(row, facet)))]
        const expected = keys.map((value) => {
          const having = without.filter((row) => valuesOf(row, facet).includes(value))
          return [value, having.length, Math.min(...having.map((row) => row.finalPrice))]
        })
        const actual = (result.buckets[facet] ?? []).map((b) => [b.key, b.count, b.minFinalPrice])
        expect(actual.sort(), facet).toEqual(expected.sort())
      }
      const anyTread = listed().filter((row) => matches(row, removeFilter(query, 'tread_depth')))
      expect(result.treadSteps).toEqual([
        { from: null, count: anyTread.length },
        ...TREAD_STEPS.map((from) => ({
          from,
          count: anyTread.filter((row) => (row.treadDepth ?? 0) >= from).length,
        })),
      ])
    }),
    { numRuns: 200, examples: [[EMPTY_QUERY], [{ ...EMPTY_QUERY, choices: { run_flat: ['0'] } }]] },
  )
})

test('[C6] sold out, disabled and single variants are not listed', async () => {
  const { ids, total } = await engine.find(EMPTY_QUERY, [])
  const skus = rows.filter(({ id }) => ids.includes(id)).map(({ sku }) => sku)
  expect(total).toBe(ids.length)
  expect(skus).toContain('TL-1001')
  for (const hidden of ['TL-1004', 'TL-1005', 'TL-1002-4']) expect(skus).not.toContain(hidden)
})

test("[C4] labels are the catalog's where it has them, otherwise those of the products", async () => {
  const { buckets } = await engine.find(EMPTY_QUERY, ['condition', 'brand', 'rim'])
  expect(buckets.condition?.map(({ label }) => label)).toEqual([
    'Brand new',
    'Driven Once',
    'Retread',
    'Used',
  ])
  expect(buckets.rim?.map(({ key }) => key)).toEqual(['16', '17', '19.5'])
  expect(Object.keys(buckets)).toEqual(['condition', 'brand', 'rim'])
})

test('a malicious filter value is treated as a plain value', async () => {
  const query: ListingQuery = {
    ...EMPTY_QUERY,
    choices: { brand: ["' or 1=1 --", '__proto__', 'constructor'] },
  }
  expect((await engine.find(query, ['brand'])).total).toBe(0)
})
