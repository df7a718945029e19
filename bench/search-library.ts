/** Runs the queries in itemsjs, a published library for faceted search, as far as it supports them. */
import itemsjs from 'itemsjs'
import { CHOICE_FILTERS } from '../schema/catalog/listing/listing.ts'
import { SETS } from '../schema/catalog/product/product.ts'
import { COLUMN_FILTERS } from '../worker/catalog/index/build/index-columns.ts'
import type { BenchDocument, BenchQuery } from './search-documents.ts'

/** The library has no smart filters and no least price per bucket: it does less than the index. */
const FACETS = CHOICE_FILTERS.filter((filter) => filter !== 'smart_filter')

export function openLibrary(documents: readonly BenchDocument[]): (benchQuery: BenchQuery) => number {
  const items = documents.map((one) => ({
    id: one.id,
    price: one.finalPrice,
    tire: Math.ceil(one.finalPrice / one.setqty),
    tread: one.treadDepth ?? 0,
    created: one.createdAt,
    url: one.urlKey,
    sets: SETS.filter((_, bit) => (one.setsOffered >> bit) & 1 && one.qty >= 1 << bit),
    ...Object.fromEntries(COLUMN_FILTERS.map((filter, index) => [filter, one.values[index]?.key])),
  }))
  const fields = { created_at: 'created', final_price: 'price', url_key: 'url', tread_depth: 'tread' }
  const engine = itemsjs(items, {
    aggregations: Object.fromEntries(
      FACETS.map((filter) => [filter, { title: filter, size: 999, conjunction: false }]),
    ),
    sortings: Object.fromEntries(
      Object.entries(fields).flatMap(([field, name]) =>
        (['asc', 'desc'] as const).map((order) => [`${field}:${order}`, { field: name, order }]),
      ),
    ),
  })
  return ({ query }) => {
    const { smart_filter: _, ...filters } = query.choices
    const { price_by_tire: price, tread_depth: tread } = query.ranges
    const ranged = price || tread
    const result = engine.search({
      per_page: query.size,
      page: query.size === 0 ? 1 : Math.floor(query.start / query.size) + 1,
      sort: query.sort,
      filters,
      ...(ranged && {
        filter: (item: { tire: number; tread: number }) =>
          item.tire >= (price?.from ?? 0) * 100 &&
          item.tire <= (price?.to ?? 999_999) * 100 &&
          item.tread >= (tread?.from ?? 0),
      }),
    })
    return result.pagination.total
  }
}
