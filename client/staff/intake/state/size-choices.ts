/** The three rows in which a size is chosen (H14): width, aspect ratio and rim, each with what the row before allows. */
import {
  formatTireSize,
  isFlotation,
  parseTireSize,
  type TireSize,
} from '../../../../schema/catalog/sizes/tire-size.ts'
import type { ChoicesReply } from '../../../../schema/staff/intake/intake-queries.api.ts'

/** A size that the shop has, as on the sidewall, and how often. */
export type KnownSize = ChoicesReply['sizes'][number]

/** What is chosen so far. */
export interface SizeSteps {
  width: number | null
  aspect: number | null
}

export interface SizeChoice {
  id: string
  label: string
  /** The chosen value, or the whole size in the last row. */
  value: number | string
}

const labelWidth = (width: number) => (width < 100 ? `${width}″` : String(width))

function labelAspect(size: TireSize): string {
  return isFlotation(size) ? size.aspect.toFixed(2) : String(size.aspect)
}

function labelRim({ construction, rim, type }: TireSize): string {
  const ending = `${construction}${rim}`
  if (type === 'LT' || type === 'C') return `${ending} ${type}`
  return type ? `${type} ${ending}` : ending
}

/** Returns the choices of the next row, most frequent first. */
export function sizeChoices(sizes: readonly KnownSize[], { width, aspect }: SizeSteps): SizeChoice[] {
  const counts = new Map<string, SizeChoice & { count: number }>()
  for (const { size: text, count } of sizes) {
    const size = parseTireSize(text)
    if (!size || (width !== null && size.width !== width)) continue
    if (aspect !== null && size.aspect !== aspect) continue
    const choice = nextChoice(size, { width, aspect })
    const before = counts.get(choice.id)
    counts.set(choice.id, { ...choice, count: count + (before?.count ?? 0) })
  }
  return [...counts.values()]
    .sort((a, b) => b.count - a.count || a.label.localeCompare(b.label, 'en', { numeric: true }))
    .map(({ id, label, value }) => ({ id, label, value }))
}

function nextChoice(size: TireSize, { width, aspect }: SizeSteps): SizeChoice {
  if (width === null) return { id: `w${size.width}`, label: labelWidth(size.width), value: size.width }
  if (aspect === null) return { id: `a${size.aspect}`, label: labelAspect(size), value: size.aspect }
  const text = formatTireSize(size)
  return { id: text, label: labelRim(size), value: text }
}
