/** Addresses of reports in the back office (H14s). */
import { hasPermission, type SessionRole } from '../../identity/staff/permissions.ts'
import { staffPaths } from '../../paths.ts'
import { REPORT_PERIODS, type ReportPeriod } from './report-days.ts'

/** The reports in the order of their menu; `people` has a permission of its own. */
export const REPORTS = ['demand', 'searches', 'stock', 'sales', 'prices', 'returns', 'people'] as const
export type ReportName = (typeof REPORTS)[number]

export const REPORT_LABELS: Readonly<Record<ReportName, string>> = {
  demand: 'What to buy',
  searches: 'Searches without result',
  stock: 'Stock',
  sales: 'Sales',
  prices: 'Price suggestions',
  returns: 'Returns',
  people: 'People',
}

/** What rows of a report can be about; the first is shown without a choice. */
const GROUPINGS = {
  demand: [],
  searches: [],
  stock: ['age', 'size', 'brand', 'grade', 'lot'],
  sales: ['size', 'brand', 'grade', 'lot'],
  prices: [],
  returns: ['reason', 'inspector', 'lot'],
  people: [],
} as const satisfies Record<ReportName, readonly string[]>

export type Grouping = (typeof GROUPINGS)[keyof typeof GROUPINGS][number]
export const GROUPING_LABELS: Readonly<Record<Grouping, string>> = {
  age: 'Age',
  size: 'Size',
  brand: 'Brand',
  grade: 'Grade',
  lot: 'Lot',
  reason: 'Reason',
  inspector: 'Inspector',
}

/** Reports that look back a number of days, which a person chooses. */
export const HAS_PERIOD: readonly ReportName[] = ['searches', 'sales', 'prices', 'returns', 'people']

type Query = Readonly<Record<string, string | number>>

function withQuery(path: string, query: Query): string {
  const search = Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
  return search ? `${path}?${search}` : path
}

/** Returns the address of a report. */
export function reportHref(report: ReportName, query: Query = {}): string {
  return withQuery(`${staffPaths.reports}${report}`, query)
}

/** Returns the address of the sales that a number of a report counts. */
export function soldHref(query: { by: string; name: string; days: number }): string {
  return withQuery(`${staffPaths.reports}sold`, query)
}

/** Returns the address of the returns that a number of a report counts. */
export function returnedHref(query: { by: string; name: string; days: number }): string {
  return withQuery(`${staffPaths.reports}returned`, query)
}

/** Reads the days of an address; the usual ones for any other text. */
export function parsePeriod(text: string | undefined): ReportPeriod {
  return REPORT_PERIODS.find((days) => String(days) === text) ?? REPORT_PERIODS[0]
}

/** Returns what the rows of a report can be about for a role; numbers of a person are not for everybody. */
export function groupingsOf(report: ReportName, role: SessionRole): Grouping[] {
  const known: readonly Grouping[] = GROUPINGS[report]
  return known.filter((grouping) => grouping !== 'inspector' || hasPermission(role, 'people.numbers'))
}

/** Reads the grouping of an address; the first one of the report for any other text, `null` for a report without. */
export function parseGrouping(
  report: ReportName,
  role: SessionRole,
  text: string | undefined,
): Grouping | null {
  const known = groupingsOf(report, role)
  return known.find((grouping) => grouping === text) ?? known[0] ?? null
}
