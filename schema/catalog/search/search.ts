/** Limits of the text search (C9). */

/** Smallest number of characters of a search term. */
export const MIN_SEARCH_LENGTH = 3
/** Smallest score of a search result, relative to the best match, which has 1. */
export const MIN_SCORE = 0.02
/** Time-outs of a search in the browser and on the server. */
export const CLIENT_TIMEOUT_MS = 5000
export const SERVER_TIMEOUT_MS = 1000
/** Largest number of products that one search finds. */
export const SEARCH_LIMIT = 250_000

export const TOO_SHORT = 'Search term needs at least 3 characters.'

/** Checks whether a term is long enough. Characters are code points, not UTF-16 units. */
export function isLongEnough(term: string): boolean {
  return [...term.trim()].length >= MIN_SEARCH_LENGTH
}

/** Returns the words of a text in lower case without accents: runs of letters and digits, a dot only within a number. */
export function splitWords(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.match(/\p{N}+(?:\.\p{N}+)+(?![\p{L}\p{N}])|[\p{L}\p{N}]+/gu) ?? []
}

/** Returns the text between quotes for an exact search; `null` for a term without quotes. */
export function quoteFtsTerm(term: string): string | null {
  return /^["“”](.+)["“”]$/u.exec(term.trim())?.[1]?.trim() ?? null
}

/** Words that do not narrow a search. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  'tire tires tyre tyres the a an for of in with and on my size sizes buy'.split(' '),
)
