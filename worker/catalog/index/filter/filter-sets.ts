/**
 * Finds the matches of a query, and for each of its filters the matches without that filter: the values of a
 * filter are counted as if only the other filters were set.
 */
import type {
  ChoiceFilter,
  ListingQuery,
  Range,
  RangeFilter,
} from '../../../../schema/catalog/listing/listing.ts'
import { type Bits, countBits, emptyBits } from '../bits.ts'
import type { FacetedIndex } from '../faceted-index.ts'
import { choiceBits, rangeBits, scopeBits } from './match.ts'

export interface FilteredSets {
  /** Documents that match every condition. */
  all: Bits
  total: number
  /**
   * Returns the documents that match every condition except `filter`; `all` where the query has no `filter`.
   */
  without(filter: ChoiceFilter | RangeFilter): Bits
}

/** Applies the conditions of a query, each in one pass over the bits. */
export function filterIndex(index: FacetedIndex, query: ListingQuery): FilteredSets {
  const scope = scopeBits(index, query)
  const choices = Object.entries(query.choices) as [ChoiceFilter, readonly string[]][]
  const ranges = Object.entries(query.ranges) as [RangeFilter, Range][]
  const conditions = new Map<ChoiceFilter | RangeFilter, Bits>([
    ...choices.map(([filter, values]) => [filter, choiceBits(index, filter, values)] as const),
    ...ranges.map(([filter, range]) => [filter, rangeBits(index, filter, range)] as const),
  ])
  if (conditions.size === 0) return { all: scope, total: countBits(scope), without: () => scope }
  // Collects the documents that fail at least one condition, and those that fail two and so are in no result.
  const missesOne = emptyBits(index.words)
  const missesTwo = emptyBits(index.words)
  for (const bits of conditions.values()) {
    for (let word = 0; word < bits.length; word++) {
      const miss = ~(bits[word] as number)
      const one = missesOne[word] as number
      missesTwo[word] = (missesTwo[word] as number) | (one & miss)
      missesOne[word] = one | miss
    }
  }
  const all = emptyBits(index.words)
  for (let word = 0; word < all.length; word++)
    all[word] = (scope[word] as number) & ~(missesOne[word] as number)
  return {
    all,
    total: countBits(all),
    without(filter) {
      const own = conditions.get(filter)
      if (!own) return all
      if (conditions.size === 1) return scope
      const found = emptyBits(index.words)
      for (let word = 0; word < found.length; word++) {
        const near = (scope[word] as number) & ~(missesTwo[word] as number)
        // The document fails no condition, or only the condition of this filter.
        found[word] = near & ~((missesOne[word] as number) & (own[word] as number))
      }
      return found
    },
  }
}
