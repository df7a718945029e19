/** Computes the aggregations of a query over documents in memory (C4). */
import { type Document, facetValues, matches, valuesAt } from './search-match.ts'
import type { Counting, SearchCondition } from './search-query.ts'

/** Prices are dollars. */
export interface AggregationBucket {
  /** Text, also for a number; 1 and 0 for a boolean, with `key_as_string`. */
  key: string | number
  key_as_string?: string
  from?: number
  to?: number
  doc_count: number
  agg_min_final_price?: { value: number | null }
}

export type AggregationResult =
  | { doc_count_error_upper_bound: 0; sum_other_doc_count: number; buckets: AggregationBucket[] }
  | { buckets: AggregationBucket[] }
  | { value: number | null }

/** Returns the largest buckets, at most `size`. */
export function termsResult(buckets: readonly AggregationBucket[], size: number): AggregationResult {
  const shown = [...buckets]
    .sort((a, b) => b.doc_count - a.doc_count || (String(a.key) < String(b.key) ? -1 : 1))
    .slice(0, size)
  const rest = buckets.length - shown.length
  const others = rest > 0 ? sum(buckets) - sum(shown) : 0
  return { doc_count_error_upper_bound: 0, sum_other_doc_count: others, buckets: shown }
}

function sum(buckets: readonly AggregationBucket[]): number {
  return buckets.reduce((total, { doc_count }) => total + doc_count, 0)
}

/** Returns the bucket's key, `0.0-50.0` or `150.0-*`. Clients write the key in URLs, so its format is fixed. */
function rangeKey({ from, to }: { from?: number; to?: number }): string {
  const text = (value: number | undefined) =>
    value === undefined ? '*' : Number.isInteger(value) ? `${value}.0` : String(value)
  return `${text(from)}-${text(to)}`
}

/** Returns whether a condition is the filter of `field`, which its aggregation leaves out. */
function isOwnFilter(condition: SearchCondition, field: string): boolean {
  const own = field === 'price' ? ['price', 'final_price'] : [field]
  return (
    (condition.kind === 'among' || condition.kind === 'facet' || condition.kind === 'range') &&
    own.includes(condition.field)
  )
}

/** Returns the conditions of an aggregation: all except the filter of its own field. */
export function conditionsOf(
  where: readonly SearchCondition[],
  counting: Counting,
): readonly SearchCondition[] {
  return ignoresOwnFilter(where, counting) ? where.filter((one) => !isOwnFilter(one, counting.field)) : where
}

/** Returns whether the aggregation covers more than the query's matches, because the query filters by its field. */
export function ignoresOwnFilter(where: readonly SearchCondition[], { kind, field }: Counting): boolean {
  return (kind === 'terms' || kind === 'ranges') && where.some((condition) => isOwnFilter(condition, field))
}

/**
 * Computes one aggregation; `found` are the documents that meet all of `where`. Buckets count the matches of each value
 * with the other filters unchanged, so that a second value of a filter can be chosen; minimum and maximum are
 * those of the matches.
 */
export function aggregate(
  documents: readonly Document[],
  found: readonly Document[],
  where: readonly SearchCondition[],
  counting: Counting,
): AggregationResult {
  if (counting.kind === 'min' || counting.kind === 'max') {
    const values = numbersOf(found, counting.field)
    if (values.length === 0) return { value: null }
    return { value: values.reduce((a, b) => (counting.kind === 'min' ? Math.min(a, b) : Math.max(a, b))) }
  }
  const others = conditionsOf(where, counting)
  const counted =
    others === where
      ? found
      : documents.filter((document) => others.every((condition) => matches(document, condition)))
  if (counting.kind === 'ranges') {
    return {
      buckets: counting.ranges.map(({ from, to }) => {
        const inside = counted.filter((document) =>
          valuesAt(document, counting.field).some(
            (value) => Number(value) >= (from ?? -Infinity) && Number(value) < (to ?? Infinity),
          ),
        )
        return rangeBucket(
          { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) },
          inside.length,
        )
      }),
    }
  }
  // Clients add both counts of the pair; the field itself counts all.
  if (counting.field.endsWith('_options')) return termsResult([], counting.size)
  const groups = new Map<string, { key: AggregationBucket['key']; documents: Document[]; flag: boolean }>()
  for (const document of counted) {
    for (const value of new Set(facetValues(document, counting.field))) {
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
    counting.size,
  )
}

/** Builds one bucket of a range; open ends have no `from` or `to`. */
export function rangeBucket(range: { from?: number; to?: number }, count: number): AggregationBucket {
  return { key: rangeKey(range), ...range, doc_count: count }
}

function numbersOf(documents: readonly Document[], field: string): number[] {
  return documents.flatMap((document) =>
    valuesAt(document, field).filter((value): value is number => typeof value === 'number'),
  )
}
