/**
 * Tire sizes of every standard that the shop sells (decision 130): metric (225/45R17, LT245/75R16, 195R14C),
 * flotation in inches (31X10.50R15LT) and truck sizes by width in inches (11R22.5). Shoppers type sizes in any form
 * ("2254517", "31 10.5 15").
 */
const SIZE_TYPES = ['P', 'LT', 'ST', 'T', 'C'] as const
export type SizeType = (typeof SIZE_TYPES)[number]

export interface TireSize {
  /**
   * Section width in millimeters. A value below 100 is in inches: the height of a flotation size, the width of a
   * truck size.
   */
  width: number
  /** Sidewall in percent of the width; the width in inches of a flotation size. */
  aspect: number
  /** Construction: R radial, ZR radial for high speed, D or B bias. */
  construction: 'R' | 'ZR' | 'D' | 'B'
  /** Rim diameter in inches, half inches for trucks. */
  rim: number
  /** Letters before or after the numbers: passenger, light truck, trailer, temporary, commercial. */
  type?: SizeType
}

/**
 * Aspect ratios of sizes without one (195R14C), of truck sizes on tapered half-inch rims, and of truck sizes on flat
 * rims.
 */
const DEFAULT_ASPECT = 82
const TAPERED_ASPECT = 87
const FLAT_ASPECT = 107

const METRIC =
  /^(P|LT|ST|T)?\s*(\d{3})\s*[/\-\s]?\s*(?:(\d{2})\s*[/\-\s]?\s*)?(ZR|R|D|B)?\s*[-\s]?\s*(\d{2}(?:\.5)?)\s*(LT|C)?$/i
const FLOTATION =
  /^(?:LT)?\s*(\d{2}(?:\.\d{1,2})?)\s*(?:[X×]|[/\s](?=\s*\d+\.))\s*(\d{1,2}(?:\.\d{1,2})?)\s*(R|D|B|-|\s)\s*(\d{2}(?:\.5)?)\s*(?:LT)?$/i
const TRUCK = /^(LT)?\s*(\d{1,2}(?:\.\d{1,2})?)\s*(R|D|B|-|\s)\s*(\d{2}(?:\.5)?)\s*(LT)?$/i

const isWithin = (value: number, from: number, to: number) => value >= from && value <= to

/** Checks whether the size is written without aspect ratio, as only small tires for cars and vans are. */
function hasDefaultAspect({ width, aspect, rim }: TireSize): boolean {
  return aspect === DEFAULT_ASPECT && width <= 235 && rim <= 16
}

function parseMetric(text: string): TireSize | null {
  const [all, before, width, aspect, letter, rim, behind] = METRIC.exec(text) ?? []
  // Without an aspect ratio only the construction letter distinguishes a size from other numbers.
  if (!all || (!aspect && !letter)) return null
  const type = (before ?? behind)?.toUpperCase() as SizeType | undefined
  const size: TireSize = {
    width: Number(width),
    aspect: Number(aspect ?? DEFAULT_ASPECT),
    construction: (letter ?? 'R').toUpperCase() as TireSize['construction'],
    rim: Number(rim),
    ...(type && { type }),
  }
  const isValid =
    isWithin(size.width, 100, 455) && isWithin(size.aspect, 20, 95) && isWithin(size.rim, 10, 30)
  return isValid && (aspect || hasDefaultAspect(size)) ? size : null
}

/** Returns the construction of a size in inches, where a hyphen means bias, as on the sidewall. */
function inchConstruction(letter = ''): TireSize['construction'] {
  return letter.trim() === '' ? 'R' : letter === '-' ? 'D' : (letter.toUpperCase() as 'R' | 'D' | 'B')
}

function parseFlotation(text: string): TireSize | null {
  const [, width, aspect, letter, rim] = FLOTATION.exec(text) ?? []
  const size = { width: Number(width), aspect: Number(aspect), rim: Number(rim) }
  const isValid =
    isWithin(size.width, 24, 54) &&
    isWithin(size.aspect, 7, 24) &&
    isWithin(size.rim, 12, 30) &&
    size.width > size.rim
  return isValid ? { ...size, construction: inchConstruction(letter), type: 'LT' } : null
}

function parseTruck(text: string): TireSize | null {
  const [, before, wide = '', letter = '', inner, behind] = TRUCK.exec(text) ?? []
  const [width, rim] = [Number(wide), Number(inner)]
  const isHalf = !Number.isInteger(rim)
  const isUnambiguous = isHalf || /[RDB]/i.test(letter) || (wide.includes('.') && letter === '-')
  if (!isUnambiguous || !isWithin(width, isHalf ? 7 : 4, 18) || !isWithin(rim, 8, 25)) return null
  const aspect = isHalf ? TAPERED_ASPECT : FLAT_ASPECT
  const size: TireSize = { width, aspect, construction: inchConstruction(letter), rim }
  return before || behind ? { ...size, type: 'LT' } : size
}

/** Parses a size in any spelling that shoppers use; `null` when the text is not a size within the usual ranges. */
export function parseTireSize(text: string): TireSize | null {
  const bare = text.trim()
  return parseMetric(bare) ?? parseFlotation(bare) ?? parseTruck(bare)
}

/** Checks whether a size is a flotation size, `31X10.50R15LT`. */
export function isFlotation({ width, aspect }: Pick<TireSize, 'width' | 'aspect'>): boolean {
  return width < 100 && aspect < 25
}

/** Formats the width of a truck size: `7.50`, `10.00` on flat rims; `11`, `9.5` on tapered rims. */
function truckWidth({ width, rim }: TireSize): string {
  return Number.isInteger(rim) || (rim < 17 && !Number.isInteger(width)) ? width.toFixed(2) : String(width)
}

/** Formats `{225, 45, R, 17}` as `"225/45R17"`, the marking on the tire and the label of the size attribute. */
export function formatTireSize(size: TireSize): string {
  const { width, aspect, construction, rim, type = '' } = size
  if (width < 100) {
    const letter = construction === 'D' ? '-' : construction
    if (isFlotation(size)) return `${width}X${aspect.toFixed(2)}${letter}${rim}LT`
    return `${truckWidth(size)}${letter}${rim}${type}`
  }
  const [before, after] = type === 'C' ? ['', type] : [type, '']
  const sidewall = hasDefaultAspect(size) ? '' : `/${aspect}`
  return `${before}${width}${sidewall}${construction}${rim}${after}`
}

/**
 * Returns the size under which a tire is listed: P-metric and Euro-metric sizes with the same numbers are listed
 * together (decision 131).
 */
export function listedSize(label: string): string {
  return label.replace(/^P(?=\d)/i, '')
}

/** Returns the slug of a size: `"225-45r17"`, `"lt245-75r16"`. */
export function sizeSlug(label: string): string {
  return listedSize(label).toLowerCase().replace('/', '-')
}

/** Returns the address of a size's landing. It is not in `paths.ts`, because every page loads that file. */
export function sizeHref(sizeLabel: string): string {
  return `/t/s/${sizeSlug(sizeLabel)}`
}

/** Returns width and height of the tire in inches. */
function inches(size: TireSize): { wide: number; tall: number } {
  const { width, aspect, rim } = size
  if (isFlotation(size)) return { wide: aspect, tall: width }
  const wide = width < 100 ? width : width / 25.4
  return { wide, tall: rim + (2 * wide * aspect) / 100 }
}

/** Returns the overall diameter of the tire in inches. */
export function overallDiameter(size: TireSize): number {
  return inches(size).tall
}

/** Returns the section width in inches. */
export function widthInches(size: TireSize): number {
  return inches(size).wide
}

/** Returns the measures of a metric size with the same dimensions: width in mm, sidewall in percent of the width. */
export function metricMeasures(size: TireSize): { section: number; aspect: number } {
  if (size.width >= 100) return { section: size.width, aspect: size.aspect }
  const { wide, tall } = inches(size)
  return { section: wide * 25.4, aspect: ((tall - size.rim) / 2 / wide) * 100 }
}
