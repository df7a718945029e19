/** What the label of a unit says, from the facts of the unit. */
import type { UnitLabel } from './label-layout.ts'

export interface LabeledUnit {
  sku: string
  size: string | null
  brand: string | null
  model: string | null
  /** Tires in the unit. */
  setqty: number
  /** The smallest depth of the unit, 32nds of an inch. */
  treadDepth: number | null
  dot: string | null
  grade: string | null
  bin: string | null
}

/** Writes the facts as they are printed; of a whole TIN, the four digits of week and year. */
export function toUnitLabel({
  sku,
  size,
  brand,
  model,
  setqty,
  treadDepth,
  dot,
  grade,
  bin,
}: LabeledUnit): UnitLabel {
  const date = dot && /\d{4}$/.exec(dot)?.[0]
  return {
    sku,
    size: size && setqty > 1 ? `${setqty} × ${size}` : size,
    tire: [brand, model].filter(Boolean).join(' ') || null,
    tread: treadDepth === null ? null : `Tread ${treadDepth}/32`,
    dot: date ? `DOT ${date}` : null,
    grade: grade ? `Grade ${grade}` : null,
    bin,
  }
}
