/** What the router of an index in parts and its parts send each other. */
import type { ChoiceFilter, ListingQuery, ListingResult } from '../../schema/catalog/listing/listing.ts'
import type { CatalogDocument } from '../../worker/catalog/index/build/index-columns.ts'
import type { FilterOptions } from '../../worker/catalog/index/listing-engine.ts'

export interface PartDocument extends CatalogDocument {
  urlKey: string
}

/** `labels` of the options as entries, because JSON has no maps. */
export interface PartOptions {
  labels: [ChoiceFilter, [string, { label: string; position: number }][]][]
  smart: FilterOptions['smart']
}

export interface PartFind {
  query: ListingQuery
  facets: readonly ChoiceFilter[]
  times?: number
}

/** A product and its key in the order of the list. */
export interface Placed {
  id: number
  key: number | string
}

export interface PartResult extends ListingResult {
  placed: Placed[]
}

/** Matches between two marks of a long list. */
export const MARK_STEP = 256
