/**
 * The age of a tire in words, and what it means for the buyer (H13e). Six and ten years are the ages that the National
 * Highway Traffic Safety Administration reports from vehicle and tire makers (`AGE_SOURCE`).
 */
import { dotDate, formatAgeInYears, wholeYears } from './tire-text.ts'

const INSPECT_FROM_YEARS = 6
const AVOID_FROM_YEARS = 10

/** `inspect` from six years, `avoid` from ten. */
export type AgeMark = 'inspect' | 'avoid'

export interface TireAge {
  /** `Made week 23 of 2019, 7 years old`. */
  text: string
  /** `null` for a tire younger than six years. */
  mark: AgeMark | null
}

/** What a mark says in a list, and in full on a product page. */
export const AGE_MARKS: Readonly<Record<AgeMark, { short: string; advice: string }>> = {
  inspect: {
    short: 'Inspect yearly',
    advice: `${INSPECT_FROM_YEARS} years or older: have it inspected yearly.`,
  },
  avoid: {
    short: 'Not for daily use',
    advice: `${AVOID_FROM_YEARS} years or older: we don’t recommend it for daily use.`,
  },
}

/** The reason of the marks, in one line, and the page that says so. */
export const AGE_SOURCE = {
  reason:
    'Rubber ages even when a tire isn’t driven: some carmakers say to replace tires at 6 years, and many tire makers set 10 as the limit.',
  label: 'NHTSA on aging tires',
  href: 'https://www.nhtsa.gov/vehicle-safety/tires',
} as const

/** Formats `4914: made week 49 of 2014, 11 years old`, the end of the DOT code and the age; empty without a date. */
export function formatDotAndAge(dot: string | null, now: number): string {
  const age = tireAge(dot, now)
  return age ? `${dot?.slice(-4)}: m${age.text.slice(1)}` : ''
}

/** Returns the age of a tire at `now` (ms) by its DOT code; `null` when the code has no date. */
export function tireAge(dot: string | null, now: number): TireAge | null {
  const made = dotDate(dot)
  if (!made) return null
  const years = wholeYears(made.at, now)
  const mark = years >= AVOID_FROM_YEARS ? 'avoid' : years >= INSPECT_FROM_YEARS ? 'inspect' : null
  return { text: `Made week ${made.week} of ${made.year}, ${formatAgeInYears(made.at, now)}`, mark }
}
