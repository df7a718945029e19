/** Computes aggregations of products from the catalog's index (C4). Prices are dollars. */
import type { Bucket, ChoiceFilter, ListingQuery } from '../../../schema/catalog/listing/listing.ts'
import { parseTireSize } from '../../../schema/catalog/sizes/tire-size.ts'
import type { AggregationResult } from '../../../schema/compat/catalog/catalog-document.api.ts'
import { isChoiceFilter } from '../../../schema/compat/catalog/product-facets.ts'
import { rangeBucket, termsResult } from '../../../schema/compat/catalog/search-aggregations.ts'
import type { AggregationRequest } from '../../../schema/compat/catalog/search-query.ts'
import { toDollars } from '../../../schema/platform/money.ts'
import type { ListingEngine } from '../../catalog/index/listing-engine.ts'

/**
 * Checks whether the index provides the aggregation. `{field}_options` is empty here, because the field
 * already counts variants.
 */
export function isIndexAggregation({ kind, field }: AggregationRequest): boolean {
  if (kind === 'terms') {
    return isChoiceFilter(field) || isSizePart(field) || field.endsWith('_options')
  }
  return field === 'final_price'
}

/** Fields that are parts of the size; their counts are sums of the counts of sizes. */
const SIZE_PARTS = { section: 'width', aspect: 'aspect' } as const

function isSizePart(field: string): field is keyof typeof SIZE_PARTS {
  return Object.hasOwn(SIZE_PARTS, field)
}

/** Groups the buckets of sizes by one of their parts. */
function bySizePart(sizes: readonly Bucket[], part: keyof typeof SIZE_PARTS): Bucket[] {
  const groups = new Map<string, Bucket>()
  for (const bucket of sizes) {
    const key = String(parseTireSize(bucket.key)?.[SIZE_PARTS[part]] ?? '')
    if (key === '') continue
    const known = groups.get(key)
    const min = [known?.minFinalPrice, bucket.minFinalPrice].filter((price) => price != null)
    groups.set(key, {
      ...bucket,
      key,
      count: (known?.count ?? 0) + bucket.count,
      minFinalPrice: min.length > 0 ? Math.min(...min) : null,
    })
  }
  return [...groups.values()]
}

/** Computes the aggregations that the index provides (`isIndexAggregation`). */
export async function aggregateListing(
  listing: ListingEngine,
  query: ListingQuery,
  requests: readonly AggregationRequest[],
): Promise<Record<string, AggregationResult>> {
  if (requests.length === 0) return {}
  const facets = new Set<ChoiceFilter>()
  for (const { kind, field } of requests) {
    if (kind !== 'terms') continue
    if (isChoiceFilter(field)) facets.add(field)
    else if (isSizePart(field)) facets.add('size')
  }
  const { buckets } = await listing.find({ ...query, start: 0, size: 0 }, [...facets])
  const results: Record<string, AggregationResult> = {}
  for (const request of requests) results[request.name] = await compute(request)
  return results

  async function compute(request: AggregationRequest): Promise<AggregationResult> {
    switch (request.kind) {
      case 'terms': {
        const { field } = request
        const found = isSizePart(field)
          ? bySizePart(buckets.size ?? [], field)
          : isChoiceFilter(field)
            ? (buckets[field] ?? [])
            : []
        return termsResult(
          found.map(({ key, count: documents, minFinalPrice }) => ({
            key,
            doc_count: documents,
            agg_min_final_price: { value: minFinalPrice === null ? null : toDollars(minFinalPrice) },
          })),
          request.size,
        )
      }
      case 'ranges':
        return { buckets: await rangeBuckets(listing, query, request.ranges) }
      default:
        return { value: await priceLimit(listing, query, request.kind) }
    }
  }
}

/** Counts products by price range without the price filter; the upper end of a range is excluded. */
async function rangeBuckets(
  listing: ListingEngine,
  query: ListingQuery,
  ranges: readonly { from?: number; to?: number }[],
) {
  const inclusive = ranges.map(({ from, to }) => ({
    from: from ?? null,
    to: to === undefined ? null : to - 0.01,
  }))
  const counted = await listing.prices(query, 'final_price', inclusive, 'ignored')
  return ranges.map((range, index) => rangeBucket(range, counted.ranges[index]?.count ?? 0))
}

/** Returns the lowest or the highest price of the matches; `null` without a match. */
async function priceLimit(
  listing: ListingEngine,
  query: ListingQuery,
  kind: 'min' | 'max',
): Promise<number | null> {
  const { min, max } = await listing.prices(query, 'final_price', [], 'applied')
  const cents = kind === 'min' ? min : max
  return cents === null ? null : toDollars(cents)
}
