/** Computes the aggregations of a query over documents in memory (C4). */
import { type Document, facetValues, matches, valuesAt } from './search-match.ts'
import type { Counting, SearchCondition } from './search-query.ts'

/** Prices are dollars. */
export interface AggregationBucket {
  /** Text, also of a number; 1 and 0 of a truth, with `key_as_string`. */
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

/** Buckets, the most counted first, no more than `size`. */
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

/** `0.0-50.0`, `150.0-*`: the id of the bucket, which comes back in URLs, so its text stays. */
function rangeKey({ from, to }: { from?: number; to?: number }): string {
  const text = (value: number | undefined) =>
    value === undefined ? '*' : Number.isInteger(value) ? `${value}.0` : String(value)
  return `${text(from)}-${text(to)}`
}

/** True for the conditions that a count of `field` leaves out: the filter's own. */
function isOwnFilter(condition: SearchCondition, field: string): boolean {
  const own = field === 'price' ? ['price', 'final_price'] : [field]
  return (
    (condition.kind === 'among' || condition.kind === 'facet' || condition.kind === 'range') &&
    own.includes(condition.field)
  )
}

/** The conditions that a count keeps to: all but the filter of what it counts, of which another value may be chosen. */
export function conditionsOf(
  where: readonly SearchCondition[],
  counting: Counting,
): readonly SearchCondition[] {
  return ignoresOwnFilter(where, counting) ? where.filter((one) => !isOwnFilter(one, counting.field)) : where
}

/** True when `counting` looks at more than what the whole question finds, because the question has its own filter. */
export function ignoresOwnFilter(where: readonly SearchCondition[], { kind, field }: Counting): boolean {
  return (kind === 'terms' || kind === 'ranges') && where.some((condition) => isOwnFilter(condition, field))
}

/**
 * Answers one counting; `found` are the documents that all of `where` holds for. Buckets count what each value would
 * match with the other filters as they are, so that a second value of a filter can be chosen; minimum and maximum are
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
  // The other half of the pair that clients unite; the field itself counts both.
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

/** One bucket of a range; open ends have no key of their own, as the last one of the wire has no `to`. */
export function rangeBucket(range: { from?: number; to?: number }, count: number): AggregationBucket {
  return { key: rangeKey(range), ...range, doc_count: count }
}

function numbersOf(documents: readonly Document[], field: string): number[] {
  return documents.flatMap((document) =>
    valuesAt(document, field).filter((value): value is number => typeof value === 'number'),
  )
}
