/** Converts conditions to filters of the catalog's index. */

import {
  EMPTY_QUERY,
  type ListingQuery,
  RANGE_FILTERS,
  type Range,
  type RangeFilter,
} from '../../../schema/catalog/listing/listing.ts'
import type { ProductContext } from '../../../schema/compat/catalog/compat-product.api.ts'
import { isChoiceFilter } from '../../../schema/compat/catalog/product-facets.ts'
import { matches } from '../../../schema/compat/catalog/search-match.ts'
import type { Bounds, SearchCondition } from '../../../schema/compat/catalog/search-query.ts'
import type { ListingEngine } from '../../catalog/index/listing-engine.ts'

/** The data that conditions on products are resolved with. */
export interface ProductSearchContext {
  db: D1Database
  productsVersion: string
  listing: ListingEngine
  categories: ProductContext['categories']
}

export const IN_STOCK = 'stock.is_in_stock'
const CATEGORY_FIELDS = ['category_ids', 'category.category_id', 'category.name']
/** Smallest steps of amounts: a cent; for tread, less than the step of half a 32nd. */
const STEP: Record<RangeFilter, number> = { price_by_tire: 0.01, final_price: 0.01, tread_depth: 0.01 }

/** Returns a query for all products, also sold-out ones, which clients hide with their own filter. */
export function allProductsQuery(): ListingQuery {
  return { ...EMPTY_QUERY, choices: {}, ranges: {}, outOfStock: true }
}

/** Checks whether a condition on stock matches products in stock, and sold-out products. */
export function matchesStockStates(condition: SearchCondition): [inStock: boolean, soldOut: boolean] {
  const matchesState = (is_in_stock: boolean) => matches({ stock: { is_in_stock } }, condition)
  return [matchesState(true), matchesState(false)]
}

/** Adds the condition to the query; returns false when the index cannot apply it. */
export function addToListingQuery(
  query: ListingQuery,
  condition: SearchCondition,
  categories: ProductContext['categories'],
): boolean {
  if (condition.kind === 'range') {
    const { field, bounds } = condition
    if (!isRangeFilter(field) || query.ranges[field]) return false
    const range = toAmountRange(bounds, STEP[field])
    if (range) query.ranges[field] = range
    return range !== null
  }
  if (condition.kind !== 'among' && condition.kind !== 'facet') return false
  const { field, values } = condition
  if (CATEGORY_FIELDS.includes(field)) return addCategory(query, matchingCategories(condition, categories))
  if (!isChoiceFilter(field) || query.choices[field]) return false
  // A sold-out product has a sales form, but none is available.
  if (field === 'sets' && condition.kind === 'among' && query.outOfStock) return false
  query.choices[field] = values.map(String)
  return true
}

function addCategory(query: ListingQuery, categories: ProductContext['categories']): boolean {
  if (categories.some(({ isRoot }) => isRoot)) return true
  const [only, ...others] = categories
  if (!only || others.length > 0 || query.category !== undefined) return false
  query.category = only.id
  return true
}

/** Returns the categories of a condition, by id or by name. */
export function matchingCategories(
  condition: SearchCondition,
  categories: ProductContext['categories'],
): ProductContext['categories'] {
  if (condition.kind !== 'among' && condition.kind !== 'facet') return []
  const values = new Set(condition.values.map(String))
  const isByName = condition.field === 'category.name'
  return categories.filter(({ id, name }) => values.has(isByName ? name : String(id)))
}

export function isCategoryField(field: string): boolean {
  return CATEGORY_FIELDS.includes(field)
}

export function isRangeFilter(field: string): field is RangeFilter {
  return Object.hasOwn(RANGE_FILTERS, field)
}

/** Converts bounds to an inclusive range; `null` when a bound is not a number. */
export function toAmountRange({ gt, gte, lt, lte }: Bounds, step: number): Range | null {
  const number = (value: Bounds['gt']) => (value === undefined ? null : Number(value))
  const lows = [number(gte), gt === undefined ? null : Number(gt) + step].filter((bound) => bound !== null)
  const highs = [number(lte), lt === undefined ? null : Number(lt) - step].filter((bound) => bound !== null)
  if (![...lows, ...highs].every(Number.isFinite)) return null
  return {
    from: lows.length > 0 ? Math.max(...lows) : null,
    to: highs.length > 0 ? Math.min(...highs) : null,
  }
}
