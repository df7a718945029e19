/** The interface of whatever answers listings: the pages know no other way to find products. */
import type { ChoiceFilter, ListingQuery, ListingResult } from '../../schema/domain/listing.ts'

export interface ListingEngine {
  /**
   * The page of ids, the total, and a bucket list for each of `facets`: what each value would match with the other
   * filters as they are. Only what may be listed counts: visibility 2 to 4, status 0 or 1, in stock (spec §5).
   */
  find(query: ListingQuery, facets: readonly ChoiceFilter[]): Promise<ListingResult>
  /** How many products each question matches. */
  count(queries: readonly ListingQuery[]): Promise<number[]>
}

/** What the catalogue says about the values of its filters. */
export interface FilterOptions {
  /** Labels and places of option values, per filter. */
  options: ReadonlyMap<ChoiceFilter, ReadonlyMap<string, FilterOption>>
  smart: readonly SmartFilter[]
}

export interface FilterOption {
  label: string
  position: number
}

/** A named question such as "Under $80 a tire" (spec §3 "smart filter"); all of its conditions must hold. */
export interface SmartFilter {
  value: string
  name: string
  conditions: readonly { attribute_code: string; in?: string[]; from?: number; to?: number }[]
}

export const NO_OPTIONS: FilterOptions = { options: new Map(), smart: [] }
