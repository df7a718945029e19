/**
 * A query of the catalog's entities, parsed from any of the three forms (C2): conditions that must all hold, a text, a
 * sort, a page, and aggregations.
 */

/** Limits of queries (C4); those of the text search are in search.ts. */
export const SEARCH_LIMITS = {
  /** Size when none or a negative one is given. */
  defaultSize: 50,
  /** "Maximum filter query size": no page reaches beyond it. */
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
  /** One of the values of `field` is one of `values`. */
  | { kind: 'among'; field: string; values: readonly Scalar[] }
  /** The same, and of a product with variants those of one of them (scope "catalog"). */
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

/** The order by chance. */
export const RANDOM_SORT = 'random'

/** Something to count, answered under `name`. */
export type Counting =
  | { kind: 'terms'; name: string; field: string; size: number }
  | { kind: 'ranges'; name: string; field: string; ranges: readonly { from?: number; to?: number }[] }
  | { kind: 'min'; name: string; field: string }
  | { kind: 'max'; name: string; field: string }

export interface SearchQuery {
  /** All must hold. */
  where: readonly SearchCondition[]
  /** Empty when no text is asked for. */
  text: string
  sort: readonly SortKey[]
  count: readonly Counting[]
}

/** Every field that a question names in its conditions. */
export function fieldsOf(conditions: readonly SearchCondition[]): string[] {
  return conditions.flatMap((condition): string[] => {
    if (condition.kind === 'not') return fieldsOf([condition.of])
    if (condition.kind === 'all' || condition.kind === 'any') return fieldsOf(condition.of)
    return [condition.field]
  })
}

/** How many comparisons a document may take until it is known whether all of the conditions hold. */
export function estimateComparisons(conditions: readonly SearchCondition[]): number {
  return conditions.reduce((sum, condition) => {
    if (condition.kind === 'not') return sum + estimateComparisons([condition.of])
    if (condition.kind === 'all' || condition.kind === 'any') return sum + estimateComparisons(condition.of)
    return sum + ('values' in condition ? condition.values.length : 1)
  }, 0)
}

/** The values that `field` must be among for the whole question to hold; `null` when nothing says so. */
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
