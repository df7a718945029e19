/** A question answered over documents at hand. */
import type { CatalogFound, CatalogRequest } from '../../schema/api/catalog.ts'
import { hidesEverything, sourcePicker } from '../../schema/api/source-filter.ts'
import { type Counted, countOver } from '../../schema/domain/search-count.ts'
import { type Document, inOrder, matches } from '../../schema/domain/search-match.ts'
import type { SearchQuestion } from '../../schema/domain/search-query.ts'

/** Its page, its total, its counts. `scores` are those of a text search by id. */
export function answerOver(
  documents: readonly Document[],
  { question, start, size, source }: Pick<CatalogRequest, 'question' | 'start' | 'size' | 'source'>,
  scores: ReadonlyMap<number, number> = new Map(),
): CatalogFound {
  const found = documents.filter((document) => question.where.every((part) => matches(document, part)))
  const sort = question.sort.filter(({ field }) => field !== '_score')
  const pick = sourcePicker(source)
  const page = inOrder(found, sort, Math.random).slice(start, start + size)
  return {
    hits: page.map((document) => ({
      id: String(document.id),
      score: scores.get(Number(document.id)) ?? 1,
      source: hidesEverything(source) ? {} : pick(document),
    })),
    total: found.length,
    aggregations: countAll(documents, question),
    attributeMetadata: [],
  }
}

function countAll(documents: readonly Document[], { where, count }: SearchQuestion): Record<string, Counted> {
  return Object.fromEntries(count.map((one) => [one.name, countOver(documents, where, one)]))
}
