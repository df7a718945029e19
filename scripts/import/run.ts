/** One import from a file into a target: read, check, write in groups, remember how far it came. */
import { existsSync, rmSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import type { Progress } from '../load/progress.ts'
import { literal } from '../load/sql.ts'
import type { LoadableD1, Target } from '../load/target.ts'
import { dropPoint, keyOf, readPoint, writePoint } from './checkpoint.ts'
import { UNITS_SQL, withoutTakenBack } from './made-of.ts'
import type { Mapping } from './mapping.ts'
import { type ImportedProduct, type KnownProduct, productReader, type RowResult } from './product.ts'
import { type RawRow, readHeader, readRows } from './record.ts'
import { openRefused } from './rejected-rows.ts'
import { upsertStatements, versionStatement } from './upsert.ts'

export interface ImportOptions {
  file: string
  mapping: Mapping
  /** Distinguishes mappings and targets when going on later. */
  label: string
  /** Null on a dry run: everything is checked, nothing is written. */
  target: Target | null
  /** The same database, where it can be asked what is there; without it new and changed rows are not distinguished. */
  db: LoadableD1 | null
  /** Counts pools anew that are there; otherwise what was sold since the file was made would come back. */
  setStock: boolean
  refusedFile: string
  progressFile: string
  resume: boolean
  now: number
  progress: Progress
  /** Rows written at once. */
  group?: number
}

export interface ImportResult {
  rows: number
  loaded: number
  created: number
  changed: number
  refused: number
  /** Rows that say too little for a new product, where nobody could be asked whether theirs is there. */
  partial: number
  /** Prices that were left as they are, each with its line and why. */
  leftPrices: string[]
  /** Rows that an earlier run had done. */
  skipped: number
}

export async function runImport(options: ImportOptions): Promise<ImportResult> {
  const { file, mapping, target, progress, now, group = 500 } = options
  await checkColumns(file, mapping)
  const total = statSync(file).size
  const key = await keyOf(file, options.label)
  const resumed = options.resume && target ? readPoint(options.progressFile, key) : null
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
  let waiting: RawRow[] = []

  const settle = async (bytes: number) => {
    const fields = waiting.map((raw) => (raw.values ? mapping.apply(raw.values) : null))
    const skus = fields.flatMap((row) => row?.sku?.trim() || [])
    const known = options.db ? await findKnown(options.db, skus) : null
    const read = productReader(now, (sku) => (known ? (known.get(sku) ?? null) : undefined))
    const items: ImportedProduct[] = []
    for (const [place, raw] of waiting.entries()) {
      const row = fields[place]
      const result: RowResult = row ? read(row) : { ok: false, problems: [{ field: '', reason: raw.reason }] }
      const problems = result.ok ? repeated(seen, result.value.product.sku, raw.line) : result.problems
      if (result.ok && problems.length === 0) {
        const { item, why } = withoutTakenBack(result.value, known?.get(result.value.product.sku))
        items.push(item)
        if (why !== null) leftPrices.push(`line ${raw.line}: ${why}`)
        if (!known && !result.value.whole) partial += 1
        continue
      }
      point.refused += 1
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
    waiting = []
    point.rows = rows
    point.refusedBytes = refused.bytes()
    if (target) writePoint(options.progressFile, point)
    progress(`Importing ${basename(file)}`, bytes, total)
  }

  try {
    for await (const raw of readRows(file)) {
      rows += 1
      if (rows > skipped) waiting.push(raw)
      // A later run goes on behind these rows; a sku among them stands in the file all the same.
      else if (raw.values) noteSku(seen, mapping.apply(raw.values).sku, raw.line)
      if (waiting.length === group) await settle(raw.bytes)
    }
    await settle(total)
    if (target && (point.created + point.changed > 0 || !options.db)) {
      await target.run([versionStatement(`import-${key.slice(0, 12)}-${now}`)])
    }
    dropPoint(options.progressFile)
  } finally {
    refused.close()
    // A file with its heading alone would look like something to read.
    if (point.refused === 0) rmSync(options.refusedFile, { force: true })
  }
  const { created, changed } = point
  const { refused: bad } = point
  return { rows, loaded: rows - bad, created, changed, refused: bad, partial, leftPrices, skipped }
}

function noteSku(seen: Map<string, number>, sku: string | undefined, line: number): void {
  const name = sku?.trim()
  if (name && !seen.has(name)) seen.set(name, line)
}

/** A sku may stand in a file once: of two rows nobody knows which is right. */
function repeated(seen: Map<string, number>, sku: string, line: number) {
  const first = seen.get(sku)
  if (first === undefined) seen.set(sku, line)
  return first === undefined ? [] : [{ field: 'sku', reason: `stands in line ${first} already` }]
}

async function checkColumns(file: string, mapping: Mapping): Promise<void> {
  const header = await readHeader(file)
  if (!header) return
  const missing = mapping.columns.filter((column) => !header.includes(column))
  if (missing.length > 0) {
    throw new Error(
      `${basename(file)} has no column ${missing.map((name) => `"${name}"`).join(', ')}. It has: ${header.join(', ')}`,
    )
  }
  if (mapping.columns.length === 0 && !header.includes('sku')) {
    throw new Error(
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

/** When each of these products that is there, or its pool, was last written. */
async function writtenAt(db: LoadableD1, items: readonly ImportedProduct[]): Promise<Map<string, string>> {
  const skus = literal(JSON.stringify(items.map((item) => item.product.sku)))
  const rows = await db.query<{ sku: string; written: string }>(
    `SELECT p.sku, p.updated_at || ' ' || coalesce(s.updated_at, '') AS written FROM json_each(${skus}) j JOIN product p ON p.sku = j.value LEFT JOIN stock s ON s.stock_sku = p.stock_sku`,
  )
  return new Map(rows.map((row) => [row.sku, row.written]))
}
