/** Creates a database from a backup, and compares each table with the manifest. */

import type { Progress } from '../load/progress.ts'
import { literal } from '../load/sql.ts'
import type { LoadableD1 } from '../load/target.ts'
import { NotReady } from '../not-ready.ts'
import { readNames, type SchemaEntry } from './database-schema.ts'
import { afterChange, firstChange } from './first-change.ts'
import { insertStatements } from './insert-statements.ts'
import { type Manifest, readManifest, sumRows, tableFile } from './manifest.ts'
import { columnList, type Digest, digestRows, readPages } from './rows.ts'
import { digestFile, readTableFile } from './table-file.ts'

/** Names the backup from which a database is being restored; it is dropped at the end. */
const MARK = 'restore_mark'

/** What each search index is filled from: a view with the columns of the index. */
const SEARCH_SOURCES: Readonly<Record<string, string>> = { product_text: 'product_words' }
/** Products of one statement. */
const SEARCH_ROWS = 20_000

export interface RestoreOptions {
  /** Bytes of SQL in one call. */
  callBytes: number
  progress: Progress
  /** Run after the comparison, in one transaction with the end of the restore. */
  lastStatements?: readonly string[]
}

/**
 * Restores a backup into an empty database, or continues where the same restore was interrupted. Throws for a database
 * that has tables of its own, for a damaged backup, and when a table is not what the backup has; `Interrupted` after the
 * first change.
 */
export async function restoreDatabase(
  db: LoadableD1,
  folder: string,
  options: RestoreOptions,
): Promise<Manifest> {
  const manifest = await checkBackup(folder, options.progress)
  await restoreChecked(db, folder, manifest, options)
  return manifest
}

/** Compares the files of a backup with its manifest, and returns it. Throws for a backup that cannot be restored. */
export async function checkBackup(folder: string, progress: Progress): Promise<Manifest> {
  const manifest = readManifest(folder)
  for (const { name } of manifest.virtualTables)
    if (!SEARCH_SOURCES[name])
      throw new Error(`This checkout does not know how to fill the search index ${name}`)
  await checkFiles(folder, manifest, progress)
  return manifest
}

/** Restores a backup that `checkBackup` has read, as `restoreDatabase` does. */
export async function restoreChecked(
  db: LoadableD1,
  folder: string,
  manifest: Manifest,
  options: RestoreOptions,
): Promise<void> {
  await begin(db, manifest)
  await afterChange(() => fillDatabase(db, folder, manifest, options))
}

async function fillDatabase(
  db: LoadableD1,
  folder: string,
  manifest: Manifest,
  { callBytes, progress, lastStatements = [] }: RestoreOptions,
): Promise<void> {
  const { tables, views, indexes, triggers, virtualTables } = manifest
  const create = async (entries: readonly SchemaEntry[], phase: string) => {
    for (const [index, { sql }] of entries.entries()) {
      progress(phase, index, entries.length)
      // Each one is a call: an index of a large table takes seconds.
      await db.run([ifMissing(sql)])
    }
    if (entries.length > 0) progress(phase, entries.length, entries.length)
  }
  // An interrupted run may have created some; the rows that follow must not fire them.
  await db.run(triggers.map(({ name }) => `DROP TRIGGER IF EXISTS "${name}"`))
  await create(tables, 'tables')
  const phase = `rows of ${tables.length} tables`
  const total = sumRows(tables)
  let before = 0
  for (const table of tables) {
    const from = before
    const report = (done: number) => progress(phase, from + done, total)
    await loadRows(db, folder, table, { callBytes, report })
    before += table.rows
  }
  await db.run([
    'DELETE FROM sqlite_sequence',
    ...manifest.sequences.map(
      ({ name, seq }) => `INSERT INTO sqlite_sequence (name, seq) VALUES (${literal(name)}, ${seq})`,
    ),
  ])
  await create([...indexes, ...views], 'indexes and views')
  await create(virtualTables, 'search index')
  for (const { name } of virtualTables) await fillSearchIndex(db, name, progress)
  await create(triggers, 'triggers')
  await compareTables(db, manifest, progress)
  await db.run([...lastStatements, `DROP TABLE IF EXISTS ${MARK}`])
}

/** Returns a CREATE statement that may be repeated; SQLite does not store the added words. */
function ifMissing(sql: string): string {
  return sql.replace(/^CREATE (UNIQUE INDEX|INDEX|VIRTUAL TABLE|TABLE|VIEW|TRIGGER)/i, '$& IF NOT EXISTS')
}

/** Returns whether a database is one that a restore has begun to fill. */
export async function isBeingRestored(db: LoadableD1): Promise<boolean> {
  return (await readNames(db)).has(MARK)
}

/** Compares the files with the manifest before anything is written. */
async function checkFiles(folder: string, { tables }: Manifest, progress: Progress): Promise<void> {
  for (const [index, table] of tables.entries()) {
    progress('checking the backup', index, tables.length)
    const path = tableFile(folder, table)
    const digest = await digestFile(path).catch((error: unknown) => {
      throw new Error(`${path} is damaged: ${error instanceof Error ? error.message : error}`)
    })
    if (!isEqual(digest, table)) throw new Error(`${path} is damaged: its rows are not those of the manifest`)
  }
}

/** Marks the database as one that is being restored. Throws when it has anything else. */
async function begin(db: LoadableD1, { database, takenAt }: Manifest): Promise<void> {
  const backup = `${database} ${takenAt}`
  const names = await readNames(db)
  if (names.size > 0) {
    const [mark] = names.has(MARK) ? await db.query<{ backup: string }>(`SELECT backup FROM ${MARK}`) : []
    if (mark?.backup === backup) return
    throw new NotReady('This database is not empty: a backup is restored into a new one only')
  }
  await firstChange(() =>
    db.run([
      `CREATE TABLE IF NOT EXISTS ${MARK} (backup text PRIMARY KEY NOT NULL)`,
      `INSERT OR IGNORE INTO ${MARK} VALUES (${literal(backup)})`,
    ]),
  )
}

async function loadRows(
  db: LoadableD1,
  folder: string,
  table: Manifest['tables'][number],
  { callBytes, report }: Pick<RestoreOptions, 'callBytes'> & { report: (done: number) => void },
): Promise<void> {
  let call: string[] = []
  let bytes = 0
  let done = 0
  const send = async () => {
    if (call.length > 0) await db.run(['PRAGMA defer_foreign_keys = on', ...call])
    call = []
    bytes = 0
    report(done)
  }
  report(0)
  for await (const { sql, rows } of insertStatements(table, readTableFile(tableFile(folder, table)))) {
    if (bytes > 0 && bytes + sql.length > callBytes) await send()
    call.push(sql)
    bytes += sql.length
    done += rows
  }
  await send()
}

async function fillSearchIndex(db: LoadableD1, name: string, progress: Progress): Promise<void> {
  const columns = (
    await db.query<{ name: string }>(`SELECT name FROM pragma_table_info(${literal(name)}) ORDER BY cid`)
  ).map((column) => column.name)
  const list = columnList(columns)
  const [ids] = await db.query<{ last: number | null }>('SELECT max(id) AS last FROM product')
  const last = ids?.last ?? -1
  await db.run([`INSERT INTO "${name}" ("${name}") VALUES ('delete-all')`])
  for (let from = 0; from <= last; from += SEARCH_ROWS) {
    progress('search index', from, last)
    // Deleted first, because a call may be repeated after a lost answer.
    const range = `id >= ${from} AND id < ${from + SEARCH_ROWS} AND visibility > 1`
    await db.run([
      `DELETE FROM "${name}" WHERE rowid IN (SELECT id FROM product WHERE ${range})`,
      `INSERT INTO "${name}" (rowid, ${list}) SELECT id, ${list} FROM "${SEARCH_SOURCES[name]}" WHERE ${range}`,
    ])
  }
  progress('search index', last, last)
}

/** Reads all tables and compares them with a manifest. Throws with the names of those that differ. */
export async function compareTables(
  db: LoadableD1,
  { tables }: Pick<Manifest, 'tables'>,
  progress: Progress,
): Promise<void> {
  const different: string[] = []
  for (const [index, table] of tables.entries()) {
    progress('comparing tables', index, tables.length)
    const digest = digestRows()
    for await (const rows of readPages(db, { ...table, parents: [] })) for (const row of rows) digest.add(row)
    if (!isEqual(digest.end(), table)) different.push(table.name)
  }
  progress('comparing tables', tables.length, tables.length)
  if (different.length > 0)
    throw new Error(`These tables are not what the backup has: ${different.join(', ')}`)
}

function isEqual(a: Digest, b: Digest): boolean {
  return a.rows === b.rows && a.sha256 === b.sha256
}
