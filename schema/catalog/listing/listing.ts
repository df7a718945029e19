/**
 * A listing: a query (filters, ranges, sort, page) and its result (ids, total, buckets). The same query is sent to the
 * index (worker/catalog/index) and formatted as a URL (C3 to C6).
 */
import type { Cents } from '../../platform/money.ts'

/** Filters with a list of values. Keys in URLs and buckets are option values such as `used` or `225-45r17`. */
export const CHOICE_FILTERS = [
  'condition',
  'brand',
  'model',
  'size',
  'rim',
  'rad',
  'seasons',
  'sets',
  'made_year',
  'run_flat',
  'tire_load',
  'tire_speed',
  'speed_rated',
  'rating',
  'snow_marks',
  'load_range',
  'smart_filter',
] as const
export type ChoiceFilter = (typeof CHOICE_FILTERS)[number]

/** Filters with a lower and an upper bound. Prices are whole dollars in the URL, tread is in 32nds of an inch. */
export const RANGE_FILTERS = {
  price_by_tire: { min: 0, max: 351, step: 1 },
  final_price: { min: 0, max: 999_999, step: 1 },
  tread_depth: { min: 3, max: 25, step: 0.5 },
} as const
export type RangeFilter = keyof typeof RANGE_FILTERS

/** Ranges with a slider. */
export const SLIDER_FILTERS: readonly RangeFilter[] = ['price_by_tire', 'tread_depth']

export const SORTS = [
  { value: 'created_at:desc', label: 'Newest first' },
  { value: 'rating:desc', label: 'Best rated' },
  { value: 'final_price:asc', label: 'Price low to high' },
  { value: 'final_price:desc', label: 'Price high to low' },
  { value: 'url_key:asc', label: 'A-Z' },
  { value: 'url_key:desc', label: 'Z-A' },
  { value: 'tread_depth:asc', label: 'Tread low to high' },
  { value: 'tread_depth:desc', label: 'Tread high to low' },
] as const
/** `relevance` is the order of `ListingQuery.within`; only searches offer it. */
export type Sort = (typeof SORTS)[number]['value'] | 'relevance'
export const DEFAULT_SORT: Sort = 'created_at:desc'
/** The order of search results. */
const BEST_MATCH: { value: Sort; label: string } = { value: 'relevance', label: 'Best match' }

export const PAGE_SIZE = 50

/** How a phone shows the cards of a list: rows with small pictures (the default), or two columns (H13i). */
export const CARDS_VIEWS = ['rows', 'columns'] as const
export type CardsView = (typeof CARDS_VIEWS)[number]

/** Filters with one value at a time; a new value replaces the old one (C3). */
export const SINGLE_FILTERS: readonly ChoiceFilter[] = ['made_year', 'run_flat', 'rating', 'smart_filter']

export type FilterType = 'Boolean' | 'ShortNumber' | 'List' | 'Range' | 'smart_filter'

/** The type of each filter, used when the catalog's attribute has no type of its own. */
export const FILTER_TYPES: Record<ChoiceFilter | RangeFilter, FilterType> = {
  condition: 'List',
  brand: 'List',
  model: 'List',
  size: 'List',
  rim: 'ShortNumber',
  rad: 'List',
  seasons: 'List',
  sets: 'List',
  made_year: 'List',
  run_flat: 'Boolean',
  tire_load: 'ShortNumber',
  tire_speed: 'List',
  speed_rated: 'List',
  rating: 'List',
  snow_marks: 'List',
  load_range: 'List',
  smart_filter: 'smart_filter',
  price_by_tire: 'Range',
  final_price: 'Range',
  tread_depth: 'Range',
}

/** Number of values that one filter shows before "All …" (C5). */
export const FILTER_LIMIT = 11

/** Minimum depths that the tread filter offers, in 32nds of an inch. */
export const TREAD_STEPS = [4, 6, 8] as const

/** Buckets of the price filter, in dollars per tire. */
export const PRICE_PRESETS: readonly Range[] = [
  { from: null, to: 50 },
  { from: 50, to: 100 },
  { from: 100, to: 150 },
  { from: 150, to: null },
]

/** `null` means no bound. */
export interface Range {
  from: number | null
  to: number | null
}

export interface ListingQuery {
  choices: Partial<Record<ChoiceFilter, readonly string[]>>
  ranges: Partial<Record<RangeFilter, Range>>
  /** The search term in the address; `within` has the products that it found. */
  text?: string
  /** Only these product ids: the matches of a text search, best match first. */
  within?: readonly number[]
  /** Only products of this category, assigned by staff or matched by the category's filter. */
  category?: number
  /** Overrides the listing rules (C6) and can include sold-out products; only API clients use these three fields. */
  visibility?: readonly number[]
  status?: readonly number[]
  outOfStock?: boolean
  sort: Sort
  start: number
  size: number
}

/** Returns the default sort order: by relevance in a search, otherwise newest first. */
export function defaultSort({ text }: Pick<ListingQuery, 'text'>): Sort {
  return text ? BEST_MATCH.value : DEFAULT_SORT
}

/** Returns the sort orders that a shopper can choose for this listing. */
export function availableSorts({
  text,
}: Pick<ListingQuery, 'text'>): readonly { value: Sort; label: string }[] {
  return text ? [BEST_MATCH, ...SORTS] : SORTS
}

export interface Bucket {
  key: string
  label: string
  count: number
  minFinalPrice: Cents | null
  /** Price per tire on the cheapest card; `null` where the caller asked for no prices. */
  minPriceByTire: Cents | null
}

/** The number of matches with at least this much tread; `from: null` counts all matches. */
interface TreadStep {
  from: number | null
  count: number
}

export interface ListingResult {
  /** Product ids of the page in order. */
  ids: number[]
  total: number
  /** For each filter the number of matches of each value, with the other filters unchanged. */
  buckets: Partial<Record<ChoiceFilter, Bucket[]>>
  /** The number of matches of each step of the tread filter, with the other filters unchanged. */
  treadSteps: TreadStep[]
  /** Price per tire on the cheapest card, for headings. */
  minPriceByTire: Cents | null
}

export const EMPTY_QUERY: ListingQuery = {
  choices: {},
  ranges: {},
  sort: DEFAULT_SORT,
  start: 0,
  size: PAGE_SIZE,
}
