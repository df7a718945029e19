/** One import from a file into a target: read, check, write in groups, remember how far it came. */
import { existsSync, rmSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import type { Progress } from '../load/progress.ts'
import { literal } from '../load/sql.ts'
import type { LoadableD1, Target } from '../load/target.ts'
import type { Mapping } from './mapping.ts'
import { type ImportedProduct, productReader } from './product.ts'
import { readHeader, readRows } from './record.ts'
import { openRefused } from './refused.ts'
import { dropPoint, keyOf, readPoint, writePoint } from './resume.ts'
import { upsertStatements, versionStatement } from './upsert.ts'

export interface ImportOptions {
  file: string
  mapping: Mapping
  /** Distinguishes mappings and targets when going on later. */
  label: string
  /** Null on a dry run: everything is checked, nothing is written. */
  target: Target | null
  /** The same database, where it can be asked what is there; without it new and changed rows are not told apart. */
  db: LoadableD1 | null
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
  /** Rows that an earlier run had done. */
  skipped: number
}

export async function runImport(options: ImportOptions): Promise<ImportResult> {
  const { file, mapping, target, progress, now, group = 500 } = options
  await checkColumns(file, mapping)
  const total = statSync(file).size
  const key = await keyOf(file, options.label)
  const kept = options.resume && target ? readPoint(options.progressFile, key) : null
  const point = kept ?? { key, rows: 0, created: 0, changed: 0, refused: 0, refusedBytes: 0 }
  const refused = openRefused(
    options.refusedFile,
    kept && existsSync(options.refusedFile) ? kept.refusedBytes : null,
  )
  const read = productReader(now)
  const seen = new Map<string, number>()
  const skipped = point.rows
  let rows = 0
  let waiting: ImportedProduct[] = []

  const settle = async (bytes: number) => {
    if (target && waiting.length > 0) {
      const before = options.db ? await writtenAt(options.db, waiting) : new Map<string, string>()
      await target.run(upsertStatements(waiting, now))
      const after = options.db ? await writtenAt(options.db, waiting) : new Map<string, string>()
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
      const done = rows <= skipped
      const result = raw.values
        ? read(mapping.apply(raw.values))
        : { ok: false as const, problems: [{ field: '', reason: raw.reason }] }
      const problems = result.ok ? repeated(seen, result.value.product.sku, raw.line) : result.problems
      if (!done && problems.length > 0) {
        point.refused += 1
        refused.add({
          line: raw.line,
          field: problems.map((problem) => problem.field).join('; '),
          reason: problems.map((problem) => problem.reason).join('; '),
          raw: raw.raw,
        })
      }
      if (!done && result.ok && problems.length === 0) waiting.push(result.value)
      if (!done && rows % group === 0) await settle(raw.bytes)
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
  return { rows, loaded: rows - point.refused, created, changed, refused: point.refused, skipped }
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

/** When each of these products that is there, or its pool, was last written. */
async function writtenAt(db: LoadableD1, items: readonly ImportedProduct[]): Promise<Map<string, string>> {
  const skus = literal(JSON.stringify(items.map((item) => item.product.sku)))
  const { results } = await db
    .prepare(
      `SELECT p.sku, p.updated_at || ' ' || coalesce(s.updated_at, '') AS written FROM json_each(${skus}) j JOIN product p ON p.sku = j.value LEFT JOIN stock s ON s.stock_sku = p.stock_sku`,
    )
    .all<{ sku: string; written: string }>()
  return new Map(results.map((row) => [row.sku, row.written]))
}
