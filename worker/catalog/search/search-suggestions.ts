/** What is near to a search that found nothing: the part of it that is understood, fewer words, sizes close by. */
import { CHOICE_FILTERS, EMPTY_QUERY } from '../../../schema/catalog/listing/listing.ts'
import { SEARCH_LIMIT } from '../../../schema/catalog/search/search.ts'
import { takeSizes } from '../../../schema/catalog/search/search-size.ts'
import { parseSearchTerm, type Vocabulary } from '../../../schema/catalog/search/search-term.ts'
import type { IndexLine } from '../finder/index-list.tsx'
import type { Catalog } from '../index/catalog.ts'
import type { SizeLine } from '../index/listing-engine.ts'
import { nearestSizes } from '../listing/empty-listing-suggestions.ts'
import { chosenLabel } from '../listing/filter-text.ts'
import { listingQueryHref, searchHref } from './search-redirect.ts'
import type { SuggestedSearch } from './search-view.tsx'
import { searchText } from './text-search.sql.ts'

/** Words of which each is left out once; longer terms are not taken apart. */
const MAX_WORDS = 4

/** Questions near to `term` that find something, most first. */
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
  const understood =
    known.length > 0 && rest.length > 0
      ? [{ label: known.join(', '), href: listingQueryHref(choices), query: { ...EMPTY_QUERY, choices } }]
      : []
  const words = term.split(/\s+/)
  const fewer =
    words.length > 1 && words.length <= MAX_WORDS
      ? words.map((_, dropped) => words.filter((_word, index) => index !== dropped).join(' '))
      : []
  // Without its unknown word a term is what is understood of it.
  const others = fewer.filter(
    (text) => parseSearchTerm(text, vocabulary).rest.length > 0 || understood.length === 0,
  )
  const found = await Promise.all(
    others.map(async (text) => {
      const { ids } = await searchText(db, text, SEARCH_LIMIT)
      return { label: text, href: searchHref(text), query: { ...EMPTY_QUERY, within: ids } }
    }),
  )
  const ways = [...understood, ...found]
  const counts = await listing.count(ways.map(({ query }) => query))
  return ways
    .map(({ label, href }, index) => ({ label, href, count: counts[index] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
}

/** Sizes in stock that come nearest to the one in `term`; none where it holds no size. */
export function suggestSizes(term: string, sizes: readonly SizeLine[]): IndexLine[] {
  const wanted = takeSizes(term).sizes[0]?.size
  return wanted ? nearestSizes(sizes, wanted) : []
}
