/** Copies all tables of a running shop's database into a folder. */
import { renameSync } from 'node:fs'
import { formatQuantity } from '../../schema/platform/count.ts'
import type { Progress } from '../load/progress.ts'
import type { LoadableD1 } from '../load/target.ts'
import { NotReady } from '../not-ready.ts'
import { type DatabaseSchema, readSchema, type Table } from './database-schema.ts'
import { afterChange } from './first-change.ts'
import { hasManifest, type Manifest, makeFolder, tableFile, writeManifest } from './manifest.ts'
import { compareKeys, type Digest, keyOf, type Row, readPages } from './rows.ts'
import { type ChangedRows, isOfSale, orderIdPlace, readChangedSales, readSalesMark } from './sales.ts'
import { readTableFile, writeTableFile } from './table-file.ts'

export interface BackupSource {
  environment: string
  database: string
  release: string | null
  db: LoadableD1
  /** Reads the present bookmark of Time Travel; `null` for a local database. */
  readBookmark: (() => Promise<string>) | null
  /** Copies the files of the bucket into the folder; returns what it copied. */
  copyFiles: ((folder: string, progress: Progress) => Promise<Manifest['files']>) | null
}

export interface BackupOptions {
  folder: string
  now: number
  progress: Progress
}

/**
 * Takes a backup. An order that is placed meanwhile is whole or absent (sales.ts). Throws for a folder that has a backup
 * already; what an interrupted run left is overwritten. Throws `Interrupted` after the first file.
 */
export async function takeBackup(source: BackupSource, options: BackupOptions): Promise<Manifest> {
  const { folder } = options
  if (hasManifest(folder)) throw new NotReady(`${folder} has a backup already`)
  const start = await source.readBookmark?.()
  const schema = await readSchema(source.db)
  if (!schema.tables.some(({ name }) => name === 'sales_order'))
    throw new NotReady('This database has no tables of a shop: nothing to back up')
  makeFolder(folder)
  return afterChange(() => copyDatabase(source, options, schema, start))
}

async function copyDatabase(
  { environment, database, release, db, readBookmark, copyFiles }: BackupSource,
  { folder, now, progress }: BackupOptions,
  schema: DatabaseSchema,
  start: string | undefined,
): Promise<Manifest> {
  const { tables } = schema
  const pages = await pageReader(db, tables, folder, progress)
  const [others, ofSale] = splitBySale(tables)
  const digests = new Map<string, Digest>()
  for (const table of others) digests.set(table.name, await pages(table))
  const mark = await readSalesMark(db)
  for (const table of ofSale) digests.set(table.name, await pages(table))
  const changed = await readChangedSales(db, tables, mark)
  for (const table of tables.filter(isOfSale))
    digests.set(table.name, await replaceRows(folder, table, changed))
  const sequences = await db.query<{ name: string; seq: number }>(
    'SELECT name, seq FROM sqlite_sequence ORDER BY name',
  )
  const files = (await copyFiles?.(folder, progress)) ?? []
  const end = await readBookmark?.()
  const manifest: Manifest = {
    format: 1,
    environment,
    database,
    takenAt: new Date(now).toISOString(),
    release,
    lastMigration: await readLastMigration(db),
    bookmarks: start !== undefined && end !== undefined ? { start, end } : null,
    ...schema,
    tables: tables.map(({ name, sql, columns, key }) => {
      const digest = digests.get(name)
      if (!digest) throw new Error(`The table ${name} was not read`)
      return { name, sql, columns, key, ...digest }
    }),
    sequences,
    files,
  }
  writeManifest(folder, manifest)
  return manifest
}

/** Tables of orders and those below them are read last, so that few orders change before they are read again. */
function splitBySale(tables: readonly Table[]): [others: Table[], ofSale: Table[]] {
  const late = new Set<string>()
  for (const table of tables)
    if (isOfSale(table) || table.parents.some((parent) => late.has(parent.table))) late.add(table.name)
  return [tables.filter(({ name }) => !late.has(name)), tables.filter(({ name }) => late.has(name))]
}

async function countRows(db: LoadableD1, tables: readonly Table[]): Promise<number> {
  let sum = 0
  for (const { name } of tables) {
    const [counted] = await db.query<{ total: number }>(`SELECT count(*) AS total FROM "${name}"`)
    sum += counted?.total ?? 0
  }
  return sum
}

/**
 * Returns a function that writes the file of a table. It leaves out rows whose parent is not in the backup, because the
 * parent was created after its own table was read.
 */
async function pageReader(db: LoadableD1, tables: readonly Table[], folder: string, progress: Progress) {
  const stored = new Map<string, Set<string>>()
  const total = await countRows(db, tables)
  const phase = `${formatQuantity(tables.length, 'table')}, ${formatQuantity(total, 'row')}`
  let read = 0
  for (const { parents } of tables)
    for (const { table, to } of parents) stored.set(`${table}.${to}`, new Set())
  return async (table: Table): Promise<Digest> => {
    const { name, columns, parents } = table
    const references = parents.flatMap(({ column, table: parent, to }) => {
      const keys = stored.get(`${parent}.${to}`)
      return keys ? [{ place: columns.indexOf(column), keys }] : []
    })
    const hasParents = (row: Row) =>
      references.every(({ place, keys }) => row[place] === 'NULL' || keys.has(row[place] ?? ''))
    const own = columns.flatMap((column, place) => {
      const keys = stored.get(`${name}.${column}`)
      return keys ? [{ place, keys }] : []
    })
    const file = writeTableFile(tableFile(folder, table))
    for await (const rows of readPages(db, table)) {
      for (const row of rows.filter(hasParents)) {
        for (const { place, keys } of own) keys.add(row[place] ?? '')
        await file.write(row)
      }
      read += rows.length
      // The shop goes on selling, so there may be more rows than were counted.
      progress(phase, Math.min(read, total), total)
    }
    return file.close()
  }
}

/** Writes the file of a table again with the rows that changed while the tables were read. */
async function replaceRows(folder: string, table: Table, { orders, tables }: ChangedRows): Promise<Digest> {
  const key = keyOf(table)
  const path = tableFile(folder, table)
  const part = `${path}.part`
  const changed = (tables.get(table.name) ?? []).sort((a, b) => compareKeys(key(a), key(b)))
  const changedKeys = new Set(changed.map((row) => key(row).join()))
  const place = orderIdPlace(table)
  const file = writeTableFile(part)
  let next = 0
  for await (const row of readTableFile(path)) {
    if (changedKeys.has(key(row).join()) || orders.has(row[place] ?? '')) continue
    for (let add = changed[next]; add && compareKeys(key(add), key(row)) < 0; add = changed[next]) {
      await file.write(add)
      next += 1
    }
    await file.write(row)
  }
  for (const row of changed.slice(next)) await file.write(row)
  const digest = await file.close()
  renameSync(part, path)
  return digest
}

async function readLastMigration(db: LoadableD1): Promise<string | null> {
  const [row] = await db.query<{ name: string }>('SELECT name FROM d1_migrations ORDER BY id DESC LIMIT 1')
  return row?.name ?? null
}
