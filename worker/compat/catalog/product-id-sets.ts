/**
 * Finds the ids of products for conditions that are no filters of a listing: alternatives, exceptions,
 * existence. The index returns the products with each value; operations on sets of ids do the rest.
 */
import type { ChoiceFilter, ListingQuery, RangeFilter } from '../../../schema/catalog/listing/listing.ts'
import { parseTireSize } from '../../../schema/catalog/sizes/tire-size.ts'
import { isChoiceFilter } from '../../../schema/compat/catalog/product-facets.ts'
import { matches } from '../../../schema/compat/catalog/search-match.ts'
import type { Scalar, SearchCondition } from '../../../schema/compat/catalog/search-query.ts'
import { toDollars } from '../../../schema/platform/money.ts'
import { findProducts } from '../../catalog/product/product.sql.ts'
import { idsByColumn } from './product-columns.ts'
import {
  addToListingQuery,
  allProductsQuery,
  IN_STOCK,
  isCategoryField,
  isRangeFilter,
  matchesStockStates,
  matchingCategories,
  type ProductSearchContext,
  toAmountRange,
} from './product-filters.ts'
import { findIdsByType, readSpecialPrices } from './product-ids.sql.ts'

/** Largest number of id lists that one query reads from the index. */
const LISTS_MAX = 40
/** Largest number of products for sets of ids; in a larger shop such a query is refused. */
const PRODUCTS_MAX = 250_000
/** A page size that is larger than the number of products of any shop. */
export const ALL = 10_000_000
/** Fields that every product has. */
const ALWAYS = new Set(
  'id sku name type_id status visibility price final_price price_by_tire stock stock.is_in_stock stock.qty category_ids tax_class_id url_key url_path slug setqty sets created_at updated_at'.split(
    ' ',
  ),
)

/** Filters whose values have no order. */
const WITHOUT_ORDER: ReadonlySet<string> = new Set(['sets', 'smart_filter'])
/** Filters whose values are numbers. */
const NUMERIC: ReadonlySet<string> = new Set(['rim', 'made_year', 'run_flat', 'tire_load', 'speed_rated'])

/** Ids of products; `null` when the index cannot find them. */
type Ids = Set<number> | null
type ValueCondition = Extract<SearchCondition, { kind: 'among' | 'facet' | 'range' }>

/** Finds the ids of the products that meet a condition, for one query. */
export class ProductIdSets {
  readonly #context: ProductSearchContext
  readonly #inStockOnly: boolean
  #lists = 0
  #allIds: Ids | undefined

  /** `inStockOnly` means that the query leaves out sold-out products. */
  constructor(context: ProductSearchContext, inStockOnly: boolean) {
    this.#context = context
    this.#inStockOnly = inStockOnly
  }

  /** Returns the ids that meet the condition; `null` when neither the index nor a column can find them. */
  async find(condition: SearchCondition): Promise<Ids> {
    switch (condition.kind) {
      case 'not':
        return this.#without(await this.find(condition.of))
      case 'all':
      case 'any':
        return this.#combine(condition)
      case 'exists':
        return this.#byColumn(condition, await this.#withField(condition.field))
      case 'prefix':
        return this.#byColumn(condition, null)
      default:
        return this.#byColumn(condition, await this.#byValues(condition))
    }
  }

  async #search(query: ListingQuery): Promise<Ids> {
    this.#lists += 1
    if (this.#lists > LISTS_MAX) return null
    const { ids, total } = await this.#context.listing.find({ ...query, start: 0, size: ALL }, [])
    return total > PRODUCTS_MAX ? null : new Set(ids)
  }

  async #all(): Promise<Ids> {
    if (this.#allIds === undefined) this.#allIds = await this.#search(allProductsQuery())
    return this.#allIds
  }

  async #without(inner: Ids): Promise<Ids> {
    const all = await this.#all()
    return all && inner ? new Set([...all].filter((id) => !inner.has(id))) : null
  }

  /** Returns `known`; without it, the ids from a column of the table. */
  async #byColumn(condition: Parameters<typeof idsByColumn>[2], known: Ids): Promise<Ids> {
    if (known) return known
    const { db, productsVersion } = this.#context
    const found = await idsByColumn(db, productsVersion, condition)
    const all = await this.#all()
    return found && all && intersection(all, found)
  }

  async #combine({ kind, of }: Extract<SearchCondition, { kind: 'all' | 'any' }>): Promise<Ids> {
    let found: Ids = kind === 'all' ? await this.#all() : new Set()
    for (const part of of) {
      const members = await this.find(part)
      if (!members || !found) return null
      found = kind === 'all' ? intersection(found, members) : new Set([...found, ...members])
    }
    return found
  }

  async #withField(field: string): Promise<Ids> {
    if (ALWAYS.has(field)) return this.#all()
    if (field === 'tread_depth')
      return this.#search({ ...allProductsQuery(), ranges: { tread_depth: { from: 0, to: null } } })
    if (field === 'section' || field === 'aspect') return this.#bySize({ kind: 'exists', field })
    return isChoiceFilter(field) && field !== 'smart_filter' ? this.#withValues(field, () => true) : null
  }

  /** Returns the products whose value of the filter `isWanted`. */
  async #withValues(filter: ChoiceFilter, isWanted: (key: string) => boolean): Promise<Ids> {
    const { buckets } = await this.#context.listing.find({ ...allProductsQuery(), size: 0 }, [filter])
    const keys = (buckets[filter] ?? []).map(({ key }) => key).filter(isWanted)
    return this.#search({ ...allProductsQuery(), choices: { [filter]: keys } })
  }

  /** Returns the products of all these queries together. */
  async #union(queries: readonly ListingQuery[]): Promise<Ids> {
    let found: Ids = new Set()
    for (const query of queries) {
      const members = await this.#search(query)
      found = members && found ? new Set([...found, ...members]) : null
    }
    return found
  }

  /** Returns the products with one of these amounts. */
  async #atAmounts(filter: RangeFilter, values: readonly Scalar[]): Promise<Ids> {
    const amounts = [...new Set(values.map(toNumber))].filter(Number.isFinite)
    return this.#union(
      amounts.map((value) => ({ ...allProductsQuery(), ranges: { [filter]: { from: value, to: value } } })),
    )
  }

  async #byValues(condition: ValueCondition): Promise<Ids> {
    const { field } = condition
    if (field === IN_STOCK) {
      const [inStock, soldOut] = matchesStockStates(condition)
      const stocked = await this.#search({ ...allProductsQuery(), outOfStock: false })
      const parts = [
        inStock ? stocked : new Set<number>(),
        soldOut ? await this.#without(stocked) : new Set<number>(),
      ]
      return parts.includes(null) ? null : new Set(parts.flatMap((part) => [...(part ?? [])]))
    }
    if (field === 'visibility' || field === 'status') {
      const values = (field === 'status' ? [0, 1] : [2, 3, 4]).filter((value) =>
        matches({ [field]: value }, condition),
      )
      return this.#search({ ...allProductsQuery(), [field]: values })
    }
    if (field === 'price') return this.#byListPrice(condition)
    if (isRangeFilter(field) && condition.kind !== 'range') return this.#atAmounts(field, condition.values)
    if (condition.kind === 'range' && isChoiceFilter(field) && !WITHOUT_ORDER.has(field))
      return this.#withValues(field, (key) =>
        matches({ [field]: NUMERIC.has(field) ? Number(key) : key }, condition),
      )
    if (condition.kind !== 'range' && field === 'id')
      return intersectionOrNull(await this.#all(), condition.values)
    if (condition.kind !== 'range' && field === 'sku') {
      const found = await findProducts(this.#context.db, condition.values.map(String))
      return intersectionOrNull(
        await this.#all(),
        [...found.values()].map(({ id }) => id),
      )
    }
    if (condition.kind !== 'range' && (field === 'type_id' || field === 'utype')) {
      const column = field === 'utype' ? 'kind' : 'type'
      const ids = await findIdsByType(
        this.#context.db,
        column,
        condition.values.map(String),
        PRODUCTS_MAX + 1,
      )
      return ids.length > PRODUCTS_MAX ? null : intersectionOrNull(await this.#all(), ids)
    }
    if (isCategoryField(field)) return this.#inCategories(condition)
    if (field === 'section' || field === 'aspect') return this.#bySize(condition)
    const query = { ...allProductsQuery(), outOfStock: !this.#inStockOnly }
    return addToListingQuery(query, condition, this.#context.categories) ? this.#search(query) : null
  }

  /** Returns the products by width or aspect ratio, which are parts of the size. */
  async #bySize(condition: SearchCondition): Promise<Ids> {
    return this.#withValues('size', (key) => {
      const parsed = parseTireSize(key)
      return parsed !== null && matches({ section: parsed.width, aspect: parsed.aspect }, condition)
    })
  }

  async #inCategories(condition: SearchCondition): Promise<Ids> {
    const categories = matchingCategories(condition, this.#context.categories)
    if (categories.some(({ isRoot }) => isRoot)) return this.#all()
    return this.#union(categories.map(({ id }) => ({ ...allProductsQuery(), category: id })))
  }

  /** Returns the products by list price, which is the final price unless a product has a special price. */
  async #byListPrice(condition: ValueCondition): Promise<Ids> {
    const range = condition.kind === 'range' ? toAmountRange(condition.bounds, 0.01) : null
    const paid =
      condition.kind !== 'range'
        ? await this.#atAmounts('final_price', condition.values)
        : range && (await this.#search({ ...allProductsQuery(), ranges: { final_price: range } }))
    const all = await this.#all()
    if (!paid || !all) return null
    for (const { id, price } of await readSpecialPrices(this.#context.db)) {
      if (matches({ price: toDollars(price) }, condition) && all.has(id)) paid.add(id)
      else paid.delete(id)
    }
    return paid
  }
}

/** Converts a value as comparisons do: `17`, `"17.0"` and `true` are numbers; an empty text is `NaN`. */
function toNumber(value: Scalar): number {
  return typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value)
}

function intersectionOrNull(all: Ids, values: readonly Scalar[]): Ids {
  return all && intersection(all, new Set(values.map(Number)))
}

export function intersection(a: ReadonlySet<number>, b: ReadonlySet<number>): Set<number> {
  const [few, many] = a.size <= b.size ? [a, b] : [b, a]
  return new Set([...few].filter((id) => many.has(id)))
}
