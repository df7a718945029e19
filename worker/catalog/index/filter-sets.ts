/**
 * Finds a query's matches, and for each of its filters the matches without that filter: the values of a filter are
 * counted as if only the other filters were set.
 */
import type {
  ChoiceFilter,
  ListingQuery,
  Range,
  RangeFilter,
} from '../../../schema/catalog/listing/listing.ts'
import { type Bits, countBits, emptyBits } from './bits.ts'
import type { FacetedIndex } from './faceted-index.ts'
import { choiceBits, rangeBits, scopeBits } from './match.ts'

export interface FilteredSets {
  /** What matches everything. */
  all: Bits
  total: number
  /** What matches everything but `filter`; `all` where the query does not use it. */
  without(filter: ChoiceFilter | RangeFilter): Bits
}

/** One pass over the bits for each condition; without a condition the scope itself. */
export function filterIndex(index: FacetedIndex, query: ListingQuery): FilteredSets {
  const scope = scopeBits(index, query)
  const choices = Object.entries(query.choices) as [ChoiceFilter, readonly string[]][]
  const ranges = Object.entries(query.ranges) as [RangeFilter, Range][]
  const conditions = new Map<ChoiceFilter | RangeFilter, Bits>([
    ...choices.map(([filter, values]) => [filter, choiceBits(index, filter, values)] as const),
    ...ranges.map(([filter, range]) => [filter, rangeBits(index, filter, range)] as const),
  ])
  if (conditions.size === 0) return { all: scope, total: countBits(scope), without: () => scope }
  // One pass per condition notes the documents that fail one condition, and those that fail two and match nowhere.
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
        // Fails at most one condition, and if one, then that of this filter.
        found[word] = near & ~((missesOne[word] as number) & (own[word] as number))
      }
      return found
    },
  }
}
