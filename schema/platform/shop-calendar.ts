/** Calendar of the workshop in Chicago: business days, shipping and arrival days (G7), and the day of counts in texts. */
import { formatQuantity } from './count.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './duration.ts'

export const WORKSHOP_TIME_ZONE = 'America/Chicago'

/** The hour in the workshop's time zone before which an order ships the same day. */
export const CUTOFF_HOUR = 13

/** Business days that a parcel is in transit. */
export const TRANSIT_DAYS = 3

const SATURDAY = 6
const SUNDAY = 0
const MONDAY = 1
const THURSDAY = 4

const workshopTimeFormat = /* @__PURE__ */ new Intl.DateTimeFormat('en-US', {
  timeZone: WORKSHOP_TIME_ZONE,
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
})
const shopDayFormat = /* @__PURE__ */ new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'short',
  month: 'short',
  day: 'numeric',
})

/** A calendar day as UTC midnight in milliseconds, so that adding days is not affected by daylight saving time. */
type Day = number

/** Returns day, hour and minute in the workshop's time zone. */
function toWorkshopTime(now: number): { day: Day; hour: number; minute: number } {
  const parts = new Map(workshopTimeFormat.formatToParts(now).map(({ type, value }) => [type, Number(value)]))
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0
  return {
    day: Date.UTC(part('year'), part('month') - 1, part('day')),
    hour: part('hour'),
    minute: part('minute'),
  }
}

/** Returns the nth weekday of a month, e.g. the 4th Thursday of November. `nth` 0 is the last one. */
function nthWeekday(year: number, month: number, weekday: number, nth: number): Day {
  const anchor = new Date(nth === 0 ? Date.UTC(year, month + 1, 0) : Date.UTC(year, month, 1))
  if (nth === 0) return anchor.getTime() - ((anchor.getUTCDay() - weekday + 7) % 7) * DAY_MS
  return anchor.getTime() + (((weekday - anchor.getUTCDay() + 7) % 7) + (nth - 1) * 7) * DAY_MS
}

/** Returns the six days on which neither the workshop nor the carriers work. */
function holidays(year: number): Day[] {
  return [
    Date.UTC(year, 0, 1),
    nthWeekday(year, 4, MONDAY, 0),
    Date.UTC(year, 6, 4),
    nthWeekday(year, 8, MONDAY, 1),
    nthWeekday(year, 10, THURSDAY, 4),
    Date.UTC(year, 11, 25),
  ]
}

/** Checks whether a day, as UTC midnight, is one of the six holidays. */
export function isHoliday(day: number): boolean {
  return holidays(new Date(day).getUTCFullYear()).includes(day)
}

/** Days on which the shop is closed besides the six holidays, as UTC midnights. */
export type ClosedDays = readonly number[]
export const NO_CLOSED_DAYS: ClosedDays = []

/** Reads closed days as the setting has them: `2026-12-24,2026-12-26`. Other texts are skipped. */
export function parseClosedDays(text: string): number[] {
  return text
    .split(',')
    .filter((day) => /^\d{4}-\d\d-\d\d$/.test(day))
    .map((day) => Date.parse(day))
}

function isBusinessDay(day: Day, closed: ClosedDays): boolean {
  const weekday = new Date(day).getUTCDay()
  return weekday !== SATURDAY && weekday !== SUNDAY && !isHoliday(day) && !closed.includes(day)
}

/** Returns the business day `count` business days after `day`; for 0, `day` itself or the next business day. */
function addBusinessDays(day: Day, count: number, closed: ClosedDays): Day {
  let date = day
  while (!isBusinessDay(date, closed)) date += DAY_MS
  for (let left = count; left > 0; left -= 1) {
    do date += DAY_MS
    while (!isBusinessDay(date, closed))
  }
  return date
}

/** Returns the day on which an order placed at `now` ships, as UTC midnight. */
export function shipDate(now: number, closed = NO_CLOSED_DAYS): number {
  const { day, hour } = toWorkshopTime(now)
  return addBusinessDays(hour < CUTOFF_HOUR ? day : day + DAY_MS, 0, closed)
}

/** Returns the day on which an order placed at `now` arrives, as UTC midnight. Carriers also work while the shop is closed. */
export function arrivalDate(now: number, closed = NO_CLOSED_DAYS): number {
  return addBusinessDays(shipDate(now, closed), TRANSIT_DAYS, NO_CLOSED_DAYS)
}

/** Returns the business day `count` business days after `now`, as UTC midnight. */
export function businessDayAfter(now: number, count: number): number {
  return addBusinessDays(toWorkshopTime(now).day, count, NO_CLOSED_DAYS)
}

/** Returns the day in the workshop's time zone, as UTC midnight. */
export function workshopDay(now: number): number {
  return toWorkshopTime(now).day
}

/** Returns the time of day in the workshop's time zone, in minutes since midnight. */
export function shopMinutes(now: number): number {
  const { hour, minute } = toWorkshopTime(now)
  return hour * 60 + minute
}

/** Formats the result of `shipDate` or `arrivalDate`: `Wed, Nov 25`. */
export function formatDay(day: number): string {
  return shopDayFormat.format(day)
}

/** Checks whether an order placed at `now` ships on the same day. */
export function shipsToday(now: number, closed = NO_CLOSED_DAYS): boolean {
  return shipDate(now, closed) === toWorkshopTime(now).day
}

/**
 * Formats the time until the cut-off: `Order within 3 hours 20 minutes and it ships today`. After the cut-off,
 * formats the shipping day: `Ships Mon, Nov 23`.
 */
export function formatCutoff(now: number, closed = NO_CLOSED_DAYS): string {
  if (!shipsToday(now, closed)) return `Ships ${formatDay(shipDate(now, closed))}`
  const { hour, minute } = toWorkshopTime(now)
  // Clocks never change on a business day, so the difference of local times is exact.
  const left = CUTOFF_HOUR * 60 - (hour * 60 + minute)
  const parts = [formatPart(Math.floor(left / 60), 'hour'), formatPart(left % 60, 'minute')].filter(Boolean)
  return `Order within ${parts.join(' ')} and it ships today`
}

function formatPart(count: number, noun: string): string {
  return count === 0 ? '' : formatQuantity(count, noun)
}

/** Returns the date in the workshop's time zone: `2026-11-22`. */
export function shopDay(now: number): string {
  return new Date(toWorkshopTime(now).day).toISOString().slice(0, 10)
}

/** Returns the last millisecond of a date in the workshop's time zone; `null` for an invalid date such as `2027-02-31`. */
export function shopDayEnd(day: string): number | null {
  const midnight = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : Number.NaN
  // `Date.parse` converts a day that the month does not have to a day of the next month.
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== day) return null
  // Chicago is five or six hours behind UTC, and clocks never change at midnight.
  const ends = [5, 6].map((hours) => midnight + DAY_MS + hours * HOUR_MS - 1)
  return ends.findLast((end) => shopDay(end) === day) ?? null
}

/** Returns the first millisecond of the day of `now` in the workshop's time zone. */
export function shopDayStart(now: number): number {
  const yesterday = new Date(toWorkshopTime(now).day - DAY_MS).toISOString().slice(0, 10)
  return (shopDayEnd(yesterday) ?? now) + 1
}

/** Returns the day of the counts in texts, as UTC midnight. The day changes at 12:01 a.m. in Chicago. */
export function updatingDay(now: number): number {
  return toWorkshopTime(now - MINUTE_MS).day
}
