import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  CHOICE_FILTERS,
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
import {
  buildIndex,
  buildSnapshot,
  catalog,
  drawnQuery,
  OPTIONS,
  restock,
  toQuery,
} from './testing/random-catalog.harness.ts'
import {
  bruteForce,
  type PlainCatalog,
  type PlainDocument,
  restocked,
} from './testing/reference-search.harness.ts'

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

async function compare(index: FacetedIndex, plain: PlainCatalog, query: ListingQuery): Promise<void> {
  const engine = createIndexedListing(index)
  const { buckets, ...answer } = await engine.find(query, CHOICE_FILTERS, CHOICE_FILTERS)
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
      ...{ finalPrice, pairPrice: 0, fourPrice: 0 },
      treadDepth: null,
    },
    ...{ createdAt: 0, width: 225, aspect: 45, rim: 17, qty: 1, manage: true, urlKey: 'tire' },
    path: `/p/${position}/tire`,
    marking: '',
    hasAttachments: false,
    ratingRank: 0,
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

test('a snapshot from before a filter existed is rejected, so that the caller builds a new one', () => {
  const bytes = new Uint8Array(buildSnapshot(plain))
  expect(openIndex(bytes.buffer)).not.toBeNull()
  const name = new TextEncoder().encode('"codes_made_year"')
  const at = bytes.findIndex((_, start) => name.every((byte, offset) => bytes[start + offset] === byte))
  bytes[at + 1] = 'x'.charCodeAt(0)
  expect(openIndex(bytes.buffer)).toBeNull()
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
