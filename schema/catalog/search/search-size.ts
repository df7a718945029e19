/** Finds tire sizes in a search term, in the spellings that shoppers use. */
import { formatTireSize, isFlotation, parseTireSize, sizeSlug, type TireSize } from '../sizes/tire-size.ts'

export interface TypedSize {
  /** The catalog's spelling: `225/45R17`, `LT245/75R16`, `33X12.50R15LT`. */
  label: string
  slug: string
  size: TireSize
  /** The `sizeKey` of each possible size, best first: a size without letters can have any standard, `LT` only one. */
  keys: readonly string[]
}

/** Excludes numbers that are part of another text, such as a sku. */
const BEFORE = '(?<![\\p{L}\\p{N}./-])'
const AFTER = '(?![\\p{L}\\p{N}]|[./-][\\p{L}\\p{N}])'
const GAP = '[\\s/-]?\\s?'
const RIM = '\\d{2}(?:\\.5)?'
const DECIMALS = '\\d{1,2}\\.\\d{1,2}'
const pattern = (text: string) => new RegExp(`${BEFORE}${text}${AFTER}`, 'giu')
const METRIC = pattern(
  `((?:p|lt|st|t)?\\s?\\d{3}\\s?(?:${GAP}\\d{2}\\s?${GAP}(?:zr|r|d|b)?|/?(?:zr|r|d|b))\\s?-?\\s?${RIM}(?:\\s?(?:lt|c))?)(?:\\s?xl)?`,
)
const FLOTATION = pattern(
  `((?:lt)?\\s?\\d{2}(?:\\.\\d{1,2})?\\s?(?:[x×]\\s?\\d{1,2}(?:\\.\\d{1,2})?|[\\s/]\\s?${DECIMALS})\\s?(?:-\\s?)?(?:r|d|b|-|\\s)\\s?${RIM}(?:\\s?lt)?)`,
)
const TRUCK = pattern(
  `((?:lt)?\\s?(?:\\d{1,2}(?:\\.\\d{1,2})?\\s?(?:r|-|\\s)\\s?\\d{2}\\.5|${DECIMALS}\\s?(?:r|-)\\s?\\d{2}|\\d{1,2}r\\d{2}(?=\\s?lt))(?:\\s?lt)?)`,
)

/**
 * Returns the digits and the letters of the standard: `2254517` for `225/45R17` and `225/45ZR17`, `lt2457516`,
 * `31105015lt`.
 */
export function sizeKey(slug: string): string {
  return slug.replace(/[-.xzrdb]/g, '')
}

function possibleKeys(size: TireSize, slug: string): string[] {
  const key = sizeKey(slug)
  if (size.type && size.type !== 'P') return [key]
  if (size.width < 100) return [key, `${key}lt`]
  return size.type ? [key] : [key, `lt${key}`, `${key}c`, `st${key}`, `t${key}`]
}

function parseTypedSize(text: string): TypedSize | null {
  const parsed = parseTireSize(text.replace(/\s+/g, ' '))
  if (!parsed) return null
  // A typed hyphen between inches usually is a separator and does not mean a bias tire.
  const isHyphen = isFlotation(parsed) && !/d\s?\d/i.test(text)
  const size: TireSize = isHyphen && parsed.construction === 'D' ? { ...parsed, construction: 'R' } : parsed
  const label = formatTireSize(size)
  const slug = sizeSlug(label)
  return { label, slug, size, keys: possibleKeys(size, slug) }
}

/** Extracts the sizes of a term; in `rest` each size is replaced by a space. */
export function extractSizes(term: string): { sizes: TypedSize[]; rest: string } {
  const sizes = new Map<string, TypedSize>()
  const extract = (text: string, typed: string) => {
    const size = parseTypedSize(typed.replace(/-\s?r/i, 'r'))
    if (!size) return text
    sizes.set(size.slug, size)
    return ' '
  }
  const rest = [FLOTATION, METRIC, TRUCK].reduce((text, form) => text.replace(form, extract), term)
  return { sizes: [...sizes.values()], rest }
}
