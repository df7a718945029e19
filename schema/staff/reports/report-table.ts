/** The table of a report, for the page, paper and files alike (H14s). */
import { hasPermission, type SessionRole } from '../../identity/staff/permissions.ts'
import { formatCount } from '../../platform/count.ts'
import { formatAmount, formatMoney } from '../../platform/money.ts'
import { formatCsvRow, guardText } from '../csv/csv-cell.ts'

export type CellValue = string | number | null
type CellKind = 'text' | 'count' | 'decimal' | 'money' | 'percent'

export interface ReportColumn<Row> {
  title: string
  /** Money is cents, a percentage a number of percent. */
  kind: CellKind
  value(row: Row): CellValue
  /** The rows that the number counts. */
  href?(row: Row): string | null
  /** Whether a bar shows the number beside the largest of its column. */
  hasBar?: boolean
  /** Whether what tires cost follows from it. */
  needsCost?: boolean
}

export interface ReportCell {
  value: CellValue
  href: string | null
}

export interface ReportTable {
  columns: readonly { title: string; kind: CellKind; hasBar: boolean }[]
  /** The first cell names its row. */
  rows: readonly { key: string; cells: readonly ReportCell[] }[]
}

/** Returns the table of these rows with the columns that a role may see. */
export function toReportTable<Row>(
  columns: readonly ReportColumn<Row>[],
  rows: readonly Row[],
  { role, keyOf }: { role: SessionRole; keyOf(row: Row): string },
): ReportTable {
  const seen = columns.filter(({ needsCost }) => !needsCost || hasPermission(role, 'cost.see'))
  return {
    columns: seen.map(({ title, kind, hasBar = false }) => ({ title, kind, hasBar })),
    rows: rows.map((row) => ({
      key: keyOf(row),
      cells: seen.map(({ value, href }) => {
        const cell = value(row)
        // No rows are behind a number that is none, or zero.
        return { value: cell, href: cell === null || cell === 0 ? null : (href?.(row) ?? null) }
      }),
    })),
  }
}

/** Formats a cell for people; an unknown number is a dash. */
export function formatCell(kind: CellKind, value: CellValue): string {
  if (value === null) return '–'
  if (typeof value === 'string') return value
  switch (kind) {
    case 'money':
      return formatMoney(value)
    case 'percent':
      return `${Math.round(value)}%`
    case 'decimal':
      return value.toFixed(1)
    default:
      return formatCount(value)
  }
}

function formatCsvCell(kind: CellKind, value: CellValue): string {
  if (value === null) return ''
  if (typeof value === 'string') return guardText(value)
  if (kind === 'money') return formatAmount(value)
  return kind === 'count' ? String(value) : value.toFixed(1)
}

/** Formats a table as a CSV file, without the mark of its encoding. */
export function formatReportCsv({ columns, rows }: ReportTable): string {
  const lines = rows.map(({ cells }) =>
    cells.map(({ value }, at) => formatCsvCell(columns[at]?.kind ?? 'text', value)),
  )
  return [columns.map(({ title }) => title), ...lines].map(formatCsvRow).join('')
}

/** Returns how long the bar of a number is, from 0 to 100; `null` for a column without bars. */
export function barShare({ columns, rows }: ReportTable, at: number, value: CellValue): number | null {
  if (!columns[at]?.hasBar || typeof value !== 'number') return null
  const most = Math.max(...rows.map(({ cells }) => Number(cells[at]?.value ?? 0)))
  return most > 0 ? Math.max(0, (value / most) * 100) : 0
}
