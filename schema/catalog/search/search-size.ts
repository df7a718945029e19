/** Sizes as shoppers type them, anywhere in a search term. */
import { formatTireSize, isFlotation, parseTireSize, sizeSlug, type TireSize } from '../sizes/tire-size.ts'

export interface TypedSize {
  /** The catalog's spelling: `225/45R17`, `LT245/75R16`, `33X12.50R15LT`. */
  label: string
  slug: string
  size: TireSize
  /**
   * Possible sizes as `sizeKey` writes them, best first: without letters any standard is possible, `LT` means that standard.
   */
  keys: readonly string[]
}

/** Characters before and after a number that make it part of something else, such as a sku. */
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

/** Returns digits and letters of the standard, equal for `225/45R17` and `225/45ZR17`: `2254517`, `lt2457516`, `31105015lt`. */
export function sizeKey(slug: string): string {
  return slug.replace(/[-.xzrdb]/g, '')
}

function keysOf(size: TireSize, slug: string): string[] {
  const key = sizeKey(slug)
  if (size.type && size.type !== 'P') return [key]
  if (size.width < 100) return [key, `${key}lt`]
  return size.type ? [key] : [key, `lt${key}`, `${key}c`, `st${key}`, `t${key}`]
}

function typedSize(text: string): TypedSize | null {
  const parsed = parseTireSize(text.replace(/\s+/g, ' '))
  if (!parsed) return null
  // A typed hyphen between inches seldom means a bias tire.
  const isHyphen = isFlotation(parsed) && !/d\s?\d/i.test(text)
  const size: TireSize = isHyphen && parsed.construction === 'D' ? { ...parsed, construction: 'R' } : parsed
  const label = formatTireSize(size)
  const slug = sizeSlug(label)
  return { label, slug, size, keys: keysOf(size, slug) }
}

/** Extracts the sizes of a term; each leaves a space behind. */
export function takeSizes(term: string): { sizes: TypedSize[]; rest: string } {
  const sizes = new Map<string, TypedSize>()
  const take = (text: string, typed: string) => {
    const size = typedSize(typed.replace(/-\s?r/i, 'r'))
    if (!size) return text
    sizes.set(size.slug, size)
    return ' '
  }
  const rest = [FLOTATION, METRIC, TRUCK].reduce((left, form) => left.replace(form, take), term)
  return { sizes: [...sizes.values()], rest }
}
