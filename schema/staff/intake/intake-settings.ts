/** What a shop decides about intake (H14). */
import * as v from 'valibot'

const cents = v.pipe(v.number(), v.integer(), v.minValue(0))

/** The value of the setting `staff/intake`; what it leaves out has a default. */
export const INTAKE_SETTINGS_SCHEMA = v.object({
  /** False: no photo is taken or asked for. */
  photos: v.optional(v.boolean(), true),
  /** False: no price is suggested. */
  suggestion: v.optional(v.boolean(), true),
  /** Years from which a tire needs a manager. */
  maxAge: v.optional(v.pipe(v.number(), v.minValue(1), v.maxValue(20)), 10),
  /** The smallest price of a tire, and the least that a tire must bring above its cost. */
  leastPrice: v.optional(cents, 15_00),
  leastMargin: v.optional(cents, 10_00),
  /** When a second person inspects the unit: before it is sold, or before it leaves. */
  secondInspection: v.optional(v.picklist(['before-sale', 'before-it-leaves']), 'before-it-leaves'),
  /** How far tires of one set may differ: 32nds of an inch, and weeks. */
  setTread: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(10)), 2),
  setWeeks: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(520)), 52),
  /** Share of a new tire's price that a used one brings at full tread, where no comparable is known. */
  usedShare: v.optional(v.pipe(v.number(), v.minValue(0.1), v.maxValue(1)), 0.55),
})
export type IntakeSettings = v.InferOutput<typeof INTAKE_SETTINGS_SCHEMA>

/** The settings of a shop that has changed none. */
export const INTAKE_SETTINGS: IntakeSettings = v.parse(INTAKE_SETTINGS_SCHEMA, {})

/** Reads the stored text; a broken one counts as none. */
export function parseIntakeSettings(text: string | undefined): IntakeSettings {
  try {
    const parsed = v.safeParse(INTAKE_SETTINGS_SCHEMA, JSON.parse(text ?? '{}'))
    return parsed.success ? parsed.output : INTAKE_SETTINGS
  } catch {
    return INTAKE_SETTINGS
  }
}
