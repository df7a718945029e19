/** Why a file, or a row of it, is refused (H14). */
import { PERMISSION_LABELS, type StaffPermission } from '../../identity/staff/permissions.ts'

export const FILE_MESSAGES = {
  none: 'Choose a file first.',
  large: 'This file is larger than 20 MB. Export fewer units.',
  workbook: 'This is an Excel workbook. In Excel, choose Save As, then “CSV UTF-8 (Comma delimited)”.',
  'utf-16': 'This file is in UTF-16. Save it as “CSV UTF-8 (Comma delimited)”.',
  encoding: 'Some letters of this file can’t be read. Save it as “CSV UTF-8 (Comma delimited)”.',
  empty: 'This file has no rows.',
  semicolons: 'The columns of this file are separated by semicolons or tabs. Save it with commas.',
  header: 'The first row must name the columns, with sku and version among them, as an export has them.',
  columns: 'The first row has a column that no export has, or one twice:',
  quotes: 'A quote is opened and never closed, or a row is too long, near row',
  same: 'This file changes nothing: all rows are as in the shop.',
} as const
export type FileProblem = keyof typeof FILE_MESSAGES

export const ROW_MESSAGES = {
  unknown: 'No unit has this SKU. For a row that adds tires, leave version empty.',
  twice: 'This unit is in the file twice.',
  version: 'The version isn’t a number. Export again.',
  since: 'Someone changed this unit after the export.',
  value: 'This value can’t be read, in column',
  fixed: 'This can’t be changed by a file, in column',
  exists: 'A unit has this SKU already.',
  number: 'The shop gives SKUs of this kind itself. Leave the SKU of an added row empty.',
  sku: 'An SKU has up to 64 letters, digits, dots and hyphens.',
  ofNew: 'An added row can’t have this, in column',
  condition: 'Write New, Retread, Driven Once or Used, in column condition.',
  tires: 'Write how many tires there are, 1 to 10,000, in column tires.',
  usedTires: 'Each used tire is a unit of its own. Write one row for each.',
  state: 'An added row is live or parked, in column state.',
  cells: 'This row has more cells than the first row.',
} as const

/** Returns why a row is refused that asks for more than a role allows. */
export function permissionMessage({ permission, column }: { permission: StaffPermission; column: string }) {
  return `Your role can’t ${PERMISSION_LABELS[permission]}, in column ${column}.`
}
