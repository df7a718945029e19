/** A question about products as a listing: what the index can answer, and what is left for the documents. */
import type { ProductContext } from '../../schema/api/wire-product.ts'
import {
  DEFAULT_SORT,
  EMPTY_QUERY,
  type ListingQuery,
  RANGE_FILTERS,
  type Range,
  type RangeFilter,
  SORTS,
  type Sort,
} from '../../schema/domain/listing.ts'
import { isChoiceFilter } from '../../schema/domain/product-facets.ts'
import { matches } from '../../schema/domain/search-match.ts'
import {
  type Bounds,
  type Condition,
  type Counting,
  fieldsOf,
  RANDOM_SORT,
  type SortKey,
} from '../../schema/domain/search-query.ts'
import type { ListingEngine } from '../search/listing-engine.ts'

export interface ListingPlan {
  query: ListingQuery
  /** Conditions that the documents have to be asked for. */
  rest: Condition[]
  /** True when nothing that may be listed can answer. */
  nothing: boolean
}

/** The states that a document without a key can be in (spec §5); what they decide is no question to documents. */
const STATES = { visibility: [2, 3, 4], status: [0, 1] } as const
const IN_STOCK = 'stock.is_in_stock'
const CATEGORY_FIELDS = ['category_ids', 'category.category_id', 'category.name']
/** More members than any category has. */
const EVERYONE = 10_000_000
/** Steps below which amounts are the same: a cent, and less than the half 32nd of a tread. */
const STEP: Record<RangeFilter, number> = { price_by_tire: 0.01, final_price: 0.01, tread_depth: 0.01 }

export async function planListing(
  listing: ListingEngine,
  where: readonly Condition[],
  categories: ProductContext['categories'],
): Promise<ListingPlan> {
  const plan: ListingPlan = {
    // Out-of-stock products are hidden by a filter of the client (spec §7), and are there without it.
    query: { ...EMPTY_QUERY, choices: {}, ranges: {}, outOfStock: true },
    rest: [],
    nothing: false,
  }
  for (const condition of where) {
    const known = stateKnown(plan, condition) || planned(plan.query, condition)
    if (!known && !(await inCategories(listing, plan, condition, categories))) plan.rest.push(condition)
  }
  return plan
}

/** Visibility, status and stock are columns of the index, whatever the operator. */
function stateKnown(plan: ListingPlan, condition: Condition): boolean {
  const [field, ...others] = new Set(fieldsOf([condition]))
  if (field === undefined || others.length > 0) return false
  if (field === IN_STOCK) {
    const [there, gone] = [true, false].map((is_in_stock) => matches({ stock: { is_in_stock } }, condition))
    if (there && !gone) plan.query.outOfStock = false
    if (!there && !gone) plan.nothing = true
    // Only what is sold out: the index knows it with the rest.
    return there || !gone
  }
  if (field !== 'visibility' && field !== 'status') return false
  const asked = plan.query[field] ?? STATES[field]
  const left = asked.filter((value) => matches({ [field]: value }, condition))
  if (left.length < STATES[field].length) plan.query[field] = left
  if (left.length === 0) plan.nothing = true
  return true
}

/** Puts the condition into the query if the index knows it. */
function planned(query: ListingQuery, condition: Condition): boolean {
  if (condition.kind === 'range') {
    const { field, bounds } = condition
    if (!isRangeFilter(field) || query.ranges[field]) return false
    const range = toRange(bounds, STEP[field])
    if (range) query.ranges[field] = range
    return range !== null
  }
  if (condition.kind !== 'among' && condition.kind !== 'facet') return false
  const { field, values } = condition
  // Ways of sale are counted with those of the variants, which only a facet asks for.
  if (!isChoiceFilter(field) || query.choices[field] || (field === 'sets' && condition.kind === 'among'))
    return false
  query.choices[field] = values.map(String)
  return true
}

function isRangeFilter(field: string): field is RangeFilter {
  return Object.hasOwn(RANGE_FILTERS, field)
}

/** Inclusive bounds; `null` for what is no number. */
function toRange({ gt, gte, lt, lte }: Bounds, step: number): Range | null {
  const number = (value: Bounds['gt']) => (value === undefined ? null : Number(value))
  const lows = [number(gte), gt === undefined ? null : Number(gt) + step].filter((one) => one !== null)
  const highs = [number(lte), lt === undefined ? null : Number(lt) - step].filter((one) => one !== null)
  if (![...lows, ...highs].every(Number.isFinite)) return null
  return {
    from: lows.length > 0 ? Math.max(...lows) : null,
    to: highs.length > 0 ? Math.min(...highs) : null,
  }
}

/** One category is a question of the index; of several, the members of each are put together. */
async function inCategories(
  listing: ListingEngine,
  plan: ListingPlan,
  condition: Condition,
  categories: ProductContext['categories'],
): Promise<boolean> {
  if (condition.kind !== 'among' && condition.kind !== 'facet') return false
  if (!CATEGORY_FIELDS.includes(condition.field)) return false
  if (plan.query.category !== undefined || plan.query.within) return false
  const asked = new Set(condition.values.map(String))
  const named = condition.field === 'category.name'
  const known = categories.filter(({ id, name }) => asked.has(named ? name : String(id)))
  if (known.some(({ isRoot }) => isRoot)) return true
  const [only] = known
  if (!only) plan.nothing = true
  else if (known.length === 1) plan.query.category = only.id
  else {
    const members = new Set<number>()
    for (const { id } of known) {
      const all = { ...EMPTY_QUERY, category: id, outOfStock: true, size: EVERYONE }
      const { ids } = await listing.find(all, [])
      for (const member of ids) members.add(member)
    }
    plan.query.within = [...members]
  }
  return true
}

/** The query without the filters that are counted, so that every value of theirs can be. */
export function withoutCounted(query: ListingQuery, count: readonly Counting[]): ListingQuery {
  const counted = new Set<string>(count.map(({ field }) => field))
  const others = <Value>(record: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(record).filter(([field]) => !counted.has(field)))
  return { ...query, choices: others(query.choices), ranges: others(query.ranges) }
}

/** Names of clients for the orders of the index. */
const SORT_AS: Readonly<Record<string, string>> = {
  updated_at: 'created_at',
  price: 'final_price',
  name: 'url_key',
}

/** The order of the index that was asked for, or its opposite; `null` when it knows neither. */
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
