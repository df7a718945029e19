/** Computes aggregations of products from the catalog's index (C4). Prices are dollars. */
import type { Bucket, ChoiceFilter, ListingQuery } from '../../../schema/catalog/listing/listing.ts'
import { parseTireSize } from '../../../schema/catalog/sizes/tire-size.ts'
import { isChoiceFilter } from '../../../schema/compat/catalog/product-facets.ts'
import {
  type AggregationResult,
  rangeBucket,
  termsResult,
} from '../../../schema/compat/catalog/search-count.ts'
import type { Counting } from '../../../schema/compat/catalog/search-query.ts'
import { toDollars } from '../../../schema/platform/money.ts'
import type { ListingEngine } from '../../catalog/index/listing-engine.ts'

/** Returns whether the index answers the aggregation; of the pair that clients add, the field counts the variants too. */
export function isListingCount({ kind, field }: Counting): boolean {
  if (kind === 'terms') {
    return isChoiceFilter(field) || isSizePart(field) || field.endsWith('_options')
  }
  return field === 'final_price'
}

/** Returns whether the field is a part of the size, which sizes are counted for. */
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

/** Computes the aggregations of the index (`isListingCount`). */
export async function countsOfListing(
  listing: ListingEngine,
  query: ListingQuery,
  count: readonly Counting[],
): Promise<Record<string, AggregationResult>> {
  if (count.length === 0) return {}
  const facets = new Set<ChoiceFilter>()
  for (const { kind, field } of count) {
    if (kind !== 'terms') continue
    if (isChoiceFilter(field)) facets.add(field)
    else if (isSizePart(field)) facets.add('size')
  }
  const { buckets } = await listing.find({ ...query, start: 0, size: 0 }, [...facets])
  const answers: Record<string, AggregationResult> = {}
  for (const counting of count) answers[counting.name] = await answer(counting)
  return answers

  async function answer(counting: Counting): Promise<AggregationResult> {
    switch (counting.kind) {
      case 'terms': {
        const { field } = counting
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
          counting.size,
        )
      }
      case 'ranges':
        return { buckets: await rangeBuckets(listing, query, counting.ranges) }
      default:
        return { value: await extreme(listing, query, counting.kind) }
    }
  }
}

/** Counts products by price range, without the filter's own bounds; upper ends are exclusive. */
async function rangeBuckets(
  listing: ListingEngine,
  query: ListingQuery,
  ranges: readonly { from?: number; to?: number }[],
) {
  const asked = ranges.map(({ from, to }) => ({
    from: from ?? null,
    to: to === undefined ? null : to - 0.01,
  }))
  const counted = await listing.prices(query, 'final_price', asked, 'ignored')
  return ranges.map((range, index) => rangeBucket(range, counted.ranges[index]?.count ?? 0))
}

/** Returns the lowest or the highest price of the matches; `null` without a match. */
async function extreme(
  listing: ListingEngine,
  query: ListingQuery,
  kind: 'min' | 'max',
): Promise<number | null> {
  const { min, max } = await listing.prices(query, 'final_price', [], 'applied')
  const cents = kind === 'min' ? min : max
  return cents === null ? null : toDollars(cents)
}
