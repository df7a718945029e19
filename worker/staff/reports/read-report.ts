/** Reads a report and makes its table for a role (H14s). */
import { hasPermission, type SessionRole } from '../../../schema/identity/staff/permissions.ts'
import { RETURN_REASONS } from '../../../schema/orders/returns/return-case.ts'
import { RETURN_REASON_TEXTS, RETURN_STATE_LABELS } from '../../../schema/orders/returns/return-format.ts'
import { DAY_MS } from '../../../schema/platform/duration.ts'
import { shopDay } from '../../../schema/platform/shop-calendar.ts'
import { isLow, sortBuyersList } from '../../../schema/staff/reports/demand-rows.ts'
import {
  DEMAND_COLUMNS,
  type GroupRow,
  missColumns,
  peopleColumns,
  priceColumns,
  RETURNED_COLUMNS,
  returnColumns,
  SOLD_COLUMNS,
  salesColumns,
  sizeLabel,
  stockColumns,
} from '../../../schema/staff/reports/report-columns.ts'
import { AGE_GROUPS, lastDays } from '../../../schema/staff/reports/report-days.ts'
import type { Grouping } from '../../../schema/staff/reports/report-paths.ts'
import {
  type ReportColumn,
  type ReportTable,
  toReportTable,
} from '../../../schema/staff/reports/report-table.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import { describeFilters, missHref } from './describe-miss.ts'
import type { ReportChoice } from './report-view.tsx'
import {
  type Numbers,
  readDemand,
  readMisses,
  readNames,
  readNumbers,
  readReturned,
  readSold,
} from './reports.sql.ts'

export interface ReportRequest extends ReportChoice {
  now: number
  /** Only what a size is about; `null` for all. */
  size: string | null
  /** Only sizes that are asked for and nearly gone. */
  isLow: boolean
}

const OUTCOME_LABELS: Readonly<Record<string, string>> = {
  below: 'Over 10% below',
  near: 'As suggested, 10% up or down',
  above: 'Over 10% above',
}

/** Returns the table of a report. */
export async function readReport(
  db: D1Database,
  staff: Pick<StaffSession, 'role' | 'staffId'>,
  request: ReportRequest,
): Promise<ReportTable> {
  const { report, days, now, size } = request
  const { role } = staff
  const by = request.by ?? 'size'
  switch (report) {
    case 'demand': {
      const rows = sortBuyersList(await readDemand(db)).filter((row) => !request.isLow || isLow(row))
      return toReportTable(DEMAND_COLUMNS, rows, { role, keyOf: (row) => row.size })
    }
    case 'searches': {
      const since = shopDay(now - (days - 1) * DAY_MS)
      const rows = await readMisses(db, { since, size, label: sizeLabel(size ?? '') })
      const columns = missColumns({ describe: describeFilters, hrefOf: missHref })
      return toReportTable(columns, rows, { role, keyOf: ({ words, filters }) => `${words} ${filters}` })
    }
    case 'stock': {
      const [numbers] = await readNumbers(db, [['stock', 0, by]])
      return groupTable(stockColumns(by), await toGroups(db, by, numbers, 'tires'), role)
    }
    case 'sales': {
      const [numbers, stock] = await readNumbers(db, [
        ['sales', days, by],
        ['stock', 0, by],
      ])
      const columns = salesColumns(by, days, tiresOf(stock))
      return groupTable(columns, await toGroups(db, by, numbers, 'tires'), role)
    }
    case 'prices': {
      const [numbers, unsold = new Map()] = await readNumbers(db, [
        ['prices', days, 'outcome'],
        ['prices', 0, 'unsold'],
      ])
      const rows = Object.entries(OUTCOME_LABELS).flatMap(([name, label]) =>
        numbers?.has(name) || unsold.has(name) ? [{ name, label, numbers: numbers?.get(name) ?? {} }] : [],
      )
      return groupTable(priceColumns(days, unsold), rows, role)
    }
    case 'returns': {
      const [numbers, sold] = await readNumbers(db, [
        ['returns', days, by],
        ['sales', days, by],
      ])
      const columns = returnColumns(by, days, by === 'lot' ? tiresOf(sold) : null)
      return groupTable(columns, await toGroups(db, by, numbers, 'cases'), role)
    }
    case 'people': {
      const [numbers] = await readNumbers(db, [['people', days, 'staff']])
      const all = await toGroups(db, 'inspector', numbers, 'units')
      const seen = hasPermission(role, 'people.numbers')
        ? all
        : all.filter(({ name }) => name === String(staff.staffId))
      return groupTable(peopleColumns(days), seen, role)
    }
  }
}

const groupTable = (
  columns: readonly ReportColumn<GroupRow>[],
  rows: readonly GroupRow[],
  role: SessionRole,
) => toReportTable(columns, rows, { role, keyOf: ({ name }) => name })

const tiresOf = (numbers: Numbers = new Map()) =>
  new Map([...numbers].map(([name, { tires }]) => [name, tires ?? 0]))

/** Returns the rows with their labels, the largest number first; ages and grades stay in their own order. */
async function toGroups(
  db: D1Database,
  by: Grouping,
  numbers: Numbers = new Map(),
  sortBy = 'tires',
): Promise<GroupRow[]> {
  const labelOf = await readLabels(db, by)
  const rows = [...numbers].map(([name, row]) => ({ name, label: labelOf(name), numbers: row }))
  if (by === 'age') return rows.toSorted((a, b) => Number.parseInt(a.name, 10) - Number.parseInt(b.name, 10))
  if (by === 'grade') return rows.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return rows.toSorted((a, b) => (b.numbers[sortBy] ?? 0) - (a.numbers[sortBy] ?? 0))
}

/** Returns how names of a grouping are written. */
async function readLabels(db: D1Database, by: Grouping): Promise<(name: string) => string> {
  if (by === 'lot' || by === 'inspector') {
    const names = await readNames(db, by)
    const nobody = by === 'lot' ? 'Without a lot' : 'Not known'
    return (name) =>
      name === '' ? nobody : by === 'lot' ? `${name}: ${names.get(name)}` : (names.get(name) ?? name)
  }
  if (by === 'size') return sizeLabel
  if (by === 'age') return (name) => AGE_GROUPS.find((group) => group.name === name)?.label ?? name
  if (by === 'grade') return (name) => (name === 'none' ? 'No grade' : name)
  if (by === 'reason') {
    const reason = (name: string) => RETURN_REASONS.find((known) => known === name)
    return (name) => RETURN_REASON_TEXTS[reason(name) ?? 'mind'].label
  }
  return (name) => name
}

/** Returns the table of the sales behind a number; `null` for an unknown one. */
export async function readSoldTable(
  db: D1Database,
  role: SessionRole,
  { by, name, days, now }: { by: string; name: string; days: number; now: number },
): Promise<ReportTable | null> {
  const since = lastDays(now, days).at(-1)?.day ?? ''
  const rows = await readSold(db, { by, name, since })
  return rows && toReportTable(SOLD_COLUMNS, rows, { role, keyOf: (row) => JSON.stringify(row) })
}

/** Returns the table of the returns behind a number; `null` for an unknown one. */
export async function readReturnedTable(
  db: D1Database,
  role: SessionRole,
  { by, name, days, now }: { by: Grouping | null; name: string; days: number; now: number },
): Promise<ReportTable | null> {
  const since = lastDays(now, days).at(-1)?.from ?? now
  const found = await readReturned(db, { by, name, since })
  const rows = found?.map(({ createdAt, reason, state, ...rest }) => ({
    ...rest,
    day: shopDay(createdAt),
    reason: RETURN_REASON_TEXTS[reason].label,
    state: RETURN_STATE_LABELS[state],
  }))
  return rows
    ? toReportTable(RETURNED_COLUMNS, rows, { role, keyOf: (row) => `${row.orderNumber} ${row.number}` })
    : null
}
