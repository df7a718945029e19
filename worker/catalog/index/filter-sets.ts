/**
 * A question's matches, and for each of its filters the matches without that filter. A filter's own buckets count the
 * latter: what a value would match with the other filters as they are.
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
  /** What matches everything but `filter`; `all` where the question does not use it. */
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
  // One pass per condition: who misses one of them, and who misses two and so is in no answer.
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
        // In reach, and whatever it misses is the filter's own.
        found[word] = near & ~((missesOne[word] as number) & (own[word] as number))
      }
      return found
    },
  }
}
