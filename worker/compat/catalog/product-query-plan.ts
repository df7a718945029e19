/** Plans a query of products: the conditions for the index, and the conditions that need documents. */
import { DEFAULT_SORT, type ListingQuery, SORTS, type Sort } from '../../../schema/catalog/listing/listing.ts'
import { matches } from '../../../schema/compat/catalog/search-match.ts'
import {
  type AggregationRequest,
  fieldsOf,
  RANDOM_SORT,
  type SearchCondition,
  type SortKey,
} from '../../../schema/compat/catalog/search-query.ts'
import {
  addToListingQuery,
  allProductsQuery,
  IN_STOCK,
  matchesStockStates,
  type ProductSearchContext,
} from './product-filters.ts'
import { intersection, ProductIdSets } from './product-id-sets.ts'

export interface ListingPlan {
  query: ListingQuery
  /** Conditions that need the documents. */
  remaining: SearchCondition[]
  /** True when no product can match. */
  isEmpty: boolean
}

/** All visibilities and statuses of products in the index, which decides conditions on them (C6). */
const STATES = { visibility: [2, 3, 4], status: [0, 1] } as const

/** Returns the query of the index and the remaining conditions. */
export async function planListing(
  context: ProductSearchContext,
  where: readonly SearchCondition[],
): Promise<ListingPlan> {
  const plan: ListingPlan = { query: allProductsQuery(), remaining: [], isEmpty: false }
  const others = where
    .filter((condition) => !applyStateCondition(plan, condition))
    .filter((condition) => !addToListingQuery(plan.query, condition, context.categories))
  let members: Set<number> | null = null
  const idSets = new ProductIdSets(context, plan.query.outOfStock === false)
  for (const condition of others) {
    const found = await idSets.find(condition)
    if (found) members = members ? intersection(members, found) : found
    else plan.remaining.push(condition)
  }
  if (members) plan.query.within = [...members]
  if (plan.isEmpty) plan.query.within = []
  return plan
}

/** Applies a condition on visibility, status or stock; returns false when documents are needed. */
function applyStateCondition(plan: ListingPlan, condition: SearchCondition): boolean {
  const [field, ...others] = new Set(fieldsOf([condition]))
  if (field === undefined || others.length > 0) return false
  if (field === IN_STOCK) {
    const [inStock, soldOut] = matchesStockStates(condition)
    if (inStock && !soldOut) plan.query.outOfStock = false
    if (!inStock && !soldOut) plan.isEmpty = true
    // The index has no query for sold-out products only.
    return inStock || !soldOut
  }
  if (field !== 'visibility' && field !== 'status') return false
  const allowed = plan.query[field] ?? STATES[field]
  const matching = allowed.filter((value) => matches({ [field]: value }, condition))
  if (matching.length < STATES[field].length) plan.query[field] = matching
  if (matching.length === 0) plan.isEmpty = true
  return true
}

/** Returns the query without the filters of aggregated fields, so that all of their values are counted. */
export function withoutAggregatedFilters(
  query: ListingQuery,
  aggregations: readonly AggregationRequest[],
): ListingQuery {
  const fields = new Set<string>(aggregations.map(({ field }) => field))
  const withoutFields = <Value>(record: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(record).filter(([field]) => !fields.has(field)))
  return { ...query, choices: withoutFields(query.choices), ranges: withoutFields(query.ranges) }
}

/** Fields by which clients sort, with the fields of the index. */
const SORT_FIELDS: Readonly<Record<string, string>> = {
  updated_at: 'created_at',
  price: 'final_price',
  name: 'url_key',
}

/** Returns the sort of the index for the requested one, reversed if needed; `null` without one. */
export function toListingSort(
  sort: readonly SortKey[],
  query: Pick<ListingQuery, 'sort'>,
): { sort: Sort; reversed: boolean } | null {
  const [first] = sort.filter(({ field }) => field !== '_score' && field !== 'position')
  if (!first || first.field === RANDOM_SORT) return { sort: query.sort ?? DEFAULT_SORT, reversed: false }
  const field = SORT_FIELDS[first.field] ?? first.field
  const findSort = (descending: boolean) =>
    SORTS.find(({ value }) => value === `${field}:${descending ? 'desc' : 'asc'}`)?.value
  const exact = findSort(first.descending)
  if (exact) return { sort: exact, reversed: false }
  const opposite = findSort(!first.descending)
  return opposite ? { sort: opposite, reversed: true } : null
}
