import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  CHOICE_FILTERS,
  type ChoiceFilter,
  DEFAULT_SORT,
  EMPTY_QUERY,
  type ListingQuery,
  SORTS,
} from '../../../schema/catalog/listing/listing.ts'
import { createIndexBuilder } from './build/build-index.ts'
import { COLUMN_FILTERS } from './build/index-columns.ts'
import { NUMBER_ORDER_FIELDS, NUMBER_ORDERS } from './build/index-orders.ts'
import { applyStockEvent, type FacetedIndex, openIndex } from './faceted-index.ts'
import { brandsInStock, createIndexedListing, sizesInStock } from './indexed-listing.ts'
import type { FilterOptions } from './listing-engine.ts'
import {
  bruteForce,
  type PlainCatalog,
  type PlainDocument,
  restocked,
  valuesOf,
} from './testing/reference-search.harness.ts'

const OPTIONS: FilterOptions = {
  labels: new Map([['condition', new Map([['condition-1', { label: 'First', position: 1 }]])]]),
  smart: [
    { value: 'cheap', name: 'Cheap', conditions: [{ attribute_code: 'price_by_tire', to: 60 }] },
    {
      value: 'deep-four',
      name: 'Deep, four of them',
      conditions: [
        { attribute_code: 'sets', in: ['setOfFour'] },
        { attribute_code: 'tread_depth', from: 6.5 },
      ],
    },
    { value: 'odd', name: 'Odd', conditions: [{ attribute_code: 'color', in: ['red'] }] },
  ],
}
/** Values of each filter; size has more than 32, so that both formats of a column are tested. */
const VALUES = [4, 9, 30, 70, 12, 2, 3, 2, 20, 8, 8]

const document = fc.record({
  values: fc.tuple(...VALUES.map((count) => fc.option(fc.nat(count - 1), { freq: 8 }))),
  finalPrice: fc.oneof(fc.integer({ min: 0, max: 40_000 }), fc.constantFrom(6000, 12_000, 24_000)),
  setqty: fc.constantFrom(1, 2, 4),
  setsOffered: fc.integer({ min: 0, max: 7 }),
  treadDepth: fc.option(
    fc.integer({ min: 4, max: 30 }).map((half) => half / 2),
    { freq: 6 },
  ),
  createdAt: fc.integer({ min: 1_700_000_000_000, max: 1_700_000_000_040 }),
  qty: fc.integer({ min: 0, max: 6 }),
  manage: fc.boolean(),
  visibility: fc.constantFrom(2, 3, 4),
  status: fc.constantFrom(0, 1),
  urlKey: fc.integer({ min: 0, max: 60 }).map((name) => `tire-${name}`),
  width: fc.constantFrom(225, 315),
  aspect: fc.constantFrom(45, 12.5),
  rim: fc.constantFrom(17, 19.5, 22.5),
})

const catalog = fc
  .array(document, { minLength: 0, maxLength: 260, size: 'max' })
  .map((documents): PlainCatalog => {
    const plain = documents.map(
      (generated, position): PlainDocument => ({
        ...generated,
        id: 10 + position * 3,
        path: `/p/${position}/${generated.urlKey}`,
        hasAttachments: false,
        marking: `marking ${position % 7}`,
        values: generated.values.map((value, at) => {
          const key = `${COLUMN_FILTERS[at]}-${value}`
          return value === null ? null : { key, label: key.toUpperCase() }
        }),
      }),
    )
    const everyNth = (step: number) => plain.filter((_, at) => at % step === 0).map(({ id }) => id)
    return {
      documents: plain,
      options: OPTIONS,
      categories: [
        { id: 3, filter: null, products: [...everyNth(5), 9999] },
        {
          id: 4,
          filter: { condition: ['condition-1', 'condition-2'], sets: ['single'] },
          products: everyNth(11),
        },
        { id: 5, filter: { color: ['red'] }, products: [] },
      ],
    }
  })

function buildSnapshot({ documents, options, categories }: PlainCatalog): ArrayBuffer {
  const builder = createIndexBuilder()
  for (const each of documents) builder.add(each)
  const byUrl = documents.toSorted((a, b) =>
    a.urlKey < b.urlKey ? -1 : a.urlKey > b.urlKey ? 1 : a.id - b.id,
  )
  const ids = byUrl.map(({ id }) => id)
  builder.addUrlOrder(ids.slice(0, 7))
  builder.addUrlOrder(ids.slice(7))
  return builder.finish({ version: 'v', event: 0, options, categories })
}

function buildIndex(plain: PlainCatalog): FacetedIndex {
  const index = openIndex(buildSnapshot(plain))
  if (!index) throw new Error('the snapshot was just built')
  return index
}

test('[C5] every sort key is an integer from 0 below 2^48', () => {
  fc.assert(
    fc.property(catalog, ({ documents }) => {
      for (const field of NUMBER_ORDER_FIELDS)
        for (const each of documents) {
          const key = NUMBER_ORDERS[field](each)
          expect(Number.isInteger(key) && key >= 0 && key < 2 ** 48, `${field}: ${key}`).toBe(true)
        }
    }),
    { numRuns: 20 },
  )
})

const range = (min: number, max: number) =>
  fc.record({
    from: fc.option(fc.integer({ min: min * 2, max: max * 2 }).map((half) => half / 2)),
    to: fc.option(fc.integer({ min, max })),
  })

/**
 * Random queries; `toQuery` maps the numbers to values of the tested catalog, so that queries find products.
 */
const drawnQuery = fc.record(
  {
    choices: fc.uniqueArray(
      fc.tuple(fc.constantFrom(...CHOICE_FILTERS), fc.array(fc.nat(), { minLength: 0, maxLength: 4 })),
      { selector: ([filter]) => filter, maxLength: 5 },
    ),
    ranges: fc.record(
      { price_by_tire: range(0, 200), final_price: range(0, 400), tread_depth: range(2, 15) },
      { requiredKeys: [] },
    ),
    sort: fc.constantFrom(...SORTS.map(({ value }) => value), 'relevance' as const),
    start: fc.constantFrom(0, 0, 1, 7, 50, 140),
    size: fc.constantFrom(50, 3, 0),
    within: fc.array(
      fc.integer({ min: 0, max: 300 }).map((offset) => 10 + offset),
      { maxLength: 80 },
    ),
    category: fc.constantFrom(3, 4, 5, 6),
    visibility: fc.subarray([2, 3, 4]),
    status: fc.subarray([0, 1]),
    outOfStock: fc.boolean(),
  },
  { requiredKeys: ['choices', 'ranges', 'sort', 'start', 'size'] },
)
type DrawnQuery = typeof drawnQuery extends fc.Arbitrary<infer T> ? T : never

function toQuery({ choices, ...rest }: DrawnQuery, { documents, options }: PlainCatalog): ListingQuery {
  const chosen = choices.map(([filter, numbers]): [ChoiceFilter, string[]] => {
    const values = [...new Set([...documents.flatMap((each) => valuesOf(each, filter, options)), 'none'])]
    return [filter, numbers.map((n) => values[n % values.length] ?? 'none')]
  })
  return { ...rest, choices: Object.fromEntries(chosen) }
}

const restock = fc.record({
  position: fc.nat(),
  qty: fc.integer({ min: 0, max: 6 }),
  manage: fc.boolean(),
})

async function compare(index: FacetedIndex, plain: PlainCatalog, query: ListingQuery): Promise<void> {
  const engine = createIndexedListing(index)
  const { buckets, ...answer } = await engine.find(query, CHOICE_FILTERS)
  const { buckets: expected, ...rest } = bruteForce(plain, query, CHOICE_FILTERS)
  expect(answer).toEqual(rest)
  for (const facet of CHOICE_FILTERS) {
    const found = (buckets[facet] ?? []).map(({ label: _, ...bucket }) => bucket)
    expect(
      found.toSorted((a, b) => (a.key < b.key ? -1 : 1)),
      facet,
    ).toEqual(expected[facet])
  }
  expect(await engine.count([query])).toEqual([rest.total])
}

test('[H1][C3][C4][C5][C6] thousands of random queries return the same as reading every document', async () => {
  await fc.assert(
    fc.asyncProperty(
      catalog,
      fc.array(drawnQuery, { minLength: 12, maxLength: 12 }),
      fc.array(restock, { maxLength: 6 }),
      async (plain, drawn, restocks) => {
        const index = buildIndex(plain)
        const [before, after] = [drawn.slice(0, 8), drawn.slice(8)]
        for (const query of before) await compare(index, plain, toQuery(query, plain))
        let documents = [...plain.documents]
        for (const { position, qty, manage } of restocks) {
          const id = documents[position % Math.max(1, documents.length)]?.id ?? 4242
          documents = restocked(documents, id, qty, manage)
          applyStockEvent(index, [id], { qty, manage })
        }
        const sold = { ...plain, documents }
        for (const query of after) await compare(index, sold, toQuery(query, sold))
      },
    ),
    { numRuns: 400 },
  )
})

const [plain] = fc.sample(
  catalog.filter(({ documents }) => documents.length > 120),
  { numRuns: 1, seed: 7 },
)
if (!plain) throw new Error('fast-check gave no sample')

test('[H1] a catalog with more products than 16 bits can number finds them by size', async () => {
  const [first] = plain.documents
  if (!first) throw new Error('the sample has documents')
  const sizes = 40
  const many = Array.from({ length: 70_000 }, (_, id): PlainDocument => {
    const values = first.values.map((value, at) =>
      COLUMN_FILTERS[at] === 'size' ? { key: `s${(id * 7) % sizes}`, label: 'S' } : value,
    )
    return { ...first, values, id, finalPrice: id, setqty: 1, manage: false }
  })
  const builder = createIndexBuilder()
  for (const each of many) builder.add(each)
  const index = openIndex(builder.finish({ version: 'v', event: 0, options: OPTIONS, categories: [] }))
  if (!index) throw new Error('the snapshot was just built')
  const query: ListingQuery = { ...EMPTY_QUERY, choices: { size: ['s7'] }, sort: 'final_price:desc', size: 3 }
  const found = many.filter((_, at) => (at * 7) % sizes === 7).map(({ id }) => id)
  const { ids, total } = await createIndexedListing(index).find(query, [])
  expect(total).toBe(found.length)
  expect(ids).toEqual(found.slice(-3).reverse())
})

test('[C5] all pages together contain each product once, in every order', async () => {
  const engine = createIndexedListing(buildIndex(plain))
  for (const { value: sort } of SORTS) {
    const whole = bruteForce(plain, { ...EMPTY_QUERY, sort, size: 999_999 }, []).ids
    const pages: number[] = []
    for (let start = 0; start < whole.length; start += 7)
      pages.push(...(await engine.find({ ...EMPTY_QUERY, sort, start, size: 7 }, [])).ids)
    expect(pages).toEqual(whole)
  }
})

test('[C2][C4] a price range includes a product whose price is exactly the bound', async () => {
  const priced = (finalPrice: number, position: number): PlainDocument => ({
    ...{
      id: position + 1,
      visibility: 4,
      status: 1,
      setqty: 1,
      setsOffered: 1,
      finalPrice,
      treadDepth: null,
    },
    ...{ createdAt: 0, width: 225, aspect: 45, rim: 17, qty: 1, manage: true, urlKey: 'tire' },
    path: `/p/${position}/tire`,
    marking: '',
    hasAttachments: false,
    values: COLUMN_FILTERS.map(() => null),
  })
  const prices = Array.from({ length: 20_000 }, (_, cents) => cents)
  const engine = createIndexedListing(
    buildIndex({ documents: prices.map(priced), options: OPTIONS, categories: [] }),
  )
  const only = (dollars: number): ListingQuery => ({
    ...EMPTY_QUERY,
    ranges: { final_price: { from: dollars, to: dollars } },
  })
  const counts = await engine.count(prices.map((cents) => only(cents / 100)))
  expect(prices.filter((_, at) => counts[at] !== 1)).toEqual([])
  expect(await engine.count([only(12.345)])).toEqual([0])
})

test('[C4] prices are lowest, highest and a count per range, with and without the own range', async () => {
  const engine = createIndexedListing(buildIndex(plain))
  const query: ListingQuery = { ...EMPTY_QUERY, ranges: { price_by_tire: { from: 50, to: 100 } } }
  const ranges = [
    { from: null, to: 60 },
    { from: 60, to: 90 },
    { from: 90, to: null },
  ]
  for (const ownRange of ['ignored', 'applied'] as const) {
    const base = ownRange === 'ignored' ? EMPTY_QUERY : query
    const summary = await engine.prices(query, 'price_by_tire', ranges, ownRange)
    const all = bruteForce(plain, { ...base, size: 999_999 }, []).ids
    const listed = plain.documents.filter(({ id }) => all.includes(id))
    const tires = listed.map(({ finalPrice, setqty }) => Math.ceil(finalPrice / setqty))
    expect([summary.min, summary.max]).toEqual([Math.min(...tires), Math.max(...tires)])
    summary.ranges.forEach(({ range: { from, to }, count, minFinalPrice }) => {
      const inside = listed.filter((_, at) => {
        const tire = (tires[at] ?? 0) / 100
        return (from === null || tire >= from) && (to === null || tire <= to)
      })
      expect(count).toBe(inside.length)
      expect(minFinalPrice).toBe(Math.min(...inside.map(({ finalPrice }) => finalPrice)))
    })
  }
  const nothing = { ...query, choices: { brand: ['unknown'] } }
  expect(await engine.prices(nothing, 'final_price', [], 'ignored')).toEqual({
    min: null,
    max: null,
    ranges: [],
  })
})

test('[C4] prices read after a list belong to its query, also after a sale in between', async () => {
  const index = buildIndex(plain)
  const engine = createIndexedListing(index)
  const query: ListingQuery = { ...EMPTY_QUERY, ranges: { price_by_tire: { from: 50, to: null } } }
  const whole = [{ from: null, to: null }]
  const count = async (counted: ListingQuery) =>
    (await engine.prices(counted, 'price_by_tire', whole, 'applied')).ranges[0]?.count
  const { total, ids } = await engine.find(query, [])
  expect(await count(query)).toBe(total)
  expect(await count({ ...EMPTY_QUERY })).toBe((await engine.find(EMPTY_QUERY, [])).total)
  await engine.find(query, [])
  applyStockEvent(index, ids.slice(0, 1), { qty: 0, manage: true })
  expect(await count(query)).toBe(total - 1)
})

test('[C3] buckets have the order and labels of the catalog, otherwise they are sorted by label', async () => {
  const { buckets } = await createIndexedListing(buildIndex(plain)).find({ ...EMPTY_QUERY, size: 0 }, [
    'condition',
    'size',
  ])
  expect(buckets.condition?.map(({ label }) => label)).toEqual([
    'First',
    'CONDITION-0',
    'CONDITION-2',
    'CONDITION-3',
  ])
  const sizes = buckets.size?.map(({ label }) => label) ?? []
  expect(sizes.length).toBeGreaterThan(32)
  expect(sizes).toEqual(sizes.toSorted(new Intl.Collator('en-US', { numeric: true }).compare))
})

test('a sale updates the sizes and brands in stock', () => {
  const index = buildIndex(plain)
  const [first] = sizesInStock(index)
  const sold = plain.documents.filter(({ values }) => values[3]?.key === first?.slug).map(({ id }) => id)
  applyStockEvent(index, sold, { qty: 0, manage: true })
  expect(sizesInStock(index).some(({ slug }) => slug === first?.slug)).toBe(false)
  const all = bruteForce(plain, { ...EMPTY_QUERY, size: 0, sort: DEFAULT_SORT }, ['brand']).buckets.brand
  expect(brandsInStock(buildIndex(plain)).map(({ count }) => count)).toEqual(all?.map(({ count }) => count))
})

test('bytes that are not a snapshot are rejected', () => {
  const snapshot = buildSnapshot(plain)
  expect(openIndex(snapshot.slice(0, 8))).toBeNull()
  expect(openIndex(snapshot.slice(0, snapshot.byteLength - 64))).toBeNull()
  expect(openIndex(new ArrayBuffer(4096))).toBeNull()
  const torn = snapshot.slice(0)
  new Uint8Array(torn, 20, 200).fill(0)
  expect(openIndex(torn)).toBeNull()
})
