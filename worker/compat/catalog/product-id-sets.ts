/**
 * Ids of the products that a condition holds for, where it is no filter of a listing as it stands: alternatives,
 * exceptions, what exists. The index says which products have a value; the rest is sets of ids.
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

/** Lists of ids that one question may ask the index for. */
const LISTS_MAX = 40
/** Products up to which sets of ids are made; beyond it such a question is refused. */
const PRODUCTS_MAX = 250_000
/** More than there are. */
export const ALL = 10_000_000
/** What every product has. */
const ALWAYS = new Set(
  'id sku name type_id status visibility price final_price price_by_tire stock stock.is_in_stock stock.qty category_ids tax_class_id url_key url_path slug setqty sets created_at updated_at'.split(
    ' ',
  ),
)

/** Filters whose values have no order, and those whose values are numbers. */
const WITHOUT_ORDER: ReadonlySet<string> = new Set(['sets', 'smart_filter'])
const NUMBERED: ReadonlySet<string> = new Set(['rim', 'run_flat', 'tire_load', 'speed_rated'])

type Members = Set<number> | null

/** A condition's ids; `null` where the index cannot say. `inStockOnly`: the question leaves out what is sold. */
type ProductIdLookup = (condition: SearchCondition) => Promise<Members>

export function createProductIdLookup(asked: Asked, inStockOnly: boolean): ProductIdLookup {
  const { db, version, listing, categories } = asked
  let lists = 0
  let universe: Members | undefined

  async function ask(query: ListingQuery): Promise<Members> {
    lists += 1
    if (lists > LISTS_MAX) return null
    const { ids, total } = await listing.find({ ...query, start: 0, size: ALL }, [])
    return total > PRODUCTS_MAX ? null : new Set(ids)
  }
  async function all(): Promise<Members> {
    if (universe === undefined) universe = await ask(withSoldOut())
    return universe
  }
  async function without(inner: Members): Promise<Members> {
    const whole = await all()
    return whole && inner ? new Set([...whole].filter((id) => !inner.has(id))) : null
  }

  async function lookup(condition: SearchCondition): Promise<Members> {
    switch (condition.kind) {
      case 'not':
        return without(await lookup(condition.of))
      case 'all':
      case 'any':
        return together(condition)
      case 'exists':
        return byColumn(condition, await existing(condition.field))
      case 'prefix':
        return byColumn(condition, null)
      default:
        return byColumn(condition, await leaf(condition))
    }
  }

  /** What the index cannot say, a column of the table may. */
  async function byColumn(condition: Parameters<typeof idsByColumn>[2], known: Members): Promise<Members> {
    if (known) return known
    const [found, whole] = [await idsByColumn(db, version, condition), await all()]
    return found && whole && intersection(whole, found)
  }

  async function together({ kind, of }: Extract<SearchCondition, { kind: 'all' | 'any' }>): Promise<Members> {
    let found: Members = kind === 'all' ? await all() : new Set()
    for (const part of of) {
      const members = await lookup(part)
      if (!members || !found) return null
      found = kind === 'all' ? intersection(found, members) : new Set([...found, ...members])
    }
    return found
  }

  async function existing(field: string): Promise<Members> {
    if (ALWAYS.has(field)) return all()
    if (field === 'tread_depth')
      return ask({ ...withSoldOut(), ranges: { tread_depth: { from: 0, to: null } } })
    if (field === 'section' || field === 'aspect') return bySize({ kind: 'exists', field })
    return isChoiceFilter(field) && field !== 'smart_filter' ? withValues(field, () => true) : null
  }

  /** Products whose value of the filter is one that `holds`. */
  async function withValues(filter: ChoiceFilter, holds: (key: string) => boolean): Promise<Members> {
    const { buckets } = await listing.find({ ...withSoldOut(), size: 0 }, [filter])
    const keys = (buckets[filter] ?? []).map(({ key }) => key).filter(holds)
    return ask({ ...withSoldOut(), choices: { [filter]: keys } })
  }

  /** Products at one of these amounts. */
  async function atAmounts(filter: RangeFilter, values: readonly Scalar[]): Promise<Members> {
    let found: Members = new Set()
    for (const value of new Set(values.map(numberOf))) {
      if (!Number.isFinite(value)) continue
      const members = await ask({ ...withSoldOut(), ranges: { [filter]: { from: value, to: value } } })
      found = members && found ? new Set([...found, ...members]) : null
    }
    return found
  }

  async function leaf(
    condition: Extract<SearchCondition, { kind: 'among' | 'facet' | 'range' }>,
  ): Promise<Members> {
    const { field } = condition
    if (field === IN_STOCK) {
      const [there, gone] = stockAnswers(condition)
      const stocked = await ask({ ...withSoldOut(), outOfStock: false })
      const parts = [there ? stocked : new Set<number>(), gone ? await without(stocked) : new Set<number>()]
      return parts.includes(null) ? null : new Set(parts.flatMap((part) => [...(part ?? [])]))
    }
    if (field === 'visibility' || field === 'status') {
      const values = (field === 'status' ? [0, 1] : [2, 3, 4]).filter((value) =>
        matches({ [field]: value }, condition),
      )
      return ask({ ...withSoldOut(), [field]: values })
    }
    if (field === 'price') return byListPrice(condition)
    if (isRangeFilter(field) && condition.kind !== 'range') return atAmounts(field, condition.values)
    if (condition.kind === 'range' && isChoiceFilter(field) && !WITHOUT_ORDER.has(field))
      return withValues(field, (key) =>
        matches({ [field]: NUMBERED.has(field) ? Number(key) : key }, condition),
      )
    if (condition.kind !== 'range' && field === 'id') return intersectionOrNull(await all(), condition.values)
    if (condition.kind !== 'range' && field === 'sku') {
      const found = await findProducts(db, condition.values.map(String))
      return intersectionOrNull(
        await all(),
        [...found.values()].map(({ id }) => id),
      )
    }
    if (condition.kind !== 'range' && (field === 'type_id' || field === 'utype')) {
      const column = field === 'utype' ? 'kind' : field
      const ids = await idsOf(db, column, condition.values.map(String), PRODUCTS_MAX + 1)
      return ids.length > PRODUCTS_MAX ? null : intersectionOrNull(await all(), ids)
    }
    if (isCategoryField(field)) return inCategories(condition)
    if (field === 'section' || field === 'aspect') return bySize(condition)
    const query = { ...withSoldOut(), outOfStock: !inStockOnly }
    return planned(query, condition, categories) ? ask(query) : null
  }

  /** Width and sidewall are parts of the size. */
  async function bySize(condition: SearchCondition): Promise<Members> {
    return withValues('size', (key) => {
      const parsed = parseTireSize(key)
      return parsed !== null && matches({ section: parsed.width, aspect: parsed.aspect }, condition)
    })
  }

  async function inCategories(condition: SearchCondition): Promise<Members> {
    const known = categoriesOf(condition, categories)
    if (known.some(({ isRoot }) => isRoot)) return all()
    let found: Members = new Set()
    for (const { id } of known) {
      const members = await ask({ ...withSoldOut(), category: id })
      found = members && found ? new Set([...found, ...members]) : null
    }
    return found
  }

  /** What is paid is the list price, but for the few products with a special one. */
  async function byListPrice(
    condition: Extract<SearchCondition, { kind: 'among' | 'facet' | 'range' }>,
  ): Promise<Members> {
    const range = condition.kind === 'range' ? toAmountRange(condition.bounds, 0.01) : null
    const paid =
      condition.kind !== 'range'
        ? await atAmounts('final_price', condition.values)
        : range && (await ask({ ...withSoldOut(), ranges: { final_price: range } }))
    const whole = await all()
    if (!paid || !whole) return null
    for (const { id, price } of await readSpecials(db)) {
      if (matches({ price: toDollars(price) }, condition) && whole.has(id)) paid.add(id)
      else paid.delete(id)
    }
    return paid
  }

  return lookup
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
