/** The day the demo shop was stocked, a fixed one, so that the same seed gives the same shop in any year. */
import { DAY_MS } from '../../schema/platform/duration.ts'

export const SEED_NOW = Date.UTC(2026, 10, 16, 12)

/** Days over which the stock arrived. */
export const STOCKING_DAYS = 120

/** Formats a day: `"2026-09-03"` for `Date.UTC(2026, 8, 3)`. */
export function isoDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

/** Formats week and year as on a sidewall: `"2419"` is week 24 of 2019. */
export function dotOf(at: number): string {
  const date = new Date(at)
  const dayOfYear = Math.floor((at - Date.UTC(date.getUTCFullYear(), 0, 1)) / DAY_MS)
  const week = Math.min(52, Math.floor(dayOfYear / 7) + 1)
  return `${String(week).padStart(2, '0')}${String(date.getUTCFullYear() % 100).padStart(2, '0')}`
}
