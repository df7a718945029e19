/** A listing's filters as SQL over `product p join stock s`. Values are parameters, names are constants of this file. */
import type { ChoiceFilter, ListingQuery, Range, RangeFilter } from '../../schema/catalog/listing/listing.ts'
import { SETS } from '../../schema/catalog/product/product.ts'
import type { IndexedSmartFilter } from '../../worker/catalog/index/listing-engine.ts'

/** A part of a statement with its parameters in order. */
export interface Part {
  text: string
  params: (string | number)[]
}

/** Bits of the sets that the stock still allows: 1 single, 2 pair, 4 set of four. */
export const SETS_NOW =
  '(p.sets_offered & iif(s.manage, (s.qty >= 1) + 2 * (s.qty >= 2) + 4 * (s.qty >= 4), 7))'

/** No benchmark filters by rating, which is no column of the product. */
export type ColumnFilter = Exclude<ChoiceFilter, 'sets' | 'smart_filter' | 'rating'>

const RIM = "iif(p.rim is null, null, printf('%g', p.rim))"

const SNOW =
  "iif(p.extra like '%3PMSF%', '3pmsf', iif(json_extract(p.extra, '$.snow_marks') is null, null, 'm-s'))"

/** The last two digits of the DOT code. */
const MADE_YEAR = "'20' || substr(p.dot, -2)"

/** The key of a filter's value in URLs, and its label when the catalog has no option for it. */
export const COLUMNS: Record<ColumnFilter, { key: string; label: string }> = {
  condition: { key: 'p.condition_slug', label: 'p.condition' },
  brand: { key: 'p.brand_slug', label: 'p.brand' },
  model: { key: 'p.model_slug', label: 'p.model' },
  size: { key: 'p.size_slug', label: 'p.size' },
  // Without the null check, a product that is no tire would have rim 0.
  rim: { key: RIM, label: RIM },
  rad: { key: 'lower(p.rad)', label: 'p.rad' },
  seasons: { key: 'p.season_slug', label: 'p.season' },
  made_year: { key: MADE_YEAR, label: MADE_YEAR },
  run_flat: { key: 'cast(p.run_flat as text)', label: "iif(p.run_flat, 'Run flat', 'Not run flat')" },
  tire_load: { key: 'cast(p.tire_load as text)', label: 'cast(p.tire_load as text)' },
  tire_speed: { key: 'lower(p.tire_speed)', label: 'p.tire_speed' },
  speed_rated: { key: 'cast(p.speed_rated as text)', label: 'cast(p.speed_rated as text)' },
  snow_marks: { key: SNOW, label: SNOW },
  load_range: { key: 'lower(p.load_range)', label: 'p.load_range' },
}

const RANGE_COLUMNS: Record<RangeFilter, { column: string; scale: number }> = {
  // URLs have dollars, the table has cents.
  price_by_tire: { column: 'p.price_by_tire', scale: 100 },
  final_price: { column: 'p.final_price', scale: 100 },
  tread_depth: { column: 'p.tread_depth', scale: 1 },
}

export function isColumn(filter: ChoiceFilter): filter is ColumnFilter {
  return filter !== 'sets' && filter !== 'smart_filter' && filter !== 'rating'
}

export function isRangeFilter(code: string): code is RangeFilter {
  return code in RANGE_COLUMNS
}

/** Returns the condition for one of the values; a list is one parameter, because D1 allows only 100. */
function among(expression: string, values: readonly (string | number)[]): Part {
  const [only] = values
  if (values.length === 1 && only !== undefined) return { text: `${expression} = ?`, params: [only] }
  return {
    text: `${expression} in (select value from json_each(?))`,
    params: [JSON.stringify(values)],
  }
}

/** Returns the condition for a category: assigned by hand, or matching every value of its filter. */
function categoryPart(category: number): Part {
  const columns = Object.entries(COLUMNS).map(([filter, { key }]) => `when '${filter}' then ${key}`)
  const misses = `exists (select 1 from json_each(c.category_filter) f where not exists (
    select 1 from json_each(f.value) v where case f.key when 'sets'
      then ${SETS_NOW} & case v.value ${SETS.map((sets, index) => `when '${sets}' then ${1 << index}`).join(' ')} else 0 end
      else v.value = case f.key ${columns.join(' ')} end end))`
  return {
    text: `exists (select 1 from product_category where category_id = ? and product_id = p.id)
      or exists (select 1 from category c where c.id = ? and c.category_filter is not null and not ${misses})`,
    params: [category, category],
  }
}

/** Returns the bits of these sets, as in `sets_offered`. */
export function setsMask(values: readonly string[]): number {
  return SETS.reduce((mask, sets, index) => (values.includes(sets) ? mask | (1 << index) : mask), 0)
}

export function rangePart(filter: RangeFilter, { from, to }: Range): Part {
  const { column, scale } = RANGE_COLUMNS[filter]
  const bounds: [sign: string, value: number | null][] = [
    ['>=', from],
    ['<=', to],
  ]
  const set = bounds.filter((bound): bound is [string, number] => bound[1] !== null)
  return {
    text: set.map(([sign]) => `${column} ${sign} ?`).join(' and ') || 'true',
    params: set.map(([, value]) => value * scale),
  }
}

/** Returns all conditions of a smart filter; one on an attribute without a column matches nothing. */
export function smartPart({ conditions }: IndexedSmartFilter): Part {
  const parts = conditions.map(({ attribute_code: code, in: values, from = null, to = null }): Part => {
    if (isRangeFilter(code)) return rangePart(code, { from, to })
    if (code === 'sets') return choicePart('sets', values ?? [], [])
    if (code in COLUMNS) return among(COLUMNS[code as ColumnFilter].key, values ?? [])
    return { text: 'false', params: [] }
  })
  return {
    text: parts.map(({ text }) => text).join(' and ') || 'false',
    params: parts.flatMap((part) => part.params),
  }
}

export function choicePart(
  filter: ChoiceFilter,
  values: readonly string[],
  smart: readonly IndexedSmartFilter[],
): Part {
  if (isColumn(filter)) return among(COLUMNS[filter].key, values)
  if (filter === 'sets') return { text: `(${SETS_NOW} & ?) > 0`, params: [setsMask(values)] }
  const parts = smart.filter(({ value }) => values.includes(value)).map(smartPart)
  return {
    text: parts.map(({ text }) => `(${text})`).join(' or ') || 'false',
    params: parts.flatMap((part) => part.params),
  }
}

/** Returns every filter of a query with its condition. */
export function conditionsOf(
  query: ListingQuery,
  smart: readonly IndexedSmartFilter[],
): { filter: ChoiceFilter | RangeFilter | null; part: Part }[] {
  const choices = (Object.entries(query.choices) as [ChoiceFilter, readonly string[]][]).map(
    ([filter, values]) => ({ filter, part: choicePart(filter, values, smart) }),
  )
  const ranges = (Object.entries(query.ranges) as [RangeFilter, Range][]).map(([filter, range]) => ({
    filter,
    part: rangePart(filter, range),
  }))
  const { within, category } = query
  const scope: { filter: null; part: Part }[] = []
  if (within) scope.push({ filter: null, part: among('p.id', within.map(Number)) })
  if (category !== undefined) scope.push({ filter: null, part: categoryPart(category) })
  return [...choices, ...ranges, ...scope]
}
