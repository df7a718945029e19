/** The interface of the listing engine; pages find products only through this interface. */
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
   * Returns a page of ids, the total, and for each of `facets` how many products each value would match with
   * the other filters unchanged. Counts only products that may be listed: visibility 2 to 4, status 0 or 1,
   * in stock. The buckets of the filters in `priced`, which must be attributes, also have the price of their cheapest card.
   */
  find(
    query: ListingQuery,
    facets: readonly ChoiceFilter[],
    priced?: readonly ChoiceFilter[],
  ): Promise<ListingResult>
  /** Returns how many products each query matches. */
  count(queries: readonly ListingQuery[]): Promise<number[]>
  /**
   * Returns the lowest and highest price of the matches, and the number in each range (dollars, bounds
   * included). With `ownRange` ignored, the range that the shopper chose for this filter does not narrow the
   * matches.
   */
  prices(
    query: ListingQuery,
    filter: 'final_price' | 'price_by_tire',
    ranges: readonly Range[],
    ownRange: 'ignored' | 'applied',
  ): Promise<PriceSummary>
}

export interface PriceSummary {
  /** Cents; `null` when nothing matches. */
  min: Cents | null
  max: Cents | null
  ranges: { range: Range; count: number; minFinalPrice: Cents | null }[]
}

/** Labels and order of the values of each filter, from the attributes of the catalog. */
export interface FilterOptions {
  /** Labels and positions of option values, by filter. */
  labels: ReadonlyMap<ChoiceFilter, ReadonlyMap<string, FilterOption>>
  smart: readonly IndexedSmartFilter[]
  /** Types of filters that the catalog's attributes set; other filters have their type in `FILTER_TYPES`. */
  types?: ReadonlyMap<string, FilterType>
}

export interface FilterOption {
  label: string
  position: number
}

/** A named filter such as "Under $80 a tire"; a product must match all of its conditions. */
export interface IndexedSmartFilter {
  value: string
  name: string
  conditions: readonly { attribute_code: string; in?: string[]; from?: number; to?: number }[]
}

/** A size in stock. */
export interface SizeInStock extends StockedSize {
  /** Label and URL value, `225/45R17` and `225-45r17`. */
  label: string
  slug: string
  minPriceByTire: Cents
}

/** A brand in stock. */
export interface BrandInStock {
  label: string
  slug: string
  count: number
  minPriceByTire: Cents
}
