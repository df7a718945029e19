/** The shop's own closed days (H14l): added as periods, and shown with the days that they promise. */
import * as v from 'valibot'
import { DAY_MS, HOUR_MS } from '../../platform/duration.ts'
import {
  arrivalDate,
  type ClosedDays,
  parseClosedDays,
  shipDate,
  shopDay,
  shopDayEnd,
  shopDayStart,
} from '../../platform/shop-calendar.ts'
import { CHANGE_KEY, FORM_VERSION } from '../changes/change.api.ts'

export const CLOSED_DAYS_PAGE = '/staff/settings/closed-days'

const typed = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(20)), '')
const PERIOD = { from: typed, to: typed }
export const CLOSED_PERIOD = v.object(PERIOD)

export const CLOSED_DAYS_FORM = v.object({
  action: v.picklist(['add', 'remove']),
  version: FORM_VERSION,
  key: CHANGE_KEY,
  ...PERIOD,
})

export const CLOSED_DAYS_MESSAGES = {
  from: 'Choose the first day from the calendar, today or later, within two years.',
  to: 'Choose the last day from the calendar, not before the first one and within 60 days.',
  many: 'These are too many closed days. Remove some first.',
  saved: 'Saved. The shop promises days by it from now on.',
} as const

/** The longest period that is added at once, in days. */
const PERIOD_MAX = 60
/** How far ahead a closed day can be, in days: the preview looks at every day until then. */
const AHEAD_MAX = 730

/** A period in days as `2026-12-24`, both included. */
export interface ClosedPeriod {
  from: string
  to: string
}

const toDay = (midnight: number) => new Date(midnight).toISOString().slice(0, 10)

/** Reads a typed period; a period without a last day is one day. Returns which field is wrong. */
export function readPeriod({ from, to }: ClosedPeriod, now: number): ClosedPeriod | 'from' | 'to' {
  if (shopDayEnd(from) === null || from < shopDay(now) || from > shopDay(now + AHEAD_MAX * DAY_MS))
    return 'from'
  const last = to === '' ? from : to
  if (shopDayEnd(last) === null || last < from) return 'to'
  return Date.parse(last) - Date.parse(from) < PERIOD_MAX * DAY_MS ? { from, to: last } : 'to'
}

/** Returns the setting with a period in it, or without it; days that are over are dropped. */
export function changeClosedDays(
  setting: string,
  { from, to }: ClosedPeriod,
  { isAdded, now }: { isAdded: boolean; now: number },
): string {
  const days = new Set(parseClosedDays(setting).filter((day) => toDay(day) >= shopDay(now)))
  for (let day = Date.parse(from); day <= Date.parse(to); day += DAY_MS)
    if (isAdded) days.add(day)
    else days.delete(day)
  return [...days]
    .sort((a, b) => a - b)
    .map(toDay)
    .join(',')
}

/** Returns the closed days of a setting that are not over as periods, the earliest first. */
export function closedPeriods(setting: string, now: number): ClosedPeriod[] {
  const periods: ClosedPeriod[] = []
  for (const day of parseClosedDays(setting).sort((a, b) => a - b)) {
    const last = periods.at(-1)
    if (toDay(day) < shopDay(now)) continue
    if (last && Date.parse(last.to) === day - DAY_MS) last.to = toDay(day)
    else periods.push({ from: toDay(day), to: toDay(day) })
  }
  return periods
}

export interface PromiseChange {
  /** All days as UTC midnights. */
  ordered: number
  ships: number
  arrives: number
  /** What is promised without the change. */
  arrivedBefore: number
}

/** Returns what orders of each day are promised, at 10 a.m., where closed days change it. */
export function promiseChanges(before: ClosedDays, after: ClosedDays, now: number): PromiseChange[] {
  const changes: PromiseChange[] = []
  const last = Math.max(0, ...before, ...after)
  for (let at = shopDayStart(now) + 10 * HOUR_MS; Date.parse(shopDay(at)) <= last; at += DAY_MS) {
    const [ships, arrives, arrivedBefore] = [
      shipDate(at, after),
      arrivalDate(at, after),
      arrivalDate(at, before),
    ]
    if (shipDate(at, before) !== ships)
      changes.push({ ordered: Date.parse(shopDay(at)), ships, arrives, arrivedBefore })
  }
  return changes
}
