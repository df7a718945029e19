/** Checks of the DOT code on a sidewall: week and year of manufacture, and the whole tire identification number (TIN). */
import { DAY_MS } from '../../platform/duration.ts'

/** The shop sells no tire made before this year (H9). */
export const OLDEST_YEAR = 2011

/** Symbols of a TIN without the letters that are mistaken for digits. */
const TIN = /^[0-9A-HJ-NPRT-Y]{7,13}$/

export type DotProblem = 'dot-week' | 'dot-future' | 'dot-too-old'

/** Returns what is wrong with week and year at `now` (ms); `null` when a tire can have been made then. */
export function dotDateProblem(week: number, year: number, now: number): DotProblem | null {
  if (week < 1 || week > 53) return 'dot-week'
  const today = new Date(now)
  // Two digits of a year far ahead are those of the century before.
  if (year < OLDEST_YEAR || year - today.getUTCFullYear() > 1) return 'dot-too-old'
  return Date.UTC(year, 0, 1) + (week - 1) * 7 * DAY_MS > now ? 'dot-future' : null
}

/** A readable DOT code: the last four digits and, where they were typed, all symbols. */
export interface DotCode {
  /** `WWYY`. */
  date: string
  week: number
  year: number
  tin: string | null
}

/** Parses `2319`, `DOT XXXX XXXX 2319` or a whole TIN; returns a code of the problem for other texts. */
export function parseDotCode(text: string): DotCode | 'dot-length' | 'tin-symbols' {
  const bare = text.toUpperCase().replace(/[\s-]/g, '').replace(/^DOT/, '')
  const isTin = bare.length >= 7 && bare.length <= 13
  if (!isTin && bare.length !== 4) return 'dot-length'
  const date = bare.slice(-4)
  if (!/^\d{4}$/.test(date) || (isTin && !TIN.test(bare))) return isTin ? 'tin-symbols' : 'dot-length'
  return {
    date,
    week: Number(date.slice(0, 2)),
    year: 2000 + Number(date.slice(2)),
    tin: isTin ? bare : null,
  }
}
