/** Computes the aggregations of a query over documents in memory (C4). */
import type { AggregationBucket, AggregationResult } from './catalog-document.api.ts'
import { type Document, facetValues, matches, valuesAt } from './search-match.ts'
import type { AggregationRequest, SearchCondition } from './search-query.ts'

/** Returns the aggregation with the largest buckets, at most `size` of them. */
export function termsResult(buckets: readonly AggregationBucket[], size: number): AggregationResult {
  const largest = [...buckets]
    .sort((a, b) => b.doc_count - a.doc_count || (String(a.key) < String(b.key) ? -1 : 1))
    .slice(0, size)
  const others = sum(buckets) - sum(largest)
  return { doc_count_error_upper_bound: 0, sum_other_doc_count: others, buckets: largest }
}

function sum(buckets: readonly AggregationBucket[]): number {
  return buckets.reduce((total, { doc_count }) => total + doc_count, 0)
}

/** Formats the key of a range, `0.0-50.0` or `150.0-*`. Clients write keys in URLs: do not change it. */
function rangeKey({ from, to }: { from?: number; to?: number }): string {
  const text = (value: number | undefined) =>
    value === undefined ? '*' : Number.isInteger(value) ? `${value}.0` : String(value)
  return `${text(from)}-${text(to)}`
}

/** Checks whether a condition is the filter of `field`; the aggregation of a field leaves out its filter. */
function isOwnFilter(condition: SearchCondition, field: string): boolean {
  const own = field === 'price' ? ['price', 'final_price'] : [field]
  return (
    (condition.kind === 'among' || condition.kind === 'facet' || condition.kind === 'range') &&
    own.includes(condition.field)
  )
}

/** Returns the conditions of an aggregation: all except the filter of its own field. */
export function conditionsForAggregation(
  where: readonly SearchCondition[],
  request: AggregationRequest,
): readonly SearchCondition[] {
  return ignoresOwnFilter(where, request) ? where.filter((one) => !isOwnFilter(one, request.field)) : where
}

/** Checks whether the query filters by the field, so that the aggregation covers more than the matches. */
export function ignoresOwnFilter(
  where: readonly SearchCondition[],
  { kind, field }: AggregationRequest,
): boolean {
  return (kind === 'terms' || kind === 'ranges') && where.some((condition) => isOwnFilter(condition, field))
}

/**
 * Computes one aggregation; `found` has the documents that meet all conditions. Buckets count the matches of
 * each value with the other filters unchanged, so that the shopper can choose a second value of a filter.
 * Minimum and maximum are those of the matches.
 */
export function aggregate(
  documents: readonly Document[],
  found: readonly Document[],
  where: readonly SearchCondition[],
  request: AggregationRequest,
): AggregationResult {
  if (request.kind === 'min' || request.kind === 'max') {
    const values = numbersOf(found, request.field)
    if (values.length === 0) return { value: null }
    return { value: values.reduce((a, b) => (request.kind === 'min' ? Math.min(a, b) : Math.max(a, b))) }
  }
  const conditions = conditionsForAggregation(where, request)
  const counted =
    conditions === where
      ? found
      : documents.filter((document) => conditions.every((condition) => matches(document, condition)))
  if (request.kind === 'ranges') {
    return {
      buckets: request.ranges.map((range) => {
        const { from = -Infinity, to = Infinity } = range
        const inside = counted.filter((document) =>
          valuesAt(document, request.field).some((value) => Number(value) >= from && Number(value) < to),
        )
        return rangeBucket(range, inside.length)
      }),
    }
  }
  // Clients add the counts of `field` and `field_options`; the counts of `field` are complete.
  if (request.field.endsWith('_options')) return termsResult([], request.size)
  const groups = new Map<string, { key: AggregationBucket['key']; documents: Document[]; flag: boolean }>()
  for (const document of counted) {
    for (const value of new Set(facetValues(document, request.field))) {
      const flag = typeof value === 'boolean'
      const key = flag ? Number(value) : String(value)
      const group = groups.get(String(key)) ?? { key, documents: [], flag }
      groups.set(String(key), group)
      group.documents.push(document)
    }
  }
  return termsResult(
    [...groups.values()].map(({ key, documents: members, flag }) => {
      const prices = numbersOf(members, 'final_price')
      return {
        key,
        ...(flag ? { key_as_string: String(key === 1) } : {}),
        doc_count: members.length,
        ...(prices.length > 0 ? { agg_min_final_price: { value: Math.min(...prices) } } : {}),
      }
    }),
    request.size,
  )
}

/** Builds the bucket of a range; open ends have no `from` or `to`. */
export function rangeBucket(range: { from?: number; to?: number }, count: number): AggregationBucket {
  return { key: rangeKey(range), ...range, doc_count: count }
}

function numbersOf(documents: readonly Document[], field: string): number[] {
  return documents.flatMap((document) =>
    valuesAt(document, field).filter((value): value is number => typeof value === 'number'),
  )
}
