/**
 * Which lists search engines may index (H5): the plain list, its pages, and one value of a common filter. All deeper
 * combinations are `noindex`.
 */
import { type ChoiceFilter, DEFAULT_SORT, type ListingQuery, PAGE_SIZE } from '../listing/listing.ts'
import { type ListingBase, listingHref } from '../listing/listing-url.ts'

/** Filters whose single value is indexed, such as used tires of a size. */
const SEARCHED: readonly ChoiceFilter[] = ['condition', 'brand', 'seasons', 'rim']

export interface ListingRobots {
  /** Path and query of the canonical address; `null` for `noindex`. */
  canonical: string | null
  /** The value for title and heading. */
  narrowedBy: { filter: ChoiceFilter; value: string } | null
}

/** `path` and `base` are the landing's; `total` is how many tires match. */
export function listingRobots(
  path: string,
  base: ListingBase,
  query: ListingQuery,
  total: number,
): ListingRobots {
  const chosen = (Object.entries(query.choices) as [ChoiceFilter, readonly string[]][])
    .filter(([filter]) => !base[filter])
    .flatMap(([filter, values]) => values.map((value) => ({ filter, value })))
  const [only] = chosen
  const deep =
    chosen.length > 1 ||
    Object.keys(query.ranges).length > 0 ||
    query.sort !== DEFAULT_SORT ||
    (only !== undefined && !SEARCHED.includes(only.filter))
  const narrowedBy = chosen.length === 1 && only ? only : null
  if (total === 0 || deep) return { canonical: null, narrowedBy }
  // Each page of a list holds other tires: it is its own canonical address.
  return { canonical: listingHref(path, { ...query, size: PAGE_SIZE }, base), narrowedBy }
}
