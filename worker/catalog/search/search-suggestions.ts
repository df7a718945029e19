/** Suggestions for a search without results: its known part, fewer words, similar sizes. */
import { CHOICE_FILTERS, EMPTY_QUERY } from '../../../schema/catalog/listing/listing.ts'
import { SEARCH_LIMIT } from '../../../schema/catalog/search/search.ts'
import { extractSizes } from '../../../schema/catalog/search/search-size.ts'
import { parseSearchTerm, type Vocabulary } from '../../../schema/catalog/search/search-term.ts'
import type { IndexLink } from '../finder/index-list.tsx'
import type { Catalog } from '../index/catalog.ts'
import type { SizeInStock } from '../index/listing-engine.ts'
import { nearestSizes } from '../listing/empty-listing-suggestions.ts'
import { chosenLabel } from '../listing/filter-text.ts'
import { listingQueryHref, searchHref } from './search-redirect.ts'
import type { SuggestedSearch } from './search-view.tsx'
import { searchText } from './text-search.sql.ts'

/** Most words of a term from which suggestions leave out one word each. */
const MAX_WORDS = 4

/** Returns searches similar to `term` that have results, those with the most results first. */
export async function suggestSearches(
  db: D1Database,
  { listing, options }: Catalog,
  vocabulary: Vocabulary,
  term: string,
): Promise<SuggestedSearch[]> {
  const { choices, rest } = parseSearchTerm(term, vocabulary)
  const known = CHOICE_FILTERS.flatMap((filter) =>
    (choices[filter] ?? []).map((value) => chosenLabel(filter, value, options)),
  )
  const knownPart =
    known.length > 0 && rest.length > 0
      ? [{ label: known.join(', '), href: listingQueryHref(choices), query: { ...EMPTY_QUERY, choices } }]
      : []
  const words = term.split(/\s+/)
  const fewer =
    words.length > 1 && words.length <= MAX_WORDS
      ? words.map((_, dropped) => words.filter((_word, index) => index !== dropped).join(' '))
      : []
  // A shorter term without unknown words would repeat the suggestion of the known part.
  const others = fewer.filter(
    (text) => parseSearchTerm(text, vocabulary).rest.length > 0 || knownPart.length === 0,
  )
  const found = await Promise.all(
    others.map(async (text) => {
      const { ids } = await searchText(db, text, SEARCH_LIMIT)
      return { label: text, href: searchHref(text), query: { ...EMPTY_QUERY, within: ids } }
    }),
  )
  const searches = [...knownPart, ...found]
  const counts = await listing.count(searches.map(({ query }) => query))
  return searches
    .map(({ label, href }, index) => ({ label, href, count: counts[index] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
}

/** Returns the sizes in stock that are nearest to the size in `term`; none for a term without a size. */
export function suggestSizes(term: string, sizes: readonly SizeInStock[]): IndexLink[] {
  const wanted = extractSizes(term).sizes[0]?.size
  return wanted ? nearestSizes(sizes, wanted) : []
}
