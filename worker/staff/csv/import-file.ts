/** Compares an uploaded file with the shop, and stores what it would change as a preview (H14). */
import * as v from 'valibot'
import { isGranted, maxBulkUnits } from '../../../schema/identity/staff/permissions.ts'
import type { BulkEntry } from '../../../schema/staff/bulk/bulk.table.ts'
import type { BulkSummary, RefusedRow } from '../../../schema/staff/bulk/bulk-job.ts'
import { type Actor, CHANGE_MESSAGES } from '../../../schema/staff/changes/change.ts'
import { formatCsvRow, unguardText } from '../../../schema/staff/csv/csv-cell.ts'
import { permissionMessage, ROW_MESSAGES } from '../../../schema/staff/csv/csv-messages.ts'
import { type AddedUnit, readNewUnit } from '../../../schema/staff/csv/new-unit.ts'
import { compareRow, type ExportedUnit } from '../../../schema/staff/csv/unit-columns.ts'
import { evaluateUnit, UNIT_PATCH, type UnitPatch } from '../../../schema/staff/units/unit-record.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import { addEntries, addJob } from '../bulk/bulk-job.sql.ts'
import { reserveSkus } from '../intake/intake.sql.ts'
import { UNIT_RECORD } from '../units/unit-record.sql.ts'
import { type CsvRow, FileError, readCsvFile, readHeader } from './csv-rows.ts'
import { addRefused, findExportedUnits } from './exported-units.sql.ts'
import { readNewRowFacts } from './new-row-facts.sql.ts'

/** Rows that are compared at once. */
const ROWS = 500
/** Units that a file adds at most. */
const ADDED_MAX = 10_000
/** Refused rows that the preview names; the others are in the file of refused rows. */
const REFUSED_SHOWN = 50
/** Characters of the file of refused rows in one row of the database. */
const REFUSED_PART = 400_000

export interface ImportRequest {
  file: File
  why: string
  /** Also changes units that somebody changed after the export. */
  overwrites: boolean
  key: string
}

export type ImportResult =
  | { ok: true; id: number }
  /** The file is read no further than to its limit. */
  | { ok: false; problem: 'limit' | 'added'; max: number }
  | { ok: false; problem: 'same' }

/** What is known of a file so far. */
interface Comparison {
  header: string[]
  entries: BulkEntry[]
  /** Units that the file adds. */
  added: AddedUnit[]
  refused: RefusedRow[]
  /** The refused rows as CSV. */
  refusedText: string[]
  same: number
  difference: number
  /** The units whose rows were compared, by sku. */
  compared: Set<string>
  /** The numbers of rows that add units, in lowercase, because numbers that differ in case alone are equal. */
  numbered: Set<string>
}

interface ImportContext {
  db: D1Database
  actor: Actor
  staff: StaffSession
  request: ImportRequest
  /** Milliseconds. */
  now: number
}

/** Stores the preview of a file; a repeated key is the same preview. Throws `FileError` for a file that cannot be read. */
export async function previewImport(
  db: D1Database,
  staff: StaffSession,
  { actor, request, now }: Omit<ImportContext, 'db' | 'staff'>,
): Promise<ImportResult> {
  const comparison = await compareFile({ db, actor, staff, request, now })
  const { entries, added, refused, refusedText, same, difference } = comparison
  const over = overLimit(staff, comparison)
  if (over) return { ok: false, ...over }
  if (entries.length + added.length === 0 && refusedText.length === 0) return { ok: false, problem: 'same' }
  await giveNumbers(db, added)
  const { key, why, file } = request
  const summary: BulkSummary = {
    outcomes: { add: added.length, change: entries.length, same },
    difference,
    belowCost: 0,
    refused: [],
    file: { name: file.name.slice(0, 100), refused: refusedText.length, rows: refused },
  }
  const job = {
    key,
    state: 'preview' as const,
    source: 'import' as const,
    act: { kind: 'import' as const },
    why,
    summary,
    staffId: staff.staffId,
    session: actor.session,
    createdAt: now,
  }
  const parts = refusedParts(comparison).map((text, n) => addRefused(key, n, text))
  return { ok: true, id: await addJob(db, job, [...addEntries(key, entries, added), ...parts]) }
}

/** Returns the limit that a file is over so far; `null` while it is within. */
function overLimit({ role }: StaffSession, { entries, added }: Comparison) {
  const max = maxBulkUnits(role)
  if (max !== null && entries.length + added.length > max) return { problem: 'limit' as const, max }
  return added.length > ADDED_MAX ? { problem: 'added' as const, max: ADDED_MAX } : null
}

/** Gives the shop’s next numbers to the added units that have none. */
async function giveNumbers(db: D1Database, added: readonly AddedUnit[]): Promise<void> {
  const unnamed = added.filter(({ product }) => product.sku === '')
  const numbers = await reserveSkus(db, unnamed.length)
  for (const unit of unnamed) {
    const sku = numbers.shift() ?? ''
    unit.product = { ...unit.product, sku, stockSku: sku }
  }
}

async function compareFile(context: ImportContext): Promise<Comparison> {
  const comparison: Comparison = {
    header: [],
    entries: [],
    added: [],
    refused: [],
    refusedText: [],
    same: 0,
    difference: 0,
    compared: new Set(),
    numbered: new Set(),
  }
  let rows: CsvRow[] = []
  for await (const row of readCsvFile(context.request.file)) {
    if (comparison.header.length === 0) comparison.header = readHeader(row.cells)
    else if (rows.push(row) === ROWS) {
      await compareRows(context, comparison, rows)
      if (overLimit(context.staff, comparison)) return comparison
      rows = []
    }
  }
  await compareRows(context, comparison, rows)
  if (comparison.compared.size + comparison.added.length + comparison.refusedText.length === 0)
    throw new FileError('empty')
  return comparison
}

/** A row that changes its unit. */
interface Candidate {
  row: CsvRow
  unit: ExportedUnit
  patch: UnitPatch
}

async function compareRows(
  context: ImportContext,
  comparison: Comparison,
  rows: readonly CsvRow[],
): Promise<void> {
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const named = filled.map((row) => {
    const cells = Object.fromEntries(comparison.header.map((name, at) => [name, row.cells[at]]))
    return { row, cells, sku: unguardText(cells.sku?.trim() ?? '') }
  })
  const units = await findExportedUnits(
    context.db,
    named.map(({ sku }) => sku),
  )
  const candidates: Candidate[] = []
  const isNew = ({ cells, sku }: (typeof named)[number]) => !cells.version?.trim() && !units.has(sku)
  await addNewUnits(context, comparison, named.filter(isNew))
  for (const one of named.filter((row) => !isNew(row))) {
    const checked = checkRow(context, comparison, { ...one, unit: units.get(one.sku) })
    if (typeof checked === 'string') refuse(comparison, one, checked)
    else if (checked) candidates.push(checked)
    else comparison.same += 1
  }
  await evaluate(context, comparison, candidates)
}

interface NamedRow {
  row: CsvRow
  cells: Record<string, string | undefined>
  sku: string
  unit: ExportedUnit | undefined
}

/** Returns what a row changes, `null` for nothing, or why it is refused. */
function checkRow(
  { staff, request: { overwrites } }: ImportContext,
  { header, compared }: Comparison,
  { row, cells, sku, unit }: NamedRow,
): Candidate | string | null {
  if (row.cells.slice(header.length).some((cell) => cell.trim() !== '')) return ROW_MESSAGES.cells
  if (!unit) return ROW_MESSAGES.unknown
  if (compared.has(sku)) return ROW_MESSAGES.twice
  compared.add(sku)
  const version = cells.version?.trim() ?? ''
  if (version === '') return ROW_MESSAGES.exists
  const changes = compareRow(cells, unit, { maySeeCost: isGranted(staff, 'cost.see') })
  if (!changes.ok)
    return changes.problem === 'cost'
      ? permissionMessage({ permission: 'cost.see', column: changes.column })
      : `${ROW_MESSAGES[changes.problem]} ${changes.column}.`
  if (Object.keys(changes.patch).length === 0) return null
  if (!/^\d{1,9}(\.0+)?$/.test(version)) return ROW_MESSAGES.version
  if (Number(version) !== unit.version && !overwrites) return ROW_MESSAGES.since
  const patch = v.safeParse(UNIT_PATCH, changes.patch)
  if (patch.success) return { row, unit, patch: patch.output }
  return `${ROW_MESSAGES.value} ${String(patch.issues[0].path?.[0]?.key ?? '')}.`
}

/** Reads rows that add units. */
async function addNewUnits(
  { db, staff, request: { why }, now }: ImportContext,
  comparison: Comparison,
  rows: readonly Omit<NamedRow, 'unit'>[],
): Promise<void> {
  if (rows.length === 0) return
  const facts = await readNewRowFacts(
    db,
    rows.map(({ sku }) => sku),
  )
  const context = { ...facts, role: staff.role, permissions: staff.permissions, now, why }
  for (const one of rows) {
    const key = one.sku.toLowerCase()
    const result = readNewUnit(one.cells, one.sku, context)
    if (one.row.cells.slice(comparison.header.length).some((cell) => cell.trim() !== ''))
      refuse(comparison, one, ROW_MESSAGES.cells)
    else if (facts.taken.has(key)) refuse(comparison, one, ROW_MESSAGES.exists)
    else if (key !== '' && comparison.numbered.has(key)) refuse(comparison, one, ROW_MESSAGES.twice)
    else if (!result.ok) refuse(comparison, one, result.message)
    else comparison.added.push(result.added)
    if (key !== '') comparison.numbered.add(key)
  }
}

/** Asks the rules of units what they say to the changes. */
async function evaluate(
  { db, actor, request: { why }, now }: ImportContext,
  comparison: Comparison,
  candidates: readonly Candidate[],
): Promise<void> {
  if (candidates.length === 0) return
  const requests = candidates.map(({ unit: { sku: id }, patch }) => ({ id, patch }))
  const stored = await UNIT_RECORD.many?.read(db, requests)
  for (const { row, unit, patch } of candidates) {
    const record = stored?.get(unit.sku)
    const evaluated =
      record && evaluateUnit(record.values, patch, record.facts, { actor, now, why, isUndo: false })
    if (!evaluated?.ok) {
      refuse(comparison, { row, sku: unit.sku }, CHANGE_MESSAGES[evaluated?.problem ?? 'gone'])
      continue
    }
    comparison.entries.push([unit.sku, unit.version, unit.price, patch as Record<string, unknown>])
    comparison.difference += (evaluated.after.price ?? unit.price) - unit.price
  }
}

function refuse(
  { header, refused, refusedText }: Comparison,
  { row, sku }: Pick<NamedRow, 'row' | 'sku'>,
  message: string,
) {
  if (refused.length < REFUSED_SHOWN) refused.push({ row: row.row, sku: sku.slice(0, 64), message })
  refusedText.push(formatCsvRow([message, ...row.cells.filter((_, at) => header[at] !== 'refused')]))
}

/** Splits the file of refused rows so that each part fits into a row of the database. */
function refusedParts({ header, refusedText }: Comparison): string[] {
  if (refusedText.length === 0) return []
  const parts: string[] = []
  let part = formatCsvRow(['refused', ...header.filter((name) => name !== 'refused')])
  for (const text of refusedText) {
    if (part.length + text.length > REFUSED_PART) {
      parts.push(part)
      part = ''
    }
    part += text
  }
  return [...parts, part]
}
