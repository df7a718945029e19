/** The listing engine that answers from the index in memory. */
import {
  type Bucket,
  type ChoiceFilter,
  type ListingQuery,
  type ListingResult,
  type Range,
  TREAD_STEPS,
} from '../../../schema/catalog/listing/listing.ts'
import { SETS } from '../../../schema/catalog/product/product.ts'
import type { Cents } from '../../../schema/platform/money.ts'
import { andBits, type Bits, countBits } from './bits.ts'
import { type ColumnFilter, isColumnFilter } from './build/index-columns.ts'
import type { Column } from './build/snapshot-file.ts'
import type { FacetedIndex, IndexColumn } from './faceted-index.ts'
import { lowestCardPrice, lowestCardPrices } from './filter/card-price.ts'
import {
  type CountedColumn,
  countBitSets,
  countColumns,
  type FacetCounts,
  NO_PRICE,
  priceBounds,
} from './filter/facet-counts.ts'
import { type FilteredSets, filterIndex } from './filter/filter-sets.ts'
import { rangeBits, smartBits } from './filter/match.ts'
import type { BrandInStock, ListingEngine, PriceSummary, SizeInStock } from './listing-engine.ts'
import { pageOfIds } from './page-of-results.ts'

export function createIndexedListing(index: FacetedIndex): ListingEngine {
  // A page finds its list and then reads the prices of the same query.
  let last: { query: ListingQuery; changes: number; narrowed: FilteredSets } | null = null
  return {
    find: async (query, facets, priced = []) => {
      const narrowed = filterIndex(index, query)
      last = { query, changes: index.changes, narrowed }
      return find(index, query, narrowed, facets, priced)
    },
    count: async (queries) => queries.map((query) => filterIndex(index, query).total),
    prices: async (query, filter, ranges, own) => {
      const isSame = last?.query === query && last.changes === index.changes
      const narrowed = isSame && last ? last.narrowed : filterIndex(index, query)
      return prices(index, narrowed, filter, ranges, own)
    },
  }
}

function find(
  index: FacetedIndex,
  query: ListingQuery,
  narrowed: FilteredSets,
  facets: readonly ChoiceFilter[],
  priced: readonly ChoiceFilter[],
): ListingResult {
  const { all, total } = narrowed
  const wanted = toSetBits(query.choices.sets ?? [])
  const counts = countFacets(index, narrowed, facets.filter(isColumnFilter))
  const buckets = facets.map((facet) => {
    const found = toFacetBuckets(index, narrowed, facet, counts)
    return [facet, priced.includes(facet) ? withCardPrices(index, narrowed, facet, found, wanted) : found]
  })
  return {
    ids: pageOfIds(index, all, total, query),
    total,
    buckets: Object.fromEntries(buckets) as ListingResult['buckets'],
    treadSteps: treadSteps(index, narrowed.without('tread_depth'), counts.get(index.tread)),
    minPriceByTire: toPrice(lowestCardPrice(index, all, wanted)),
  }
}

/** Returns the sum of these sets: 1 single, 2 pair, 4 set of four. */
function toSetBits(sets: readonly string[]): number {
  return SETS.reduce((sum, form, bit) => sum | (sets.includes(form) ? 1 << bit : 0), 0)
}

function toPrice(lowest: number | undefined): Cents | null {
  return lowest === undefined || lowest === NO_PRICE ? null : lowest
}

/** Adds the price of the cheapest card to each bucket of a facet. */
function withCardPrices(
  index: FacetedIndex,
  narrowed: FilteredSets,
  facet: ChoiceFilter,
  buckets: Bucket[],
  wanted: number,
): Bucket[] {
  const column = isColumnFilter(facet) ? index.columns.get(facet) : undefined
  if (!column) return buckets
  const lowest = lowestCardPrices(index, narrowed.without(facet), wanted, toCountedColumn(column))
  return buckets.map((bucket) => ({
    ...bucket,
    minPriceByTire: toPrice(lowest[column.codeOf.get(bucket.key) ?? 0]),
  }))
}

/** Counts the facets and the tread depths; columns over the same set of documents share one pass over it. */
function countFacets(
  index: FacetedIndex,
  narrowed: FilteredSets,
  facets: readonly ColumnFilter[],
): Map<Column, FacetCounts> {
  const columnsBySet = new Map<Bits, CountedColumn[]>()
  const add = (set: Bits, column: CountedColumn) =>
    columnsBySet.set(set, [...(columnsBySet.get(set) ?? []), column])
  add(narrowed.without('tread_depth'), { codes: index.tread, size: index.meta.tread.length + 1, bits: null })
  for (const facet of facets) {
    const column = index.columns.get(facet)
    if (column) add(narrowed.without(facet), toCountedColumn(column))
  }
  const counts = new Map<Column, FacetCounts>()
  for (const [set, columns] of columnsBySet) {
    const tallies = countColumns(index, set, columns)
    columns.forEach(({ codes }, at) => {
      const tally = tallies[at]
      if (tally) counts.set(codes, tally)
    })
  }
  return counts
}

function toCountedColumn({ codes, keys, bits }: IndexColumn): CountedColumn {
  return { codes, size: keys.length + 1, bits }
}

function toFacetBuckets(
  index: FacetedIndex,
  narrowed: FilteredSets,
  facet: ChoiceFilter,
  counts: ReadonlyMap<Column, FacetCounts>,
): Bucket[] {
  if (facet === 'sets')
    return toBuckets(SETS, SETS, countBitSets(index, narrowed.without(facet), index.sets), 0)
  if (facet === 'smart_filter') {
    const { smart } = index.options
    const matches = smart.map((filter) => smartBits(index, filter))
    const tally = countBitSets(index, narrowed.without(facet), matches)
    const [keys, labels] = [smart.map(({ value }) => value), smart.map(({ name }) => name)]
    return toBuckets(keys, labels, tally, 0)
  }
  const column = index.columns.get(facet)
  const tally = column && counts.get(column.codes)
  return tally ? toBuckets(column.keys, column.labels, tally, 1) : []
}

/** Builds the buckets of values that have documents and a label. `first` is the code of the first value. */
function toBuckets(
  keys: readonly string[],
  labels: readonly string[],
  tally: FacetCounts,
  first: number,
): Bucket[] {
  return keys.flatMap((key, at) => {
    const code = at + first
    const count = tally.counts[code] ?? 0
    const label = labels[at] ?? ''
    if (count === 0 || label === '') return []
    const minFinalPrice = tally.minFinalPrice[code] ?? null
    return [{ key, label, count, minFinalPrice, minPriceByTire: null }]
  })
}

function treadSteps(
  index: FacetedIndex,
  set: Bits,
  tally: FacetCounts | undefined,
): ListingResult['treadSteps'] {
  const from = (min: number) =>
    index.meta.tread.reduce((sum, depth, at) => sum + (depth >= min ? (tally?.counts[at + 1] ?? 0) : 0), 0)
  return [
    { from: null, count: countBits(set) },
    ...TREAD_STEPS.map((step) => ({ from: step, count: from(step) })),
  ]
}

function prices(
  index: FacetedIndex,
  narrowed: FilteredSets,
  filter: 'final_price' | 'price_by_tire',
  ranges: readonly Range[],
  ownRange: 'ignored' | 'applied',
): PriceSummary {
  const set = ownRange === 'ignored' ? narrowed.without(filter) : narrowed.all
  const bounds = priceBounds(index, set)
  return {
    min: bounds?.[filter].min ?? null,
    max: bounds?.[filter].max ?? null,
    ranges: ranges.map((range) => {
      const found = rangeBits(index, filter, range)
      andBits(found, set)
      const min = priceBounds(index, found)
      return { range, count: countBits(found), minFinalPrice: min?.final_price.min ?? null }
    }),
  }
}

/** Returns every size in stock, ordered by rim, width and aspect ratio. */
export function sizesInStock(index: FacetedIndex): SizeInStock[] {
  return stockedValues(index, 'size')
    .map(({ at, ...line }) => ({
      ...line,
      ...(index.meta.sizes[at] ?? { width: 0, aspect: 0, rim: 0 }),
    }))
    .sort((a, b) => a.rim - b.rim || a.width - b.width || a.aspect - b.aspect)
}

/** Returns every brand in stock, ordered by name. */
export function brandsInStock(index: FacetedIndex): BrandInStock[] {
  return stockedValues(index, 'brand')
    .map(({ at: _, ...line }) => line)
    .sort((a, b) => (a.label < b.label ? -1 : 1))
}

function stockedValues(index: FacetedIndex, filter: 'size' | 'brand') {
  const column = index.columns.get(filter)
  if (!column) return []
  const counted = toCountedColumn(column)
  const [tally] = countColumns(index, index.inStock, [counted])
  const lowest = lowestCardPrices(index, index.inStock, 0, counted)
  return column.keys.flatMap((slug, at) => {
    const count = tally?.counts[at + 1] ?? 0
    const label = column.labels[at] ?? ''
    if (count === 0 || label === '') return []
    return [{ at, slug, label, count, minPriceByTire: lowest[at + 1] ?? 0 }]
  })
}
