/** Runs one import from a file into a target: reads, checks, writes in groups, and stores its progress. */
import { existsSync, rmSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { versionStatements } from '../load/catalog-version.ts'
import type { Progress } from '../load/progress.ts'
import { literal } from '../load/sql.ts'
import type { LoadableD1, Target } from '../load/target.ts'
import { NotReady } from '../not-ready.ts'
import { deleteResumePoint, readResumePoint, resumeKey, writeResumePoint } from './checkpoint.ts'
import { UNITS_SQL, withoutDerivedPrices } from './derived-price.ts'
import type { Mapping } from './mapping.ts'
import { type ImportedProduct, type KnownProduct, productReader, type RowResult } from './product.ts'
import { type RawRow, readHeader, readRows } from './record.ts'
import { openRefused } from './rejected-rows.ts'
import { upsertStatements } from './upsert.ts'

/** So many changed products are published one by one (migration 0080); more get a new version of the catalog. */
const MAX_SINGLE_CHANGES = 500

/** Refused rows that are described; the file of refused rows has all of them. */
const MAX_REFUSALS = 20

export interface ImportOptions {
  file: string
  mapping: Mapping
  /** Identifies mapping and target when an import is resumed. */
  label: string
  /** Null on a dry run: everything is checked, nothing is written. */
  target: Target | null
  /** The target's database, if it can be queried; without it new and changed rows are not counted apart. */
  db: LoadableD1 | null
  /** Overwrites the stock of existing pools; otherwise tires sold since the export would return. */
  setStock: boolean
  refusedFile: string
  progressFile: string
  resume: boolean
  now: number
  progress: Progress
  /** Rows in one write. */
  group?: number
}

export interface ImportResult {
  rows: number
  loaded: number
  created: number
  changed: number
  refused: number
  /** The first refused rows of this run, each with its line and reason. */
  refusals: string[]
  /** Rows with too few fields for a new product, when no database shows whether the product exists. */
  partial: number
  /** Prices that were left as they are, each with its line and reason. */
  leftPrices: string[]
  /** Rows that an earlier run has loaded. */
  skipped: number
}

export async function runImport(options: ImportOptions): Promise<ImportResult> {
  const { file, mapping, target, progress, now, group = 500 } = options
  await checkColumns(file, mapping)
  const total = statSync(file).size
  const key = await resumeKey(file, options.label)
  const resumed = options.resume && target ? readResumePoint(options.progressFile, key) : null
  const point = resumed ?? { key, rows: 0, created: 0, changed: 0, refused: 0, refusedBytes: 0 }
  const refused = openRefused(
    options.refusedFile,
    resumed && existsSync(options.refusedFile) ? resumed.refusedBytes : null,
  )
  const seen = new Map<string, number>()
  const skipped = point.rows
  let rows = 0
  let partial = 0
  const leftPrices: string[] = []
  const refusals: string[] = []
  let pending: RawRow[] = []

  const writeGroup = async (bytes: number) => {
    const fields = pending.map((raw) => (raw.values ? mapping.apply(raw.values) : null))
    const skus = fields.flatMap((row) => row?.sku?.trim() || [])
    const known = options.db ? await findKnown(options.db, skus) : null
    const read = productReader(now, (sku) => (known ? (known.get(sku) ?? null) : undefined))
    const items: ImportedProduct[] = []
    for (const [index, raw] of pending.entries()) {
      const row = fields[index]
      const result: RowResult = row ? read(row) : { ok: false, problems: [{ field: '', reason: raw.reason }] }
      const problems = result.ok ? duplicates(seen, result.value.product.sku, raw.line) : result.problems
      if (result.ok && problems.length === 0) {
        const { item, reason } = withoutDerivedPrices(result.value, known?.get(result.value.product.sku))
        items.push(item)
        if (reason !== null) leftPrices.push(`line ${raw.line}: ${reason}`)
        if (!known && !result.value.isComplete) partial += 1
        continue
      }
      point.refused += 1
      if (refusals.length < MAX_REFUSALS)
        refusals.push(
          `line ${raw.line}: ${problems.map(({ field, reason }) => `${field} ${reason}`.trim()).join('; ')}`,
        )
      refused.add({
        line: raw.line,
        field: problems.map((problem) => problem.field).join('; '),
        reason: problems.map((problem) => problem.reason).join('; '),
        raw: raw.raw,
      })
    }
    if (target && items.length > 0) {
      const before = options.db ? await writtenAt(options.db, items) : new Map<string, string>()
      await target.run(upsertStatements(items, { now, setStock: options.setStock }))
      const after = options.db ? await writtenAt(options.db, items) : new Map<string, string>()
      for (const [sku, written] of after) {
        if (!before.has(sku)) point.created += 1
        else if (before.get(sku) !== written) point.changed += 1
      }
    }
    pending = []
    point.rows = rows
    point.refusedBytes = refused.bytes()
    if (target) writeResumePoint(options.progressFile, point)
    progress(`Importing ${basename(file)}`, bytes, total)
  }

  try {
    for await (const raw of readRows(file)) {
      rows += 1
      if (rows > skipped) pending.push(raw)
      // These rows are loaded already; their skus still count as used in this file.
      else if (raw.values) noteSku(seen, mapping.apply(raw.values).sku, raw.line)
      if (pending.length === group) await writeGroup(raw.bytes)
    }
    await writeGroup(total)
    if (target && (point.created + point.changed > MAX_SINGLE_CHANGES || !options.db)) {
      await target.run(versionStatements(`import-${key.slice(0, 12)}-${now}`))
    }
    deleteResumePoint(options.progressFile)
  } finally {
    refused.close()
    // A file with only its header would look as if it had refused rows.
    if (point.refused === 0) rmSync(options.refusedFile, { force: true })
  }
  const { created, changed, refused: refusedRows } = point
  const loaded = rows - refusedRows
  return { rows, loaded, created, changed, refused: refusedRows, refusals, partial, leftPrices, skipped }
}

function noteSku(seen: Map<string, number>, sku: string | undefined, line: number): void {
  const name = sku?.trim()
  if (name && !seen.has(name)) seen.set(name, line)
}

/** Returns a problem when a sku is in the file twice: none of the two rows is known to be right. */
function duplicates(seen: Map<string, number>, sku: string, line: number) {
  const first = seen.get(sku)
  if (first === undefined) seen.set(sku, line)
  return first === undefined ? [] : [{ field: 'sku', reason: `stands in line ${first} already` }]
}

async function checkColumns(file: string, mapping: Mapping): Promise<void> {
  const header = await readHeader(file)
  if (!header) return
  const missing = mapping.columns.filter((column) => !header.includes(column))
  if (missing.length > 0) {
    throw new NotReady(
      `${basename(file)} has no column ${missing.map((name) => `"${name}"`).join(', ')}. It has: ${header.join(', ')}`,
    )
  }
  if (mapping.columns.length === 0 && !header.includes('sku')) {
    throw new NotReady(
      `${basename(file)} has no column "sku". Say with --map which column is which: --map 'sku=Item No,price=Price'`,
    )
  }
}

async function findKnown(db: LoadableD1, skus: readonly string[]): Promise<Map<string, KnownProduct>> {
  const rows = await db.query<KnownProduct>(
    `SELECT p.sku, brand, model, condition, price, special_price, tread_depth, tread_new, dot, ${UNITS_SQL} AS units FROM json_each(${literal(JSON.stringify(skus))}) j JOIN product p ON p.sku = j.value`,
  )
  return new Map(rows.map((row) => [row.sku, row]))
}

/** Returns when each existing product or its pool was last written. */
async function writtenAt(db: LoadableD1, items: readonly ImportedProduct[]): Promise<Map<string, string>> {
  const skus = literal(JSON.stringify(items.map((item) => item.product.sku)))
  const rows = await db.query<{ sku: string; written: string }>(
    `SELECT p.sku, p.updated_at || ' ' || coalesce(s.updated_at, '') AS written FROM json_each(${skus}) j JOIN product p ON p.sku = j.value LEFT JOIN stock s ON s.stock_sku = p.stock_sku`,
  )
  return new Map(rows.map((row) => [row.sku, row.written]))
}
