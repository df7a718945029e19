/** Plans a query of products: the conditions of the index, and those that documents must be read for. */
import { DEFAULT_SORT, type ListingQuery, SORTS, type Sort } from '../../../schema/catalog/listing/listing.ts'
import { matches } from '../../../schema/compat/catalog/search-match.ts'
import {
  type Counting,
  fieldsOf,
  RANDOM_SORT,
  type SearchCondition,
  type SortKey,
} from '../../../schema/compat/catalog/search-query.ts'
import { type Asked, IN_STOCK, planned, stockAnswers, withSoldOut } from './product-filters.ts'
import { intersection, ProductIdSets } from './product-id-sets.ts'

export interface ListingPlan {
  query: ListingQuery
  /** Conditions that need the documents. */
  rest: SearchCondition[]
  /** True when no product can match. */
  nothing: boolean
}

/** Visibilities, statuses and stock states of documents without a key; the index decides conditions on them (C6). */
const STATES = { visibility: [2, 3, 4], status: [0, 1] } as const

export async function planListing(asked: Asked, where: readonly SearchCondition[]): Promise<ListingPlan> {
  const plan: ListingPlan = { query: withSoldOut(), rest: [], nothing: false }
  const left = where.filter((condition) => !stateKnown(plan, condition))
  const open = left.filter((condition) => !planned(plan.query, condition, asked.categories))
  let members: Set<number> | null = null
  const idSets = new ProductIdSets(asked, plan.query.outOfStock === false)
  for (const condition of open) {
    const found = await idSets.find(condition)
    if (found) members = members ? intersection(members, found) : found
    else plan.rest.push(condition)
  }
  if (members) plan.query.within = [...members]
  if (plan.nothing) plan.query.within = []
  return plan
}

/** Resolves visibility, status and stock, which are columns of the index, with any operator. */
function stateKnown(plan: ListingPlan, condition: SearchCondition): boolean {
  const [field, ...others] = new Set(fieldsOf([condition]))
  if (field === undefined || others.length > 0) return false
  if (field === IN_STOCK) {
    const [there, gone] = stockAnswers(condition)
    if (there && !gone) plan.query.outOfStock = false
    if (!there && !gone) plan.nothing = true
    // Only sold-out products: the index includes them.
    return there || !gone
  }
  if (field !== 'visibility' && field !== 'status') return false
  const asked = plan.query[field] ?? STATES[field]
  const left = asked.filter((value) => matches({ [field]: value }, condition))
  if (left.length < STATES[field].length) plan.query[field] = left
  if (left.length === 0) plan.nothing = true
  return true
}

/** Returns the query without the aggregated filters, so that all of their values are counted. */
export function withoutCounted(query: ListingQuery, count: readonly Counting[]): ListingQuery {
  const counted = new Set<string>(count.map(({ field }) => field))
  const others = <Value>(record: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(record).filter(([field]) => !counted.has(field)))
  return { ...query, choices: others(query.choices), ranges: others(query.ranges) }
}

/** Clients' names of the index's sorts. */
const SORT_AS: Readonly<Record<string, string>> = {
  updated_at: 'created_at',
  price: 'final_price',
  name: 'url_key',
}

/** Returns the requested sort of the index, or its reverse; `null` when the index knows neither. */
export function sortOf(
  sort: readonly SortKey[],
  query: Pick<ListingQuery, 'sort'>,
): { sort: Sort; reversed: boolean } | null {
  const [first] = sort.filter(({ field }) => field !== '_score' && field !== 'position')
  if (!first || first.field === RANDOM_SORT) return { sort: query.sort ?? DEFAULT_SORT, reversed: false }
  const field = SORT_AS[first.field] ?? first.field
  const named = (descending: boolean) =>
    SORTS.find(({ value }) => value === `${field}:${descending ? 'desc' : 'asc'}`)?.value
  const own = named(first.descending)
  if (own) return { sort: own, reversed: false }
  const other = named(!first.descending)
  return other ? { sort: other, reversed: true } : null
}
