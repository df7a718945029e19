/** Full-text search over names and numbers: finds candidates, which the listing filters, counts and sorts. */
import { sql } from 'drizzle-orm'
import { product } from '../../../schema/catalog/product/product.table.ts'
import { isLongEnough, MIN_SCORE, STOP_WORDS, splitWords } from '../../../schema/catalog/search/search.ts'
import { extractSizes } from '../../../schema/catalog/search/search-size.ts'
import { connect } from '../../platform/drizzle.sql.ts'
import { IS_VIEWABLE } from '../index/listed-condition.sql.ts'

/** Most words of a term that are searched for; the search ignores the rest. */
const MAX_WORDS = 8
/** Most characters of a word that are searched for. */
const MAX_WORD_LENGTH = 40

/**
 * Weights of name, brand, model, size, number, kind (migration 0007): the rarer a word, the more it weighs.
 */
const RANK = 'bm25(4.0, 8.0, 8.0, 6.0, 10.0, 2.0)'

export interface TextMatches {
  /** Product ids, best first; among equal scores the newest first. */
  ids: number[]
  /** Score of each id: 1 for the best match, at least the minimum search score. */
  scores: number[]
}

/**
 * Returns the FTS5 expression of a word: `"tl1001" *`, or a number with the hyphen that the shopper left out.
 */
function wordMatch(typed: string): string {
  const word = typed.slice(0, MAX_WORD_LENGTH)
  // Two or three digits match a whole number, so 17 does not match 175; a single digit may be incomplete.
  if (/^\d{2}$/.test(word)) return `"${word}"`
  if (/^\d{3}$/.test(word)) return `("${word}" OR number : "${word}" *)`
  const [, letters, digits] = /^([a-z]+)(\d+)$/.exec(word) ?? []
  return letters ? `("${word}" * OR number : "${letters} ${digits}" *)` : `"${word}" *`
}

/**
 * Builds the FTS5 query of a term; `null` for a term without words. Every word is quoted, so no typed text
 * works as an operator. Every word must be the beginning of a word of the product, or all words together the
 * beginning of one of its numbers ("hal 05123").
 */
export function matchOf(term: string): string | null {
  const { sizes, rest } = extractSizes(term)
  const typed = splitWords(rest)
  const significant = typed.filter((word) => !STOP_WORDS.has(word))
  const words = (significant.length > 0 || sizes.length > 0 ? significant : typed).slice(0, MAX_WORDS)
  const all = [
    ...sizes.slice(0, MAX_WORDS).map(({ keys }) => `size : (${keys.map((key) => `"${key}"`).join(' OR ')})`),
    ...words.map(wordMatch),
  ]
  if (all.length === 0) return null
  const together = words.join('').replaceAll('.', '')
  const isNumber = words.length > 1 && sizes.length === 0 && together.length <= MAX_WORD_LENGTH
  return isNumber ? `(${all.join(' AND ')}) OR number : "${together}" *` : all.join(' AND ')
}

/**
 * Finds the viewable products (visibility 2, 3 or 4, status 0 or 1) with all words of a term, in stock or
 * not. A term of less than three characters finds nothing.
 */
export async function searchText(db: D1Database, term: string, limit: number): Promise<TextMatches> {
  const match = isLongEnough(term) ? matchOf(term) : null
  const max = Math.max(Math.floor(limit), 0)
  if (match === null || max === 0) return { ids: [], scores: [] }
  const results = await connect(db).all<{ id: number; score: number }>(
    sql`select ${product.id} as id, -product_text.rank as score
      from product_text join ${product} on ${product.id} = product_text.rowid
      where product_text match ${match} and product_text.rank match ${RANK} and ${IS_VIEWABLE}
      order by product_text.rank, ${product.createdAt} desc, ${product.id} desc limit ${max}`,
  )
  const best = results[0]?.score ?? 0
  // Where every product has the words, bm25 cannot rank them.
  const scored = results.map(({ id, score }) => ({ id, score: best > 0 ? score / best : 1 }))
  const enough = scored.filter(({ score }) => score >= MIN_SCORE)
  return { ids: enough.map(({ id }) => id), scores: enough.map(({ score }) => score) }
}
