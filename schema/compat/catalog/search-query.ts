/**
 * A query of the catalog's entities, parsed from any of the three forms (C2): conditions that must all be
 * true, a text, a sort, and aggregations.
 */

/** Limits of queries (C4); the limits of the text search are in schema/catalog/search/search.ts. */
export const SEARCH_LIMITS = {
  /** Size of a page without a size or with a negative one. */
  defaultSize: 50,
  /** Largest size and largest start of a page ("maximum filter query size"). */
  maxSize: 10_000,
  maxAggregation: 999_999,
} as const

export type Scalar = string | number | boolean

export interface Bounds {
  gt?: Scalar
  gte?: Scalar
  lt?: Scalar
  lte?: Scalar
}

export type SearchCondition =
  /** True when a value of `field` is one of `values`. */
  | { kind: 'among'; field: string; values: readonly Scalar[] }
  /** The same, but values of the available variants replace those of the product (scope "catalog"). */
  | { kind: 'facet'; field: string; values: readonly Scalar[] }
  | { kind: 'exists'; field: string }
  | { kind: 'range'; field: string; bounds: Bounds }
  | { kind: 'prefix'; field: string; value: string }
  | { kind: 'not'; of: SearchCondition }
  | { kind: 'all'; of: readonly SearchCondition[] }
  | { kind: 'any'; of: readonly SearchCondition[] }

export interface SortKey {
  field: string
  descending: boolean
}

/** Field name of the random sort. */
export const RANDOM_SORT = 'random'

/** A requested aggregation; `name` is its key in the reply. */
export type AggregationRequest =
  | { kind: 'terms'; name: string; field: string; size: number }
  | { kind: 'ranges'; name: string; field: string; ranges: readonly { from?: number; to?: number }[] }
  | { kind: 'min'; name: string; field: string }
  | { kind: 'max'; name: string; field: string }

export interface SearchQuery {
  /** Conditions that must all be true. */
  where: readonly SearchCondition[]
  /** Empty without a text search. */
  text: string
  sort: readonly SortKey[]
  aggregations: readonly AggregationRequest[]
}

/** Returns the fields of all conditions. */
export function fieldsOf(conditions: readonly SearchCondition[]): string[] {
  return conditions.flatMap((condition): string[] => {
    if (condition.kind === 'not') return fieldsOf([condition.of])
    if (condition.kind === 'all' || condition.kind === 'any') return fieldsOf(condition.of)
    return [condition.field]
  })
}

/** Returns the largest number of comparisons that the conditions need for one document. */
export function estimateComparisons(conditions: readonly SearchCondition[]): number {
  return conditions.reduce((sum, condition) => {
    if (condition.kind === 'not') return sum + estimateComparisons([condition.of])
    if (condition.kind === 'all' || condition.kind === 'any') return sum + estimateComparisons(condition.of)
    return sum + ('values' in condition ? condition.values.length : 1)
  }, 0)
}

/** Returns the values of which `field` must have one; `null` without such a condition. */
export function requiredValues(
  conditions: readonly SearchCondition[],
  field: string,
): readonly Scalar[] | null {
  for (const condition of conditions) {
    const isList = condition.kind === 'among' || condition.kind === 'facet'
    if (isList && condition.field === field) return condition.values
    const inner = condition.kind === 'all' ? requiredValues(condition.of, field) : null
    if (inner) return inner
  }
  return null
}
