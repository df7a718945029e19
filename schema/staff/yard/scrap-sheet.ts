/** The sheet for the hauler of scrap tires (H14h): the tires of a month by reason. */
import { shopDayEnd, workshopDay } from '../../platform/shop-calendar.ts'

export const SCRAP_PATH = '/staff/scrap'

export interface ScrapTire {
  /** Milliseconds. */
  at: number
  sku: string
  size: string | null
  /** Inches. */
  rim: number | null
  brand: string | null
  model: string | null
  dot: string | null
  tires: number
  reason: string
  /** Who scrapped it. */
  by: string | null
}

export interface ReasonCount {
  reason: string
  car: number
  truck: number
}

const MONTHS_OFFERED = 24
/** Reasons that fit on one page. */
const REASONS_MAX = 20
const OTHERS = 'Other reasons'

const toMonth = (day: number) => new Date(day).toISOString().slice(0, 7)

/** Returns the months that a sheet can have, `2026-11` the newest first. `now` is in milliseconds. */
export function scrapMonths(now: number): string[] {
  const today = new Date(workshopDay(now))
  return Array.from({ length: MONTHS_OFFERED }, (_, back) =>
    toMonth(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back, 1)),
  )
}

/** Returns the first millisecond of a month in the workshop's time zone, and the first one after. */
export function monthSpan(month: string): { from: number; until: number } {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const endOf = (index: number) => {
    const last = new Date(Date.UTC(year, index, 0)).toISOString().slice(0, 10)
    return (shopDayEnd(last) ?? 0) + 1
  }
  return { from: endOf(number - 1), until: endOf(number) }
}

/** Formats a month: `November 2026`. */
export function formatMonth(month: string): string {
  return new Date(`${month}-01`).toLocaleDateString('en-US', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
}

/** Returns the address of a sheet: its page, its paper or its file. */
export function scrapHref(month: string, as?: 'print' | 'csv'): string {
  return `${SCRAP_PATH}?month=${month}${as ? `&as=${as}` : ''}`
}

/** Counts tires by reason, the most first; what is more than a page has is counted together. Rims of truck tires end in a half inch. */
export function countReasons(tires: readonly ScrapTire[]): ReasonCount[] {
  const counts = new Map<string, ReasonCount>()
  for (const { reason, rim, tires: count } of tires) {
    const key = reason.toLowerCase()
    const row = counts.get(key) ?? { reason, car: 0, truck: 0 }
    row[rim === null || Number.isInteger(rim) ? 'car' : 'truck'] += count
    counts.set(key, row)
  }
  const sumOf = ({ car, truck }: ReasonCount) => car + truck
  const rows = [...counts.values()].sort((a, b) => sumOf(b) - sumOf(a) || a.reason.localeCompare(b.reason))
  if (rows.length <= REASONS_MAX) return rows
  const others = { reason: OTHERS, car: 0, truck: 0 }
  for (const { car, truck } of rows.splice(REASONS_MAX - 1)) {
    others.car += car
    others.truck += truck
  }
  return [...rows, others]
}
