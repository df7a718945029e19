/** Full text over names and numbers: the candidates of a search, which the listing then filters, counts and sorts. */
import { sql } from 'drizzle-orm'
import { product } from '../../../schema/catalog/product/product.table.ts'
import { isLongEnough, MIN_SCORE, STOP_WORDS, wordsOf } from '../../../schema/catalog/search/search.ts'
import { takeSizes } from '../../../schema/catalog/search/search-size.ts'
import { connect } from '../../platform/drizzle.sql.ts'
import { IS_OPENABLE } from '../index/listed-condition.sql.ts'

/** Words beyond this many are not looked at. */
const MAX_WORDS = 8
/** Of one word; FTS would compare the rest with nothing. */
const MAX_LENGTH = 40

/** Weights of name, brand, model, size, number, kind (migration 0007): a number names one thing, "used" names many. */
const RANK = 'bm25(4.0, 8.0, 8.0, 6.0, 10.0, 2.0)'

export interface TextMatches {
  /** Product ids, best first; of equally good ones the newest first. */
  ids: number[]
  /** Of each id, 1 for the best match, never under the minimum search score. */
  scores: number[]
}

/** `"tl1001" *`, or the same number with the hyphen that was left out. */
function wordMatch(typed: string): string {
  const word = typed.slice(0, MAX_LENGTH)
  // Two or three digits are a whole number: 17 is not the beginning of 175. One is being typed.
  if (/^\d{2}$/.test(word)) return `"${word}"`
  if (/^\d{3}$/.test(word)) return `("${word}" OR number : "${word}" *)`
  const [, letters, digits] = /^([a-z]+)(\d+)$/.exec(word) ?? []
  return letters ? `("${word}" * OR number : "${letters} ${digits}" *)` : `"${word}" *`
}

/**
 * What FTS5 is asked. Every word is quoted, so nothing that a shopper types is an operator; `null` for a term without
 * words. All words must begin some word of the product, or, written together, one of its numbers ("hal 05123").
 */
export function matchOf(term: string): string | null {
  const { sizes, rest } = takeSizes(term)
  const typed = wordsOf(rest)
  const telling = typed.filter((word) => !STOP_WORDS.has(word))
  const words = (telling.length > 0 || sizes.length > 0 ? telling : typed).slice(0, MAX_WORDS)
  const all = [
    ...sizes.slice(0, MAX_WORDS).map(({ keys }) => `size : (${keys.map((key) => `"${key}"`).join(' OR ')})`),
    ...words.map(wordMatch),
  ]
  if (all.length === 0) return null
  const together = words.join('').replaceAll('.', '')
  const isNumber = words.length > 1 && sizes.length === 0 && together.length <= MAX_LENGTH
  return isNumber ? `(${all.join(' AND ')}) OR number : "${together}" *` : all.join(' AND ')
}

/**
 * The products that may be found (visibility 2, 3 or 4, status 0 or 1) and have all of these words, in stock or
 * not. Less than three characters find nothing.
 */
export async function searchText(db: D1Database, term: string, limit: number): Promise<TextMatches> {
  const match = isLongEnough(term) ? matchOf(term) : null
  const max = Math.max(Math.floor(limit), 0)
  if (match === null || max === 0) return { ids: [], scores: [] }
  const results = await connect(db).all<{ id: number; score: number }>(
    sql`select ${product.id} as id, -product_text.rank as score
      from product_text join ${product} on ${product.id} = product_text.rowid
      where product_text match ${match} and product_text.rank match ${RANK} and ${IS_OPENABLE}
      order by product_text.rank, ${product.createdAt} desc, ${product.id} desc limit ${max}`,
  )
  const best = results[0]?.score ?? 0
  // Where every product has the words, bm25 knows no better and no worse.
  const scored = results.map(({ id, score }) => ({ id, score: best > 0 ? score / best : 1 }))
  const enough = scored.filter(({ score }) => score >= MIN_SCORE)
  return { ids: enough.map(({ id }) => id), scores: enough.map(({ score }) => score) }
}
