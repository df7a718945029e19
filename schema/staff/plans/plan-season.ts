/** The months of each year in which a price plan makes prices (H14x). Days are Chicago's, as `2026-11-27`. */

/** Months from 1, both included; October to March goes over the end of the year. */
export interface PlanMonths {
  from: number
  to: number
}

export const MONTHS: readonly string[] = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
]

const monthOf = (day: string) => Number(day.slice(5, 7))

/** Checks whether a day is in a season; `null` is all of the year. */
export function isInSeason(season: PlanMonths | null, day: string): boolean {
  if (season === null) return true
  const [{ from, to }, month] = [season, monthOf(day)]
  return from <= to ? from <= month && month <= to : month >= from || month <= to
}

/** Returns the last day of the season that a day is in, or of the next one. */
export function lastDayOfSeason({ to }: PlanMonths, day: string): string {
  const year = Number(day.slice(0, 4)) + (monthOf(day) > to ? 1 : 0)
  // Day 0 of the next month, so that February has its own length.
  return new Date(Date.UTC(year, to, 0)).toISOString().slice(0, 10)
}

/** Names a season: `October to March each year`. */
export function formatSeason({ from, to }: PlanMonths): string {
  const [first = '', last = ''] = [MONTHS[from - 1], MONTHS[to - 1]]
  return from === to ? `${first} each year` : `${first} to ${last} each year`
}
