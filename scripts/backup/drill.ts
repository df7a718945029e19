/** Shows that a backup can be restored: restores it, compares tables and files, and asks the restored database. */
import type { Progress } from '../load/progress.ts'
import { literal } from '../load/sql.ts'
import type { LoadableD1 } from '../load/target.ts'
import { findDamage } from './bucket-files.ts'
import { type Manifest, sumRows } from './manifest.ts'
import { restoreDatabase } from './restore-database.ts'

export interface DrillReport {
  backup: string
  takenAt: string
  database: string
  rows: number
  /** Seconds that the restore took, with its comparison. */
  seconds: number
  /** Products that the search was asked for. */
  searched: number
  /** What is wrong; empty for a backup that can be relied on. */
  problems: string[]
}

/** Products that are looked up in the search index. */
const SAMPLES = 25

/** Restores a backup into an empty database and checks the result. Throws for a backup that cannot be restored. */
export async function drill(
  db: LoadableD1,
  folder: string,
  options: { callBytes: number; progress: Progress; now: () => number },
): Promise<DrillReport> {
  const started = options.now()
  const { takenAt, database, tables, files } = await restoreDatabase(db, folder, options)
  const seconds = Math.round((options.now() - started) / 1000)
  const rows = sumRows(tables)
  const damages = await findDamages(db)
  const { searched, missing } = await searchSamples(db)
  const problems = [...damages, ...missing, ...findDamagedFiles(folder, files)]
  return { backup: folder, takenAt, database, rows, seconds, searched, problems }
}

function findDamagedFiles(folder: string, files: Manifest['files']): string[] {
  return files.flatMap((file) => {
    const damage = findDamage(folder, file)
    return damage === null ? [] : [`the file ${file.key} is ${damage}`]
  })
}

async function findDamages(db: LoadableD1): Promise<string[]> {
  // D1 has no integrity_check; quick_check leaves out the comparison of indexes.
  const integrity = await db.run(['PRAGMA integrity_check']).catch(() => db.run(['PRAGMA quick_check']))
  const damages = integrity
    .flat()
    .flatMap((row) => Object.values(row))
    .filter((text) => text !== 'ok')
  const [dangling = []] = await db.run(['PRAGMA foreign_key_check'])
  return [
    ...damages.map(String),
    ...dangling.map((row) => `a row without its parent: ${JSON.stringify(row)}`),
  ]
}

/** Looks up products by their sku, spread over the whole catalog. */
async function searchSamples(db: LoadableD1): Promise<{ searched: number; missing: string[] }> {
  const [range] = await db.query<{ first: number | null; last: number | null }>(
    'SELECT min(id) AS first, max(id) AS last FROM product WHERE visibility > 1',
  )
  const { first, last } = range ?? { first: null, last: null }
  if (first === null || last === null) return { searched: 0, missing: [] }
  const missing: string[] = []
  const searched = new Set<number>()
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const from = first + Math.floor(((last - first) * sample) / (SAMPLES - 1))
    const [product] = await db.query<{ id: number; sku: string }>(
      `SELECT id, sku FROM product WHERE id >= ${from} AND visibility > 1 ORDER BY id LIMIT 1`,
    )
    if (!product || searched.has(product.id)) continue
    searched.add(product.id)
    const phrase = literal(`"${product.sku.replaceAll('"', '""')}"`)
    const found = await db.query(
      `SELECT rowid FROM product_text WHERE product_text MATCH ${phrase} AND rowid = ${product.id}`,
    )
    if (found.length === 0) missing.push(`the search does not find ${product.sku}`)
  }
  return { searched: searched.size, missing }
}
