/**
 * When sold new tires must be registered (H14t, 49 CFR 574.8). An independent dealer registers each sale within 30 days. A dealer of a tire
 * maker sends what it sold every 30 days; while it sells fewer than 40 tires in that time it may wait for 40, at most six months.
 */
import { DAY_MS } from '../../platform/duration.ts'

export const DEALER_KINDS = ['independent', 'maker'] as const
export type DealerKind = (typeof DEALER_KINDS)[number]

/** The setting that says which kind of dealer the shop is. */
export const DEALER_KIND_PATH = 'staff/tire-dealer'

export function readDealerKind(text: string | undefined): DealerKind {
  return DEALER_KINDS.find((kind) => kind === text) ?? 'independent'
}

const TERM_MS = 30 * DAY_MS
const TIRES_OF_A_REPORT = 40
const MONTHS_MAX = 6

/** A sale of new tires that is not registered yet. `soldAt` is in milliseconds. */
export interface UnregisteredSale {
  soldAt: number
  tires: number
}

/** Returns until when each sale must be registered (ms), in the order of `sales`. */
export function registrationDue(kind: DealerKind, sales: readonly UnregisteredSale[]): number[] {
  if (kind === 'independent') return sales.map(({ soldAt }) => soldAt + TERM_MS)
  const due = reportDue(sales)
  return sales.map(() => due)
}

/** A dealer of a tire maker sends all of its sales together. */
function reportDue(sales: readonly UnregisteredSale[]): number {
  const byTime = [...sales].sort((a, b) => a.soldAt - b.soldAt)
  const first = byTime[0]?.soldAt ?? 0
  let tires = 0
  const fortieth = byTime.find((sale) => {
    tires += sale.tires
    return tires >= TIRES_OF_A_REPORT
  })
  const reached = fortieth?.soldAt ?? Number.POSITIVE_INFINITY
  return Math.min(Math.max(first + TERM_MS, reached), monthsAfter(first, MONTHS_MAX))
}

/** Returns the same time some months later; the last day of a shorter month. */
function monthsAfter(at: number, months: number): number {
  const date = new Date(at)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, last))
  return date.getTime()
}
