/**
 * Listings that search engines may index (H5): the plain listing, its pages, and one value of a common filter. All
 * other combinations are `noindex`.
 */
import { type ChoiceFilter, DEFAULT_SORT, type ListingQuery, PAGE_SIZE } from '../listing/listing.ts'
import { type ListingBase, listingHref, ownChoices } from '../listing/listing-url.ts'

/** Filters whose single value is indexed, such as used tires of a size. */
const INDEXED_FILTERS: readonly ChoiceFilter[] = ['condition', 'brand', 'seasons', 'rim']

export interface ListingRobots {
  /** Path and query of the canonical address; `null` for `noindex`. */
  canonical: string | null
  /** The filter value for title and heading. */
  narrowedBy: { filter: ChoiceFilter; value: string } | null
}

/** Returns the canonical address of a listing. `path` and `base` belong to the landing; `total` is the number of matches. */
export function listingRobots(
  path: string,
  base: ListingBase,
  query: ListingQuery,
  total: number,
): ListingRobots {
  const chosen = ownChoices(query, base).map(([filter, value]) => ({ filter, value }))
  const [first] = chosen
  const isExcluded =
    chosen.length > 1 ||
    Object.keys(query.ranges).length > 0 ||
    query.sort !== DEFAULT_SORT ||
    (first !== undefined && !INDEXED_FILTERS.includes(first.filter))
  const narrowedBy = chosen.length === 1 && first ? first : null
  if (total === 0 || isExcluded) return { canonical: null, narrowedBy }
  // Each page of a listing shows other tires, so each page is its own canonical address.
  return { canonical: listingHref(path, { ...query, size: PAGE_SIZE }, base), narrowedBy }
}
