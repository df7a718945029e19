/** The interface of whatever answers listings: the pages know no other way to find products. */
import type { StockedSize } from '../../../schema/catalog/finder/finder.ts'
import type {
  ChoiceFilter,
  FilterType,
  ListingQuery,
  ListingResult,
  Range,
} from '../../../schema/catalog/listing/listing.ts'
import type { Cents } from '../../../schema/platform/money.ts'

export interface ListingEngine {
  /**
   * The page of ids, the total, and a bucket list for each of `facets`: what each value would match with the other
   * filters as they are. Only what may be listed counts: visibility 2 to 4, status 0 or 1, in stock.
   */
  find(query: ListingQuery, facets: readonly ChoiceFilter[]): Promise<ListingResult>
  /** How many products each question matches. */
  count(queries: readonly ListingQuery[]): Promise<number[]>
  /**
   * Least and greatest price of the matches, and how many lie in each range (dollars, bounds included). With `own`
   * dropped the filter's own range does not narrow them.
   */
  prices(
    query: ListingQuery,
    filter: 'final_price' | 'price_by_tire',
    ranges: readonly Range[],
    own: 'dropped' | 'applied',
  ): Promise<PriceSummary>
}

export interface PriceSummary {
  /** Cents; `null` when nothing matches. */
  min: Cents | null
  max: Cents | null
  ranges: { range: Range; count: number; minFinalPrice: Cents | null }[]
}

/** What the catalog says about the values of its filters. */
export interface FilterOptions {
  /** Labels and places of option values, per filter. */
  options: ReadonlyMap<ChoiceFilter, ReadonlyMap<string, FilterOption>>
  smart: readonly SmartFilter[]
  /** What the catalog's attributes say about their filters; `FILTER_TYPES` where they say nothing. */
  types?: ReadonlyMap<string, FilterType>
}

export interface FilterOption {
  label: string
  position: number
}

/** A named question such as "Under $80 a tire" ; all of its conditions must hold. */
export interface SmartFilter {
  value: string
  name: string
  conditions: readonly { attribute_code: string; in?: string[]; from?: number; to?: number }[]
}

/** A size in stock. */
export interface SizeLine extends StockedSize {
  /** Label and URL value, `225/45R17` and `225-45r17`. */
  label: string
  slug: string
  minPriceByTire: Cents
}

/** A brand in stock. */
export interface BrandLine {
  label: string
  slug: string
  count: number
  minPriceByTire: Cents
}
