/** Runs queries over documents in memory. */
import type { CatalogRequest, CatalogResult } from '../../../schema/compat/catalog/catalog.api.ts'
import { aggregate, ignoresOwnFilter } from '../../../schema/compat/catalog/search-aggregations.ts'
import { type Document, matches, sortDocuments } from '../../../schema/compat/catalog/search-match.ts'
import { type ParseResult, parseError } from '../../../schema/compat/catalog/search-query.api.ts'
import { estimateComparisons, type SearchQuery } from '../../../schema/compat/catalog/search-query.ts'
import { createSourceFilter, excludesAllFields } from '../../../schema/compat/catalog/source-filter.api.ts'

/** Largest number of comparisons of one reply: at about 50 ns each, they take about a second. */
const COMPARISONS_MAX = 20_000_000

const encoder = new TextEncoder()

const TOO_MANY =
  'This compares too many values with too many documents: ask with fewer values, or count fewer fields.'

/** Returns page, total and aggregations. `scores` has the scores of a text search by id. */
export function queryDocuments(
  documents: readonly Document[],
  { searchQuery, start, size, source }: Pick<CatalogRequest, 'searchQuery' | 'start' | 'size' | 'source'>,
  scores: ReadonlyMap<number, number> = new Map(),
): ParseResult<CatalogResult> {
  if (documents.length * countComparisons(searchQuery) > COMPARISONS_MAX) return parseError(TOO_MANY)
  const { where, aggregations } = searchQuery
  const found = documents.filter((document) => where.every((condition) => matches(document, condition)))
  const sort = searchQuery.sort.filter(({ field }) => field !== '_score')
  const pick = createSourceFilter(source)
  const page = sortDocuments(found, sort, Math.random).slice(start, start + size)
  return {
    ok: true,
    value: {
      hits: page.map((document) => ({
        id: String(document.id),
        score: scores.get(Number(document.id)) ?? 1,
        json: encoder.encode(JSON.stringify(excludesAllFields(source) ? {} : pick(document))),
      })),
      total: found.length,
      aggregations: Object.fromEntries(
        aggregations.map((one) => [one.name, aggregate(documents, found, where, one)]),
      ),
      attributeMetadata: [],
    },
  }
}

/**
 * Returns the comparisons for one document: once for the query, again for each aggregation that leaves out
 * its own filter, and one for each aggregation.
 */
function countComparisons({ where, aggregations }: SearchQuery): number {
  const further = aggregations.filter((one) => ignoresOwnFilter(where, one)).length
  return estimateComparisons(where) * (1 + further) + aggregations.length
}
