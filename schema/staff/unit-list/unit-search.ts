/** What a person means who types into the search box of units. */
import { extractSizes } from '../../catalog/search/search-size.ts'
import { DAY_MS } from '../../platform/duration.ts'
import { parseScan, skuSpellings } from '../print/unit-link.ts'

export type UnitSearch =
  | { kind: 'all' }
  /** The number of a unit or of its label, or the whole DOT code; four alike tires may share one. */
  | { kind: 'code'; skus: readonly string[]; tin: string }
  | { kind: 'size'; slugs: readonly string[] }
  | { kind: 'words'; words: readonly string[] }

/** A search before the yard's sizes are known: `keys` are the digits that the slug of a size may have. */
export type TypedSearch = Exclude<UnitSearch, { kind: 'size' }> | { kind: 'size'; keys: readonly string[] }

/** Letters before the digits of a sku, which a person leaves out who reads the number aloud. */
const SKU_LETTERS = 'TL'
const WORDS_MAX = 6

/** Reads a search: the link of a label, a sku, a TIN, a size as people type it (`2254517`), or words of brand and model. */
export function parseUnitSearch(typed: string): TypedSearch {
  const scan = parseScan(typed)
  if (scan?.kind !== 'unit') return { kind: 'all' }
  const text = scan.sku
  const { sizes, rest } = extractSizes(text)
  if (sizes.length > 0 && rest.trim() === '') return { kind: 'size', keys: sizes.flatMap(({ keys }) => keys) }
  if (/^[a-z\d][a-z\d-]*$/i.test(text) && /\d/.test(text)) return { kind: 'code', ...codesOf(text) }
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? []
  return words.length > 0 ? { kind: 'words', words: words.slice(0, WORDS_MAX) } : { kind: 'all' }
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
