/**
 * Ids of the products that meet a condition which is no plain filter of a listing: alternatives, exceptions, existence. The
 * index says which products have a value; the rest are operations on sets of ids.
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
  type Asked,
  categoriesOf,
  IN_STOCK,
  isCategoryField,
  isRangeFilter,
  planned,
  stockAnswers,
  toAmountRange,
  withSoldOut,
} from './product-filters.ts'
import { idsOf, readSpecials } from './product-ids.sql.ts'

/** How many lists of ids one query may read from the index. */
const LISTS_MAX = 40
/** Largest shop with sets of ids; beyond it such a query is refused. */
const PRODUCTS_MAX = 250_000
/** More than any shop has. */
export const ALL = 10_000_000
/** Fields that every product has. */
const ALWAYS = new Set(
  'id sku name type_id status visibility price final_price price_by_tire stock stock.is_in_stock stock.qty category_ids tax_class_id url_key url_path slug setqty sets created_at updated_at'.split(
    ' ',
  ),
)

/** Filters whose values have no order, and those whose values are numbers. */
const WITHOUT_ORDER: ReadonlySet<string> = new Set(['sets', 'smart_filter'])
const NUMBERED: ReadonlySet<string> = new Set(['rim', 'run_flat', 'tire_load', 'speed_rated'])

type Members = Set<number> | null

/** Finds the ids of the products that meet a condition, for one query. */
export class ProductIdSets {
  readonly #asked: Asked
  readonly #inStockOnly: boolean
  #lists = 0
  #universe: Members | undefined

  /** `inStockOnly`: the query leaves out what is sold. */
  constructor(asked: Asked, inStockOnly: boolean) {
    this.#asked = asked
    this.#inStockOnly = inStockOnly
  }

  /** Returns the ids; `null` where the index cannot say. */
  async find(condition: SearchCondition): Promise<Members> {
    switch (condition.kind) {
      case 'not':
        return this.#without(await this.find(condition.of))
      case 'all':
      case 'any':
        return this.#together(condition)
      case 'exists':
        return this.#byColumn(condition, await this.#existing(condition.field))
      case 'prefix':
        return this.#byColumn(condition, null)
      default:
        return this.#byColumn(condition, await this.#leaf(condition))
    }
  }

  async #ask(query: ListingQuery): Promise<Members> {
    this.#lists += 1
    if (this.#lists > LISTS_MAX) return null
    const { ids, total } = await this.#asked.listing.find({ ...query, start: 0, size: ALL }, [])
    return total > PRODUCTS_MAX ? null : new Set(ids)
  }

  async #all(): Promise<Members> {
    if (this.#universe === undefined) this.#universe = await this.#ask(withSoldOut())
    return this.#universe
  }

  async #without(inner: Members): Promise<Members> {
    const whole = await this.#all()
    return whole && inner ? new Set([...whole].filter((id) => !inner.has(id))) : null
  }

  /** What the index cannot say, a column of the table may. */
  async #byColumn(condition: Parameters<typeof idsByColumn>[2], known: Members): Promise<Members> {
    if (known) return known
    const [found, whole] = [
      await idsByColumn(this.#asked.db, this.#asked.version, condition),
      await this.#all(),
    ]
    return found && whole && intersection(whole, found)
  }

  async #together({ kind, of }: Extract<SearchCondition, { kind: 'all' | 'any' }>): Promise<Members> {
    let found: Members = kind === 'all' ? await this.#all() : new Set()
    for (const part of of) {
      const members = await this.find(part)
      if (!members || !found) return null
      found = kind === 'all' ? intersection(found, members) : new Set([...found, ...members])
    }
    return found
  }

  async #existing(field: string): Promise<Members> {
    if (ALWAYS.has(field)) return this.#all()
    if (field === 'tread_depth')
      return this.#ask({ ...withSoldOut(), ranges: { tread_depth: { from: 0, to: null } } })
    if (field === 'section' || field === 'aspect') return this.#bySize({ kind: 'exists', field })
    return isChoiceFilter(field) && field !== 'smart_filter' ? this.#withValues(field, () => true) : null
  }

  /** Products whose value of the filter is one that `holds`. */
  async #withValues(filter: ChoiceFilter, holds: (key: string) => boolean): Promise<Members> {
    const { buckets } = await this.#asked.listing.find({ ...withSoldOut(), size: 0 }, [filter])
    const keys = (buckets[filter] ?? []).map(({ key }) => key).filter(holds)
    return this.#ask({ ...withSoldOut(), choices: { [filter]: keys } })
  }

  /** Products at one of these amounts. */
  async #atAmounts(filter: RangeFilter, values: readonly Scalar[]): Promise<Members> {
    let found: Members = new Set()
    for (const value of new Set(values.map(numberOf))) {
      if (!Number.isFinite(value)) continue
      const members = await this.#ask({ ...withSoldOut(), ranges: { [filter]: { from: value, to: value } } })
      found = members && found ? new Set([...found, ...members]) : null
    }
    return found
  }

  async #leaf(condition: Extract<SearchCondition, { kind: 'among' | 'facet' | 'range' }>): Promise<Members> {
    const { field } = condition
    if (field === IN_STOCK) {
      const [there, gone] = stockAnswers(condition)
      const stocked = await this.#ask({ ...withSoldOut(), outOfStock: false })
      const parts = [
        there ? stocked : new Set<number>(),
        gone ? await this.#without(stocked) : new Set<number>(),
      ]
      return parts.includes(null) ? null : new Set(parts.flatMap((part) => [...(part ?? [])]))
    }
    if (field === 'visibility' || field === 'status') {
      const values = (field === 'status' ? [0, 1] : [2, 3, 4]).filter((value) =>
        matches({ [field]: value }, condition),
      )
      return this.#ask({ ...withSoldOut(), [field]: values })
    }
    if (field === 'price') return this.#byListPrice(condition)
    if (isRangeFilter(field) && condition.kind !== 'range') return this.#atAmounts(field, condition.values)
    if (condition.kind === 'range' && isChoiceFilter(field) && !WITHOUT_ORDER.has(field))
      return this.#withValues(field, (key) =>
        matches({ [field]: NUMBERED.has(field) ? Number(key) : key }, condition),
      )
    if (condition.kind !== 'range' && field === 'id')
      return intersectionOrNull(await this.#all(), condition.values)
    if (condition.kind !== 'range' && field === 'sku') {
      const found = await findProducts(this.#asked.db, condition.values.map(String))
      return intersectionOrNull(
        await this.#all(),
        [...found.values()].map(({ id }) => id),
      )
    }
    if (condition.kind !== 'range' && (field === 'type_id' || field === 'utype')) {
      const column = field === 'utype' ? 'kind' : 'type'
      const ids = await idsOf(this.#asked.db, column, condition.values.map(String), PRODUCTS_MAX + 1)
      return ids.length > PRODUCTS_MAX ? null : intersectionOrNull(await this.#all(), ids)
    }
    if (isCategoryField(field)) return this.#inCategories(condition)
    if (field === 'section' || field === 'aspect') return this.#bySize(condition)
    const query = { ...withSoldOut(), outOfStock: !this.#inStockOnly }
    return planned(query, condition, this.#asked.categories) ? this.#ask(query) : null
  }

  /** Width and sidewall are parts of the size. */
  async #bySize(condition: SearchCondition): Promise<Members> {
    return this.#withValues('size', (key) => {
      const parsed = parseTireSize(key)
      return parsed !== null && matches({ section: parsed.width, aspect: parsed.aspect }, condition)
    })
  }

  async #inCategories(condition: SearchCondition): Promise<Members> {
    const known = categoriesOf(condition, this.#asked.categories)
    if (known.some(({ isRoot }) => isRoot)) return this.#all()
    let found: Members = new Set()
    for (const { id } of known) {
      const members = await this.#ask({ ...withSoldOut(), category: id })
      found = members && found ? new Set([...found, ...members]) : null
    }
    return found
  }

  /** What is paid is the list price, but for the few products with a special one. */
  async #byListPrice(
    condition: Extract<SearchCondition, { kind: 'among' | 'facet' | 'range' }>,
  ): Promise<Members> {
    const range = condition.kind === 'range' ? toAmountRange(condition.bounds, 0.01) : null
    const paid =
      condition.kind !== 'range'
        ? await this.#atAmounts('final_price', condition.values)
        : range && (await this.#ask({ ...withSoldOut(), ranges: { final_price: range } }))
    const whole = await this.#all()
    if (!paid || !whole) return null
    for (const { id, price } of await readSpecials(this.#asked.db)) {
      if (matches({ price: toDollars(price) }, condition) && whole.has(id)) paid.add(id)
      else paid.delete(id)
    }
    return paid
  }
}

/** As values are compared: `17`, `"17.0"` and `true` are numbers, an empty text is none. */
function numberOf(value: Scalar): number {
  return typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value)
}

function intersectionOrNull(whole: Members, values: readonly (string | number | boolean)[]): Members {
  return whole && intersection(whole, new Set(values.map(Number)))
}

export function intersection(a: ReadonlySet<number>, b: ReadonlySet<number>): Set<number> {
  const [few, many] = a.size <= b.size ? [a, b] : [b, a]
  return new Set([...few].filter((id) => many.has(id)))
}
