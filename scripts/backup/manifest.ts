/** The manifest of a backup. It is written last: a folder without one is not a backup. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { NotReady } from '../deploy/not-ready.ts'
import type { Table } from './database-schema.ts'

const ENTRIES = v.array(v.object({ name: v.string(), sql: v.string() }))
const COUNT = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const SHA256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))

/** Files of the bucket, by key. */
export const FILES = v.array(
  v.object({
    key: v.string(),
    size: COUNT,
    // It is the name of the stored file.
    etag: v.pipe(v.string(), v.regex(/^[\w-]+$/)),
    contentType: v.string(),
  }),
)

const MANIFEST = v.object({
  format: v.literal(1),
  /** Name of the environment; `local` for a shop on this machine. */
  environment: v.string(),
  database: v.string(),
  takenAt: v.pipe(v.string(), v.isoTimestamp()),
  /** The release that shoppers saw; `null` when it is unknown. */
  release: v.nullable(v.string()),
  lastMigration: v.nullable(v.string()),
  /** Bookmarks of D1's Time Travel; equal when nothing was written meanwhile. `null` for a local database. */
  bookmarks: v.nullable(v.object({ start: v.string(), end: v.string() })),
  /** In the order in which a restore creates them. */
  tables: v.array(
    v.object({
      name: v.string(),
      sql: v.string(),
      columns: v.array(v.string()),
      key: v.array(v.string()),
      rows: COUNT,
      sha256: SHA256,
    }),
  ),
  indexes: ENTRIES,
  views: ENTRIES,
  virtualTables: ENTRIES,
  triggers: ENTRIES,
  /** The last id of each table that never gives an id twice. */
  sequences: v.array(v.object({ name: v.string(), seq: COUNT })),
  files: FILES,
})

export type Manifest = v.InferOutput<typeof MANIFEST>

export const MANIFEST_FILE = 'manifest.json'

/** Creates a folder that only its owner may open: a backup has customers' addresses and orders in it. */
export function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
}

export function hasManifest(folder: string): boolean {
  return existsSync(join(folder, MANIFEST_FILE))
}

/** Writes the manifest, whole or not at all. */
export function writeManifest(folder: string, manifest: Manifest): void {
  const part = join(folder, `${MANIFEST_FILE}.part`)
  writeFileSync(part, `${JSON.stringify(manifest, null, 2)}\n`)
  renameSync(part, join(folder, MANIFEST_FILE))
}

/** Reads the manifest of a backup. Throws for a folder that is not a whole backup. */
export function readManifest(folder: string): Manifest {
  if (!hasManifest(folder))
    throw new NotReady(
      `${folder} is not a whole backup: it has no ${MANIFEST_FILE}, which a backup writes last`,
    )
  const parsed = v.safeParse(
    v.pipe(v.string(), v.parseJson(), MANIFEST),
    readFileSync(join(folder, MANIFEST_FILE), 'utf8'),
  )
  if (!parsed.success) throw new NotReady(`${join(folder, MANIFEST_FILE)} is damaged, or of a newer checkout`)
  return parsed.output
}

/** Returns the newest whole backup below a folder; `null` without one. */
export function newestBackup(folder: string): string | null {
  if (!existsSync(folder)) return null
  const whole = readdirSync(folder)
    .map((name) => join(folder, name))
    .filter(hasManifest)
  const takenAt = (one: string) => readManifest(one).takenAt
  return whole.sort((a, b) => (takenAt(a) < takenAt(b) ? 1 : -1))[0] ?? null
}

export function tableFile(folder: string, { name }: Pick<Table, 'name'>): string {
  return join(folder, `${name}.jsonl.gz`)
}
