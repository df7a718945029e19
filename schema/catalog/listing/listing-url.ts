/**
 * Formats a listing query as a URL and parses it. One query has exactly one spelling (parameters and values in a fixed
 * order, nothing unknown, no defaults), because the URL is also the key of the page cache.
 */
import { optionSlug } from '../finder/option-slug.ts'
import { parseMinimum } from '../product/minimum-filter.ts'
import { CONDITIONS, SEASONS, SETS } from '../product/product.ts'
import { parseFitValue } from '../vehicle/fit-value.ts'
import { isSameSize } from '../vehicle/fitment.ts'
import {
  availableSorts,
  CHOICE_FILTERS,
  type ChoiceFilter,
  defaultSort,
  type ListingQuery,
  PAGE_SIZE,
  RANGE_FILTERS,
  type Range,
  type RangeFilter,
  SINGLE_FILTERS,
} from './listing.ts'

/** Filters of the path, e.g. `{ size: ['225-45r17'] }`; parameters of the same filter are ignored. */
export type ListingBase = Partial<Record<ChoiceFilter, readonly string[]>>

/** Names and values of a query string in their order, such as `URLSearchParams`. */
type Params = Iterable<readonly [name: string, value: string]>

/** The values of each filter in this shop; a filter without an entry accepts every well-formed value. */
export type KnownValues = ReadonlyMap<ChoiceFilter, ReadonlySet<string>>

/** Names of range filters in URLs. Prices are whole dollars, tread is in 32nds of an inch. */
export const RANGE_PARAMS: Record<RangeFilter, string> = {
  price_by_tire: 'price',
  final_price: 'final_price',
  tread_depth: 'tread',
}
const RANGES = Object.keys(RANGE_FILTERS) as RangeFilter[]

/** The parameter of the search term, used only at `/search`. */
const TEXT_PARAM = 'q'
/** Largest number of characters of a search term. */
const MAX_TEXT = 80
/** Largest number of characters that are read; more than `MAX_TEXT`, because the text may have many spaces. */
const MAX_READ = 1000

/** Largest number of values of one filter; further values are ignored. */
const MAX_VALUES = 40
const WELL_FORMED = /^[a-z0-9][a-z0-9.-]{0,63}$/i

/** Values of the filters that do not depend on the catalog. */
const FIXED_VALUES: KnownValues = new Map<ChoiceFilter, ReadonlySet<string>>([
  ['condition', new Set(CONDITIONS.map(optionSlug))],
  ['seasons', new Set(SEASONS.map(optionSlug))],
  ['sets', new Set<string>(SETS)],
  ['made_year', new Set(Array.from({ length: 100 }, (_, year) => String(2000 + year)))],
  ['run_flat', new Set(['0', '1'])],
  ['snow_marks', new Set(['3pmsf', 'm-s'])],
])

/** Checks whether the filter can have this value. Values are compared as strings. */
export function isKnownValue(filter: ChoiceFilter, value: string, known?: KnownValues): boolean {
  if (parseMinimum(filter, value) !== null) return true
  if (filter === 'size' && parseFitValue(value) !== null) return true
  return WELL_FORMED.test(value) && ((known?.get(filter) ?? FIXED_VALUES.get(filter))?.has(value) ?? true)
}

/** Checks whether a value of the size filter is what a car needs of one of the sizes of a list. */
function narrows(sizes: readonly string[] = [], value: string): boolean {
  const axle = parseFitValue(value)
  return axle !== null && sizes.some((size) => isSameSize(size, axle.sizeSlug))
}

function sortValues(values: readonly string[]): readonly string[] {
  if (values.length < 2) return values
  return [...new Set(values)].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)).slice(0, MAX_VALUES)
}

/** Parses a bound: a number within the filter's limits and on its step. Other texts are ignored (C3). */
function parseBound(filter: RangeFilter, text: string | null): number | null {
  if (text === null || !/^\$?\d{1,6}(\.\d{1,2})?$/.test(text.trim())) return null
  const { min, max, step } = RANGE_FILTERS[filter]
  const value = Number(text.trim().replace('$', ''))
  return value >= min && value <= max && Number.isInteger(value / step) ? value : null
}

/** Parses both bounds in ascending order; `null` when neither is set. */
export function toRange(filter: RangeFilter, from: string | null, to: string | null): Range | null {
  const range = { from: parseBound(filter, from), to: parseBound(filter, to) }
  if (range.from === null && range.to === null) return null
  const swapped = range.from !== null && range.to !== null && range.from > range.to
  return swapped ? { from: range.to, to: range.from } : range
}

/** Collapses the spaces of a search term and trims it. */
export function normalizeSearchText(text: string | null): string {
  return [...(text ?? '').slice(0, MAX_READ).replace(/\s+/g, ' ').trim()].slice(0, MAX_TEXT).join('').trim()
}

/** Parses a listing's URL. Unknown filters, unknown values and values out of range are ignored. */
export function parseListingUrl(base: ListingBase, params: Params, known?: KnownValues): ListingQuery {
  return parseQuery(base, params, known, {})
}

/** Parses the URL of a search: a listing URL with a search term. Without a term the result is the plain listing. */
export function parseSearchUrl(params: Params, known?: KnownValues): ListingQuery {
  const pairs = [...params]
  const text = normalizeSearchText(pairs.find(([name]) => name === TEXT_PARAM)?.[1] ?? null)
  return parseQuery({}, pairs, known, text ? { text } : {})
}

function parseQuery(
  base: ListingBase,
  params: Params,
  known: KnownValues | undefined,
  search: Pick<ListingQuery, 'text'>,
): ListingQuery {
  const valuesByName = new Map<string, string[]>()
  for (const [name, value] of params) valuesByName.set(name, [...(valuesByName.get(name) ?? []), value])
  const first = (name: string) => valuesByName.get(name)?.[0] ?? null

  const choices: ListingQuery['choices'] = {}
  for (const filter of CHOICE_FILTERS) {
    const selected = (valuesByName.get(filter) ?? []).filter((value) => isKnownValue(filter, value, known))
    const fits = filter === 'size' && base.size ? selected.filter((value) => narrows(base.size, value)) : []
    const chosen = fits.length > 0 ? fits : base[filter]
    const values = sortValues(chosen ?? (SINGLE_FILTERS.includes(filter) ? selected.slice(-1) : selected))
    if (values.length > 0) choices[filter] = values
  }
  const ranges: ListingQuery['ranges'] = {}
  for (const filter of RANGES) {
    const name = RANGE_PARAMS[filter]
    const range = toRange(filter, first(`${name}_from`), first(`${name}_to`))
    if (range) ranges[filter] = range
  }
  const sort =
    availableSorts(search).find(({ value }) => value === first('sort'))?.value ?? defaultSort(search)
  const page = /^[1-9]\d{0,5}$/.test(first('page') ?? '') ? Number(first('page')) : 1
  const start = (page - 1) * PAGE_SIZE
  return { choices, ranges, ...search, sort, start, size: PAGE_SIZE }
}

/** Returns the chosen values of a query in the fixed order, without those of the path. */
export function ownChoices(
  { choices }: Pick<ListingQuery, 'choices'>,
  base: ListingBase,
): [filter: ChoiceFilter, value: string][] {
  return CHOICE_FILTERS.flatMap((filter) =>
    sortValues(choices[filter] ?? [])
      .filter((value) => !base[filter]?.includes(value))
      .map((value): [ChoiceFilter, string] => [filter, value]),
  )
}

/** Returns the parameters of a query in the fixed order, without the filters of `base`, which are in the path. */
export function listingParams(query: ListingQuery, base: ListingBase = {}): [name: string, value: string][] {
  const params: [string, string][] = query.text ? [[TEXT_PARAM, query.text]] : []
  params.push(...ownChoices(query, base))
  for (const filter of RANGES) {
    const range = query.ranges[filter]
    if (range?.from != null) params.push([`${RANGE_PARAMS[filter]}_from`, String(range.from)])
    if (range?.to != null) params.push([`${RANGE_PARAMS[filter]}_to`, String(range.to)])
  }
  if (query.sort !== defaultSort(query) && query.sort !== 'relevance') params.push(['sort', query.sort])
  const page = Math.floor(query.start / PAGE_SIZE) + 1
  if (page > 1) params.push(['page', String(page)])
  return params
}

/** Returns the query string without "?"; empty for the plain listing. */
export function listingSearch(query: ListingQuery, base: ListingBase = {}): string {
  return listingParams(query, base)
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%3A', ':')}`)
    .join('&')
}

/** Returns the URL of a query at `path`. */
export function listingHref(path: string, query: ListingQuery, base: ListingBase = {}): string {
  const search = listingSearch(query, base)
  return search ? `${path}?${search}` : path
}
