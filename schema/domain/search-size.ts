/** Sizes as shoppers type them, anywhere in a search term (design.md §4). */
import { formatTireSize, parseTireSize, sizeSlug, type TireSize } from './tire-size.ts'

export interface TypedSize {
  /** As the catalogue writes it: `225/45R17`; `33X12.50R15` for a size in inches. */
  label: string
  slug: string
  /** Its digits alone, which are the same for `225/45R17` and `225/45ZR17`: `2254517`. */
  digits: string
  /** `null` for a size in inches. */
  metric: TireSize | null
}

/** What stands before and after makes a number part of something else, such as a sku or an article number. */
const BEFORE = '(?<![\\p{L}\\p{N}./-])'
const AFTER = '(?![\\p{L}\\p{N}]|[./-][\\p{L}\\p{N}])'
const GAP = '[\\s/-]?\\s?'
const METRIC = new RegExp(
  `${BEFORE}((?:p|lt|st|t)?\\s?\\d{3}\\s?${GAP}\\d{2}\\s?${GAP}(?:zr|r|d|b)?\\s?-?\\s?\\d{2}(?:\\.5)?)(?:\\s?(?:lt|xl|c))?${AFTER}`,
  'giu',
)
const INCHES = new RegExp(
  `${BEFORE}(?:lt)?\\s?(\\d{2}(?:\\.\\d{1,2})?)\\s?[x×]\\s?(\\d{1,2}(?:\\.\\d{1,2})?)\\s?-?\\s?(?:r|-|\\s)\\s?(\\d{2}(?:\\.5)?)(?:\\s?lt)?${AFTER}`,
  'giu',
)

/** The digits of a size in any spelling. */
export function sizeDigits(text: string): string {
  return text.replace(/\D/g, '')
}

function metricSize(text: string): TypedSize | null {
  const metric = parseTireSize(text.replace(/\s+/g, ' ').replace(/^t\s?(?=\d)/i, ''))
  if (!metric) return null
  const label = formatTireSize(metric)
  return { label, slug: sizeSlug(label), digits: sizeDigits(label), metric }
}

/** Tires for trucks and off the road go by overall diameter, width and rim in inches. */
function inchSize(tall: string, wide: string, rim: string): TypedSize | null {
  const [height, width, inner] = [Number(tall), Number(wide), Number(rim)]
  if (height < 24 || height > 54 || width < 7 || width > 24 || inner < 12 || inner > 30) return null
  const label = `${height}X${width.toFixed(2)}R${inner}`
  return { label, slug: label.toLowerCase(), digits: sizeDigits(label), metric: null }
}

/** Takes the sizes out of a term; each leaves a space behind. */
export function takeSizes(term: string): { sizes: TypedSize[]; rest: string } {
  const sizes = new Map<string, TypedSize>()
  const take = (size: TypedSize | null, text: string) => {
    if (!size) return text
    sizes.set(size.slug, size)
    return ' '
  }
  const rest = term
    .replace(INCHES, (text, tall: string, wide: string, rim: string) => take(inchSize(tall, wide, rim), text))
    .replace(METRIC, (text, size: string) => take(metricSize(size), text))
  return { sizes: [...sizes.values()], rest }
}
