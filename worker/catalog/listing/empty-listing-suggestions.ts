/** Suggestions for an empty list: the list without one of its filters, or a similar size. */
import type { ListingQuery } from '../../../schema/catalog/listing/listing.ts'
import { activeChips, clearAll, removeFilter } from '../../../schema/catalog/listing/listing-filters.ts'
import { listingHref } from '../../../schema/catalog/listing/listing-url.ts'
import type { TireSize } from '../../../schema/catalog/sizes/tire-size.ts'
import { type IndexLink, toSizeLink } from '../finder/index-list.tsx'
import type { Catalog } from '../index/catalog.ts'
import type { SizeInStock } from '../index/listing-engine.ts'
import type { Landing } from '../landing/landing.ts'
import { chosenLabel } from './filter-text.ts'

/** A suggestion: `clear` removes all filters, `drop` one of them, `size` leads to another size. */
export type EmptyListingSuggestion =
  | { kind: 'clear'; count: number }
  | { kind: 'drop'; label: string; href: string; count: number }
  | { kind: 'size'; line: IndexLink }

/** Number of similar sizes to suggest for a size that is not in stock. */
const MAX_NEAREST_SIZES = 6
/** Widths below this are in inches, see `TireSize`. */
const MIN_METRIC_WIDTH = 100

/** Returns a suggestion without any filter and one without each, with the numbers of results; none for a list without filters. */
export async function suggestRemovingFilters(
  { options, listing }: Catalog,
  { path, base }: Pick<Landing, 'path' | 'base'>,
  query: ListingQuery,
): Promise<EmptyListingSuggestion[]> {
  const chips = activeChips(query, base, (filter, value) => chosenLabel(filter, value, options))
  const filters = [...new Set(chips.map(({ filter }) => filter))]
  if (filters.length === 0) return []
  const without = filters.map((filter) => removeFilter(query, filter))
  const [all = 0, ...counts] = await listing.count([clearAll(query, base), ...without])
  const drops = filters.map(
    (filter, index): EmptyListingSuggestion => ({
      kind: 'drop',
      label: chips.flatMap((chip) => (chip.filter === filter ? [chip.label] : [])).join(', '),
      href: listingHref(path, without[index] ?? query, base),
      count: counts[index] ?? 0,
    }),
  )
  // Without its only filter a list is the list without filters.
  return [{ kind: 'clear', count: all }, ...(drops.length > 1 ? drops : [])]
}

/**
 * Returns the sizes in stock that are nearest to `wanted`, by width and then by aspect ratio; none without `wanted`. They have
 * its rim diameter, because no other tire can be mounted on the wheel (H13i).
 */
export function nearestSizes(sizes: readonly SizeInStock[], wanted: TireSize | null): IndexLink[] {
  if (wanted === null) return []
  const isMetric = (width: number) => width >= MIN_METRIC_WIDTH
  const distance = ({ width, aspect }: SizeInStock) =>
    Math.abs(width - wanted.width) * 10 + Math.abs(aspect - wanted.aspect)
  return sizes
    .filter(({ rim, width }) => rim === wanted.rim && isMetric(width) === isMetric(wanted.width))
    .toSorted((a, b) => distance(a) - distance(b))
    .slice(0, MAX_NEAREST_SIZES)
    .map(toSizeLink)
}
