/** The grid of units (H14): its columns, and what is typed into a cell. Amounts are cents. */
import * as v from 'valibot'
import type { StaffPermission } from '../../identity/staff/permissions.ts'
import { formatAmount } from '../../platform/money.ts'
import { UNIT_COLUMNS } from '../csv/unit-columns.ts'
import { parseScan } from '../print/unit-link.ts'
import { UNIT_FIELDS, UNIT_PATCH } from '../units/unit-record.ts'

/** The fields of a unit that the grid edits, in the order of its columns. */
export const GRID_FIELDS = ['price', 'specialPrice', 'bin', 'lotId', 'cost', 'tin'] as const
export type GridField = (typeof GRID_FIELDS)[number]
export type GridValue = string | number | null

/** The most rows of a grid. */
export const GRID_ROWS_MAX = 500

/** What to type, where a cell cannot be read. */
export const GRID_CELL_MESSAGES: Readonly<Record<GridField, string>> = {
  price: 'Type a price such as 62 or 62.50.',
  specialPrice: 'Type a price such as 62 or 62.50, or nothing.',
  bin: 'Type the code of a bin, up to 20 characters, or nothing.',
  lotId: 'Type the number of a lot, or nothing.',
  cost: 'Type an amount such as 30 or 30.50, or nothing.',
  tin: 'Type the 7 to 13 letters and digits of a TIN, or nothing.',
}

const isMoney = (field: GridField) => UNIT_FIELDS[field].format === 'money'

/** Returns the label of a column. */
export function gridLabel(field: GridField): string {
  return UNIT_FIELDS[field].label
}

/** Returns the columns that somebody with these permissions may edit. */
export function gridFields(may: (permission: StaffPermission) => boolean): GridField[] {
  return GRID_FIELDS.filter((field) => may(UNIT_FIELDS[field].permission))
}

/** Formats a value as its cell shows it: amounts as `62.00`, nothing as an empty text. */
export function formatGridCell(field: GridField, value: GridValue): string {
  if (value === null) return ''
  return isMoney(field) ? formatAmount(Number(value)) : String(value)
}

/** Returns what a typed or pasted cell means, as an import reads it; `undefined` for a text that means nothing. */
export function parseGridCell(field: GridField, typed: string): GridValue | undefined {
  const scan = field === 'bin' ? parseScan(typed) : null
  const text = scan?.kind === 'bin' ? scan.bin : typed.trim()
  const cell = field === 'tin' ? text.toUpperCase() : text
  const parsed = UNIT_COLUMNS.find((column) => column.field === field)?.parse(cell)
  if (parsed === undefined) return undefined
  const valid = v.safeParse(UNIT_PATCH, { [field]: parsed })
  return valid.success ? valid.output[field] : undefined
}
