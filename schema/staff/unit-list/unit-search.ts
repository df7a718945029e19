/** What a person means who types into the search box of units. */
import { extractSizes } from '../../catalog/search/search-size.ts'
import { DAY_MS } from '../../platform/duration.ts'
import { parseScan, skuSpellings } from '../print/unit-link.ts'

/** What a word of a search may be. It narrows the list to the units that one of its meanings fits. */
export interface SearchWord {
  /** As in slugs: a part of brand, model or sku. */
  text: string
  /** The number of a unit or of its label. */
  skus: readonly string[]
  /** The whole DOT code; four alike tires may share one. */
  tin: string
  /** Week and year, the end of a DOT code: `2322`. */
  week: string | null
  /** `94W` */
  rating: { load: number; dual: number | null; speed: string } | null
}

export type UnitSearch =
  | { kind: 'all' }
  /** The text is nothing that a unit can have. */
  | { kind: 'none' }
  /** One long word with digits, as a scanner sends it: no name is like it. */
  | { kind: 'code'; code: SearchWord }
  /** Every size and every word narrows the list; `sizes` are slugs, `null` without a size. */
  | { kind: 'words'; sizes: readonly string[] | null; words: readonly SearchWord[] }

/** Letters before the digits of a sku, which a person leaves out who reads the number aloud. */
const SKU_LETTERS = 'TL'
const WORDS_MAX = 6
/** What no brand, model or number has. */
const FOREIGN = /[^\p{L}\p{N}\s.'’/&+(),#"-]/u
/** Names are shorter, such as the model P7. */
const NUMBER = /^(?:\d+|(?=\D*\d).{6,})$/
const WEEK = /^(?:0[1-9]|[1-4]\d|5[0-3])\d\d$/
const RATING = /^\(?(\d{2,3})(?:\/(\d{2,3}))?([a-z]{1,2})\)?$/i

/**
 * Reads a search: the link of a label, or words. Each word is a size as people type it (`2254517`), a sku, a TIN, the week of a DOT
 * code (`2322`), a load index with its speed (`94W`), or a part of brand and model. Before the yard's sizes are known, `sizes` are
 * the digits that the slug of a size may have.
 */
export function parseUnitSearch(typed: string): UnitSearch {
  const scan = parseScan(typed)
  if (scan?.kind !== 'unit') return { kind: 'all' }
  const text = scan.sku
  if (FOREIGN.test(text)) return { kind: 'none' }
  const { sizes, rest } = extractSizes(text)
  const keys = sizes.length > 0 ? sizes.flatMap((size) => size.keys) : null
  const words = rest.split(/\s+/).flatMap(readWord).slice(0, WORDS_MAX)
  const [word] = words
  if (keys === null && word === undefined) return { kind: 'none' }
  const isCode = /^[a-z\d][a-z\d-]*$/i.test(text) && NUMBER.test(text.replace(/-/g, ''))
  return keys === null && word && isCode
    ? { kind: 'code', code: word }
    : { kind: 'words', sizes: keys, words }
}

function readWord(typed: string): SearchWord[] {
  const text = typed
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  if (text === '') return []
  const [, load, dual, speed] = RATING.exec(typed) ?? []
  const rating =
    load && speed
      ? { load: Number(load), dual: dual ? Number(dual) : null, speed: speed.toUpperCase() }
      : null
  return [{ text, ...codesOf(typed), week: WEEK.test(typed) ? typed : null, rating }]
}

function codesOf(text: string): { skus: string[]; tin: string } {
  const bare = /^\d+$/.test(text) ? [`${SKU_LETTERS}-${text}`] : []
  return { skus: [...skuSpellings(text), ...bare], tin: text.toUpperCase().replace(/^DOT-?/, '') }
}

/** Returns year and week, such as `1924`, of the youngest tire that is `years` old at `now` (ms); see `dotDate`. */
export function youngestMade(years: number, now: number): string {
  const limit = now - years * 365.25 * DAY_MS
  const year = new Date(limit).getUTCFullYear()
  const week = Math.floor((limit - Date.UTC(year, 0, 4)) / (7 * DAY_MS)) + 1
  const [madeIn, madeAt] = week < 1 ? [year - 1, 53] : [year, week]
  return `${String(madeIn).slice(-2)}${String(madeAt).padStart(2, '0')}`
}
