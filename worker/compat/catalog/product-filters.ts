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

/** The parts of the shop that conditions are resolved with. */
export interface Asked {
  db: D1Database
  /** Of the catalog. */
  version: string
  listing: ListingEngine
  categories: ProductContext['categories']
}

export const IN_STOCK = 'stock.is_in_stock'
const CATEGORY_FIELDS = ['category_ids', 'category.category_id', 'category.name']
/** Smallest steps of amounts: a cent, and less than half a 32nd of tread. */
const STEP: Record<RangeFilter, number> = { price_by_tire: 0.01, final_price: 0.01, tread_depth: 0.01 }

/** Includes sold-out products: a client hides them by a filter of its own. */
export function withSoldOut(): ListingQuery {
  return { ...EMPTY_QUERY, choices: {}, ranges: {}, outOfStock: true }
}

/** Returns whether a condition about stock holds for products in stock, and for sold-out ones. */
export function stockAnswers(condition: SearchCondition): [there: boolean, gone: boolean] {
  const of = (is_in_stock: boolean) => matches({ stock: { is_in_stock } }, condition)
  return [of(true), of(false)]
}

/** Adds the condition to the query if the index knows the field. */
export function planned(
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
  if (CATEGORY_FIELDS.includes(field)) return inCategory(query, categoriesOf(condition, categories))
  if (!isChoiceFilter(field) || query.choices[field]) return false
  // Sold-out products have a sales form of their own, but none that is available.
  if (field === 'sets' && condition.kind === 'among' && query.outOfStock) return false
  query.choices[field] = values.map(String)
  return true
}

function inCategory(query: ListingQuery, known: ProductContext['categories']): boolean {
  if (known.some(({ isRoot }) => isRoot)) return true
  const [only, ...others] = known
  if (!only || others.length > 0 || query.category !== undefined) return false
  query.category = only.id
  return true
}

/** Returns the categories of a condition, by id or by name. */
export function categoriesOf(
  condition: SearchCondition,
  categories: ProductContext['categories'],
): ProductContext['categories'] {
  if (condition.kind !== 'among' && condition.kind !== 'facet') return []
  const asked = new Set(condition.values.map(String))
  const named = condition.field === 'category.name'
  return categories.filter(({ id, name }) => asked.has(named ? name : String(id)))
}

export function isCategoryField(field: string): boolean {
  return CATEGORY_FIELDS.includes(field)
}

export function isRangeFilter(field: string): field is RangeFilter {
  return Object.hasOwn(RANGE_FILTERS, field)
}

/** Converts to inclusive bounds; `null` unless they are numbers. */
export function toAmountRange({ gt, gte, lt, lte }: Bounds, step: number): Range | null {
  const number = (value: Bounds['gt']) => (value === undefined ? null : Number(value))
  const lows = [number(gte), gt === undefined ? null : Number(gt) + step].filter((one) => one !== null)
  const highs = [number(lte), lt === undefined ? null : Number(lt) - step].filter((one) => one !== null)
  if (![...lows, ...highs].every(Number.isFinite)) return null
  return {
    from: lows.length > 0 ? Math.max(...lows) : null,
    to: highs.length > 0 ? Math.min(...highs) : null,
  }
}
