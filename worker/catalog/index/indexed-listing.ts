/** Listings answered from the index in memory. */
import {
  type Bucket,
  type ChoiceFilter,
  type ListingQuery,
  type ListingResult,
  type Range,
  TREAD_STEPS,
} from '../../../schema/catalog/listing/listing.ts'
import { SETS } from '../../../schema/catalog/product/product.ts'
import { andBits, type Bits, countBits } from './bits.ts'
import { type ColumnFilter, isColumnFilter } from './build/index-columns.ts'
import type { Column } from './build/snapshot-file.ts'
import { type Counted, countBitSets, countColumns, type FacetCounts, priceBounds } from './facet-counts.ts'
import type { FacetedIndex, IndexColumn } from './faceted-index.ts'
import { type FilteredSets, filterIndex } from './filter-sets.ts'
import type { BrandLine, ListingEngine, PriceSummary, SizeLine } from './listing-engine.ts'
import { rangeBits, smartBits } from './match.ts'
import { pageOfIds } from './page-of-results.ts'

export function createIndexedListing(index: FacetedIndex): ListingEngine {
  // A page asks for its list and then for the prices of the same query.
  let found: { query: ListingQuery; changes: number; narrowed: FilteredSets } | null = null
  return {
    find: async (query, facets) => {
      const narrowed = filterIndex(index, query)
      found = { query, changes: index.changes, narrowed }
      return find(index, query, narrowed, facets)
    },
    count: async (queries) => queries.map((query) => filterIndex(index, query).total),
    prices: async (query, filter, ranges, own) => {
      const isKnown = found?.query === query && found.changes === index.changes
      const narrowed = isKnown && found ? found.narrowed : filterIndex(index, query)
      return prices(index, narrowed, filter, ranges, own)
    },
  }
}

function find(
  index: FacetedIndex,
  query: ListingQuery,
  narrowed: FilteredSets,
  facets: readonly ChoiceFilter[],
): ListingResult {
  const { all, total } = narrowed
  const counts = countTogether(index, narrowed, facets.filter(isColumnFilter))
  const buckets = facets.map((facet) => [facet, bucketsOf(index, narrowed, facet, counts)])
  return {
    ids: pageOfIds(index, all, total, query),
    total,
    buckets: Object.fromEntries(buckets) as ListingResult['buckets'],
    treadSteps: treadSteps(index, narrowed.without('tread_depth'), counts.get(index.tread)),
    minPriceByTire: priceBounds(index, all)?.price_by_tire.min ?? null,
  }
}

/** Columns and tread. Those that count the same documents are counted together: those are then looked up once. */
function countTogether(
  index: FacetedIndex,
  narrowed: FilteredSets,
  facets: readonly ColumnFilter[],
): Map<Column, FacetCounts> {
  const together = new Map<Bits, Counted[]>()
  const add = (set: Bits, column: Counted) => together.set(set, [...(together.get(set) ?? []), column])
  add(narrowed.without('tread_depth'), { codes: index.tread, size: index.meta.tread.length + 1, bits: null })
  for (const facet of facets) {
    const column = index.columns.get(facet)
    if (column) add(narrowed.without(facet), counted(column))
  }
  const counts = new Map<Column, FacetCounts>()
  for (const [set, columns] of together) {
    const tallies = countColumns(index, set, columns)
    columns.forEach(({ codes }, at) => {
      const tally = tallies[at]
      if (tally) counts.set(codes, tally)
    })
  }
  return counts
}

function counted({ codes, keys, bits }: IndexColumn): Counted {
  return { codes, size: keys.length + 1, bits }
}

function bucketsOf(
  index: FacetedIndex,
  narrowed: FilteredSets,
  facet: ChoiceFilter,
  counts: ReadonlyMap<Column, FacetCounts>,
): Bucket[] {
  if (facet === 'sets')
    return toBuckets(SETS, SETS, countBitSets(index, narrowed.without(facet), index.sets), 0)
  if (facet === 'smart_filter') {
    const { smart } = index.options
    const matches = smart.map((one) => smartBits(index, one))
    const tally = countBitSets(index, narrowed.without(facet), matches)
    return toBuckets(
      smart.map(({ value }) => value),
      smart.map(({ name }) => name),
      tally,
      0,
    )
  }
  const column = index.columns.get(facet)
  const tally = column && counts.get(column.codes)
  return tally ? toBuckets(column.keys, column.labels, tally, 1) : []
}

/** Values nothing has, or without a label, are dropped. `first` is the code of the first value. */
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
    return [{ key, label, count, minFinalPrice, minPriceByTire: tally.minPriceByTire[code] ?? null }]
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

/** Every size in stock, by rim, width and sidewall. */
export function sizeLines(index: FacetedIndex): SizeLine[] {
  return linesOf(index, 'size')
    .map(({ at, ...line }) => ({
      ...line,
      ...(index.meta.sizes[at] ?? { width: 0, aspect: 0, rim: 0 }),
    }))
    .sort((a, b) => a.rim - b.rim || a.width - b.width || a.aspect - b.aspect)
}

/** Every brand in stock, by name. */
export function brandLines(index: FacetedIndex): BrandLine[] {
  return linesOf(index, 'brand')
    .map(({ at: _, ...line }) => line)
    .sort((a, b) => (a.label < b.label ? -1 : 1))
}

function linesOf(index: FacetedIndex, filter: 'size' | 'brand') {
  const column = index.columns.get(filter)
  if (!column) return []
  const [tally] = countColumns(index, index.inStock, [counted(column)])
  return column.keys.flatMap((slug, at) => {
    const count = tally?.counts[at + 1] ?? 0
    const label = column.labels[at] ?? ''
    if (count === 0 || label === '') return []
    return [{ at, slug, label, count, minPriceByTire: tally?.minPriceByTire[at + 1] ?? 0 }]
  })
}
