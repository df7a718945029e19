/** Days of reports: whole days in the shop's time zone, up to yesterday (H14s). */
import { DAY_MS } from '../../platform/duration.ts'
import { shopDay, shopDayStart } from '../../platform/shop-calendar.ts'

/** The last days that a report can be about; the first is shown without a choice. */
export const REPORT_PERIODS = [90, 30, 365] as const
export type ReportPeriod = (typeof REPORT_PERIODS)[number]

/** How many days questions without a result are stored: their words may say more than a size does. */
export const MISS_DAYS = 90

export interface ReportDay {
  /** `2026-11-22` */
  day: string
  /** Its first millisecond, and that of the next day. */
  from: number
  until: number
}

/** Returns the last whole days before the day of `now`, the newest first. */
export function lastDays(now: number, count: number): ReportDay[] {
  // Noon is in its day also when the clock changes.
  const noon = shopDayStart(now) + DAY_MS / 2
  const starts = Array.from({ length: count + 1 }, (_, days) => shopDayStart(noon - days * DAY_MS))
  return starts.slice(1).map((from, index) => ({ day: shopDay(from), from, until: starts[index] ?? now }))
}

/** How long tires are in stock, in groups: the name of each, its last day of age, and its label. */
export const AGE_GROUPS = [
  { name: '0-30', until: 30, label: 'Up to 30 days' },
  { name: '31-60', until: 60, label: '31 to 60 days' },
  { name: '61-90', until: 90, label: '61 to 90 days' },
  { name: '91-180', until: 180, label: '91 to 180 days' },
  { name: '181-', until: 1_000_000, label: 'Over 180 days' },
] as const
