import { expect, test } from 'vitest'
import {
  EMPTY_QUERY,
  type ListingQuery,
  PAGE_SIZE,
  type Sort,
} from '../../../schema/catalog/listing/listing.ts'
import { createIndexBuilder } from './build/build-index.ts'
import { COLUMN_FILTERS } from './build/index-columns.ts'
import { applyStockEvent, type FacetedIndex, openIndex } from './faceted-index.ts'
import { createIndexedListing } from './indexed-listing.ts'

const UNITS = 20_000

/** Builds an index in which every seventh unit is a winter tire; prices and creation dates are not sorted. */
function buildIndex(): FacetedIndex {
  const builder = createIndexBuilder()
  const ids = Array.from({ length: UNITS }, (_, at) => 1001 + at * 3)
  ids.forEach((id, at) => {
    builder.add({
      id,
      visibility: 4,
      status: 1,
      setqty: 1,
      setsOffered: 1,
      finalPrice: 5000 + ((at * 7919) % 9973),
      ...{ pairPrice: 0, fourPrice: 0 },
      treadDepth: 4 + (at % 9) / 2,
      createdAt: 1_700_000_000_000 + ((at * 104_729) % 99_991) * 1000,
      width: 225,
      aspect: 45,
      rim: 17,
      qty: 1,
      manage: true,
      path: `/p/${id}/tire`,
      marking: '',
      hasAttachments: false,
      ratingRank: 0,
      values: COLUMN_FILTERS.map((filter) => {
        if (filter !== 'seasons') return null
        return at % 7 === 0 ? { key: 'winter', label: 'Winter' } : { key: 'summer', label: 'Summer' }
      }),
    })
  })
  builder.addUrlOrder(ids)
  const options = { labels: new Map(), smart: [] }
  const index = openIndex(builder.finish({ version: 'v', event: 0, options, categories: [] }))
  if (!index) throw new Error('the snapshot was just built')
  return index
}

/** Wraps the orders of an index so that each read of a document is counted. */
function countReads(index: FacetedIndex) {
  const reads = { documents: 0 }
  const watch = (order: Uint32Array) =>
    new Proxy(order, {
      get(target, name) {
        if (typeof name === 'string' && /^\d+$/.test(name)) reads.documents += 1
        return Reflect.get(target, name, target)
      },
    })
  for (const field of Object.keys(index.orders) as (keyof FacetedIndex['orders'])[])
    index.orders[field] = watch(index.orders[field])
  return reads
}

const page = async (index: FacetedIndex, number: number, sort: Sort, choices = {}) => {
  const query = { ...EMPTY_QUERY, choices, sort, start: (number - 1) * PAGE_SIZE }
  return createIndexedListing(index).find(query, [])
}

test('[audit D1] [C5] all pages together contain every tire once, the last page the last tires', async () => {
  const index = buildIndex()
  const seen: number[] = []
  for (let number = 1; number <= 400; number++)
    seen.push(...(await page(index, number, 'final_price:asc')).ids)
  expect([seen.length, new Set(seen).size]).toEqual([UNITS, UNITS])
  const dearest = (await page(index, 1, 'final_price:desc')).ids
  expect(dearest.toReversed()).toEqual(seen.slice(-PAGE_SIZE))
  expect((await page(index, 400, 'final_price:desc')).ids.toReversed()).toEqual(seen.slice(0, PAGE_SIZE))
})

test('[audit D1] [C5] every page of 20,000 tires reads about as many of them as the first', async () => {
  const index = buildIndex()
  const reads = countReads(index)
  const costs: [number, number][] = []
  for (const number of [1, 2, 57, 100, 201, 202, 300, 399, 400]) {
    // The first deep page creates the marks of the list; all pages use them.
    await page(index, 201, 'final_price:desc')
    reads.documents = 0
    expect((await page(index, number, 'final_price:desc')).ids).toHaveLength(PAGE_SIZE)
    costs.push([number, reads.documents])
  }
  expect(costs.filter(([, documents]) => documents > 600)).toEqual([])
})

test('[audit D1] marks of a list depend on the stock and on the query', async () => {
  const index = buildIndex()
  const all = (await page(index, 200, 'final_price:asc')).ids
  const winter = (await page(index, 30, 'final_price:asc', { seasons: ['winter'] })).ids
  expect(winter).not.toEqual(all)
  const [cheapest] = (await page(index, 1, 'final_price:asc')).ids
  applyStockEvent(index, [cheapest ?? 0], { qty: 0, manage: true })
  const after = (await page(index, 200, 'final_price:asc')).ids
  expect(after.slice(0, -1)).toEqual(all.slice(1))
})

test.each<[string, (index: FacetedIndex, nth: number) => Partial<ListingQuery>]>([
  // A search may find all tires, and the found ids are part of the query.
  ['found by a search', (index, nth) => ({ within: [...index.ids, -nth] })],
  [
    'with a very long query',
    (_, nth) => ({ choices: { seasons: ['winter', 'summer', `${nth}${'x'.repeat(8000)}`] } }),
  ],
])(
  '[audit D1] lists %s have no cached marks, so they use no memory and evict no other list',
  async (_, toQuery) => {
    const index = buildIndex()
    const reads = countReads(index)
    await page(index, 200, 'final_price:asc')
    for (let nth = 0; nth < 64; nth++) {
      const query = { ...EMPTY_QUERY, ...toQuery(index, nth), sort: 'final_price:asc' as const }
      const { ids } = await createIndexedListing(index).find({ ...query, start: 199 * PAGE_SIZE }, [])
      expect(ids).toHaveLength(PAGE_SIZE)
    }
    reads.documents = 0
    await page(index, 200, 'final_price:asc')
    expect(reads.documents).toBeLessThanOrEqual(600)
  },
)
