/** Days and hours of the workshop: business days, the day on which what is ordered now leaves (G7), and the day that counts bear. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from './duration.ts'

export const WORKSHOP_TIME_ZONE = 'America/Chicago'

/** The hour, in the workshop's time, before which an order still leaves the same day. */
export const CUTOFF_HOUR = 13

/** Business days a parcel is on the road. */
export const TRANSIT_DAYS = 3

const SATURDAY = 6
const SUNDAY = 0
const MONDAY = 1
const THURSDAY = 4

const workshopClock = /* @__PURE__ */ new Intl.DateTimeFormat('en-US', {
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

/** A calendar day as the UTC midnight that bears its name: adding days never meets daylight saving. */
type Day = number

function workshopMoment(now: number): { day: Day; hour: number; minute: number } {
  const parts = new Map(workshopClock.formatToParts(now).map(({ type, value }) => [type, Number(value)]))
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0
  return {
    day: Date.UTC(part('year'), part('month') - 1, part('day')),
    hour: part('hour'),
    minute: part('minute'),
  }
}

/** The nth weekday of a month, e.g. the 4th Thursday of November. `nth` 0 is the last one. */
function weekdayOf(year: number, month: number, weekday: number, nth: number): Day {
  const anchor = new Date(nth === 0 ? Date.UTC(year, month + 1, 0) : Date.UTC(year, month, 1))
  if (nth === 0) return anchor.getTime() - ((anchor.getUTCDay() - weekday + 7) % 7) * DAY_MS
  return anchor.getTime() + (((weekday - anchor.getUTCDay() + 7) % 7) + (nth - 1) * 7) * DAY_MS
}

/** The six days on which neither the workshop nor the carriers work. */
function holidaysOf(year: number): Day[] {
  return [
    Date.UTC(year, 0, 1),
    weekdayOf(year, 4, MONDAY, 0),
    Date.UTC(year, 6, 4),
    weekdayOf(year, 8, MONDAY, 1),
    weekdayOf(year, 10, THURSDAY, 4),
    Date.UTC(year, 11, 25),
  ]
}

function isBusinessDay(day: Day): boolean {
  const date = new Date(day)
  const weekday = date.getUTCDay()
  if (weekday === SATURDAY || weekday === SUNDAY) return false
  return !holidaysOf(date.getUTCFullYear()).includes(day)
}

/** The business day that lies `count` business days after `day`; 0 gives `day` itself or the next one that is. */
function addBusinessDays(day: Day, count: number): Day {
  let reached = day
  while (!isBusinessDay(reached)) reached += DAY_MS
  for (let left = count; left > 0; left -= 1) {
    do reached += DAY_MS
    while (!isBusinessDay(reached))
  }
  return reached
}

/** The day an order placed at `now` leaves, as a UTC midnight. */
export function shipDate(now: number): number {
  const { day, hour } = workshopMoment(now)
  return addBusinessDays(hour < CUTOFF_HOUR ? day : day + DAY_MS, 0)
}

/** The day it arrives, as a UTC midnight. */
export function arrivalDate(now: number, transitDays = TRANSIT_DAYS): number {
  return addBusinessDays(shipDate(now), transitDays)
}

/** A day in words: `Wed, Nov 25`. Takes what `shipDate` and `arrivalDate` give. */
export function formatDay(day: number): string {
  return shopDayFormat.format(day)
}

/** True while an order still leaves today. */
export function shipsToday(now: number): boolean {
  return shipDate(now) === workshopMoment(now).day
}

/**
 * How long an order may wait, in words that stand still: `Order within 3 hours 20 minutes and it ships today`. After
 * the cut-off, the day it leaves: `Ships Mon, Nov 23`.
 */
export function formatCutoff(now: number): string {
  if (!shipsToday(now)) return `Ships ${formatDay(shipDate(now))}`
  const { hour, minute } = workshopMoment(now)
  // No business day has a change of clocks, so the wall clock measures the time that is left.
  const left = CUTOFF_HOUR * 60 - (hour * 60 + minute)
  const parts = [counted(Math.floor(left / 60), 'hour'), counted(left % 60, 'minute')].filter(Boolean)
  return `Order within ${parts.join(' ')} and it ships today`
}

function counted(count: number, word: string): string {
  if (count === 0) return ''
  return `${count} ${word}${count === 1 ? '' : 's'}`
}

/** The day on the workshop's calendar: `2026-11-22`. */
export function shopDay(now: number): string {
  return new Date(workshopMoment(now).day).toISOString().slice(0, 10)
}

/** The last moment of a day on the workshop's calendar; `null` for what is no day, such as `2027-02-31`. */
export function shopDayEnd(day: string): number | null {
  const named = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : Number.NaN
  // Of a day that a month does not have, the parser makes one of the next month.
  if (Number.isNaN(named) || new Date(named).toISOString().slice(0, 10) !== day) return null
  // Chicago is five or six hours behind, and no change of clocks is at midnight.
  const ends = [5, 6].map((hours) => named + DAY_MS + hours * HOUR_MS - 1)
  return ends.findLast((end) => shopDay(end) === day) ?? null
}

/** Returns the day on which counts in texts were made, as the UTC midnight that bears its name. It changes at 12:01 a.m. in Chicago. */
export function updatingDay(now: number): number {
  return workshopMoment(now - MINUTE_MS).day
}
