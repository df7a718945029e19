/**
 * Tire sizes. A size string parses into width, aspect, rim type and rim diameter (spec §3); shoppers type it in
 * any form ("2254517", "225 45 17", "225/45ZR17").
 */
export interface TireSize {
  /** Section width in millimetres. */
  width: number
  /** Sidewall height in percent of the width. */
  aspect: number
  /** Construction: R radial, ZR radial for high speed, D or B bias. */
  construction: 'R' | 'ZR' | 'D' | 'B'
  /** Rim diameter in inches, half inches for trucks. */
  rim: number
}

const SPELLED =
  /^(?:P|LT|ST)?\s*(\d{3})\s*[/\-\s]?\s*(\d{2})\s*[/\-\s]?\s*(ZR|R|D|B)?\s*[-\s]?\s*(\d{2}(?:\.5)?)\s*(?:LT|C)?$/i

/** Parses a size in any spelling shoppers use; `null` when it is no metric size in a sensible range. */
export function parseTireSize(text: string): TireSize | null {
  const match = SPELLED.exec(text.trim())
  if (!match) return null
  const [, width, aspect, construction = 'R', rim] = match
  const size: TireSize = {
    width: Number(width),
    aspect: Number(aspect),
    construction: construction.toUpperCase() as TireSize['construction'],
    rim: Number(rim),
  }
  const sensible =
    size.width >= 100 &&
    size.width <= 455 &&
    size.aspect >= 20 &&
    size.aspect <= 95 &&
    size.rim >= 10 &&
    size.rim <= 30
  return sensible ? size : null
}

/** `{225, 45, R, 17}` → `"225/45R17"`, the label of the size attribute. */
export function formatTireSize(size: TireSize): string {
  return `${size.width}/${size.aspect}${size.construction}${size.rim}`
}

/** The size as it stands in a URL: `"225-45r17"`. */
export function sizeSlug(label: string): string {
  return label.toLowerCase().replace('/', '-')
}

/** Overall diameter of the tire in inches. */
export function overallDiameter(size: TireSize): number {
  return size.rim + (2 * size.width * size.aspect) / 100 / 25.4
}

/** Section width in inches. */
export function widthInches(size: TireSize): number {
  return size.width / 25.4
}
