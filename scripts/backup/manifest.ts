/** The manifest of a backup. It is written last: a folder without one is not a backup. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { NotReady } from '../not-ready.ts'
import type { Table } from './database-schema.ts'
import { writeWholeFile } from './whole-file.ts'

/** A name of a table or column; it becomes part of statements, and of the name of a file. */
const NAME = v.pipe(v.string(), v.regex(/^\w+$/))

/** Words by which a statement reaches files outside of its database. */
const OUTSIDE = /\b(attach|detach|vacuum|pragma|load_extension)\b/i

/** Accepts only the statement that creates what the entry names: a restore runs it, also on the machine of a person. */
function createsItself(kind: string, { name, sql }: { name: string; sql: string }): boolean {
  const begin = new RegExp(`^CREATE ${kind} (IF NOT EXISTS )?["'\`]?${name}\\b`, 'i')
  return begin.test(sql) && !OUTSIDE.test(sql)
}

const entries = (kind: string) =>
  v.array(
    v.pipe(
      v.object({ name: NAME, sql: v.string() }),
      v.check((entry) => createsItself(kind, entry)),
    ),
  )
const COUNT = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const SHA256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))

/** The hash of a file in the bucket. It is also the name of the stored file, so it must not lead to another folder. */
export const ETAG = v.pipe(v.string(), v.regex(/^[0-9a-f-]+$/))

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
  tables: v.pipe(
    v.array(
      v.pipe(
        v.object({
          name: NAME,
          sql: v.string(),
          columns: v.array(NAME),
          key: v.array(NAME),
          rows: COUNT,
          sha256: SHA256,
        }),
        v.check((table) => createsItself('TABLE', table)),
      ),
    ),
    v.check((tables) => new Set(tables.map(({ name }) => name)).size === tables.length),
  ),
  indexes: entries('(UNIQUE )?INDEX'),
  views: entries('VIEW'),
  virtualTables: entries('VIRTUAL TABLE'),
  triggers: entries('TRIGGER'),
  /** The last id of each table that never gives an id twice. */
  sequences: v.array(v.object({ name: NAME, seq: COUNT })),
  /** Files of the bucket. */
  files: v.array(v.object({ key: v.string(), size: COUNT, etag: ETAG, contentType: v.string() })),
})

export type Manifest = v.InferOutput<typeof MANIFEST>

export const MANIFEST_FILE = 'manifest.json'

/** Returns how many rows tables have together. */
export function sumRows(tables: readonly { rows: number }[]): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0)
}

/** Creates a folder that only its owner may open: a backup has customers' addresses and orders in it. */
export function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
}

export function hasManifest(folder: string): boolean {
  return statSync(join(folder, MANIFEST_FILE), { throwIfNoEntry: false })?.isFile() ?? false
}

/** Writes the manifest, whole or not at all. */
export function writeManifest(folder: string, manifest: Manifest): void {
  writeWholeFile(join(folder, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`)
}

/** Reads the manifest of a backup. Throws for a folder that is not a whole backup. */
export function readManifest(folder: string): Manifest {
  if (!hasManifest(folder))
    throw new NotReady(
      `${folder} is not a whole backup: it has no ${MANIFEST_FILE}, which a backup writes last`,
    )
  const path = join(folder, MANIFEST_FILE)
  return parseManifest(readFileSync(path, 'utf8'), path)
}

/** Parses the text of a manifest, which is stored at `path`. */
export function parseManifest(text: string, path: string): Manifest {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), MANIFEST), text)
  if (!parsed.success) throw new NotReady(`${path} is damaged, or of a newer checkout`)
  return parsed.output
}

/** Returns the newest whole backup below a folder; `null` without one. Logs and skips a manifest that cannot be read. */
export function newestBackup(folder: string, log: (line: string) => void): string | null {
  if (!existsSync(folder)) return null
  const whole = readdirSync(folder)
    .map((name) => join(folder, name))
    .filter(hasManifest)
    .flatMap((path) => {
      try {
        return [{ path, takenAt: readManifest(path).takenAt }]
      } catch (error) {
        if (!(error instanceof NotReady)) throw error
        log(`Skipped: ${error.message}`)
        return []
      }
    })
  return whole.sort((a, b) => (a.takenAt < b.takenAt ? 1 : -1))[0]?.path ?? null
}

export function tableFile(folder: string, { name }: Pick<Table, 'name'>): string {
  return join(folder, `${name}.jsonl.gz`)
}
