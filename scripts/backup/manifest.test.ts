import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Manifest, makeFolder, newestBackup, readManifest, writeManifest } from './manifest.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'treadline-manifests-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const MANIFEST: Manifest = {
  format: 1,
  environment: 'production',
  database: 'treadline',
  takenAt: '2026-11-26T04:00:00.000Z',
  release: null,
  lastMigration: null,
  bookmarks: null,
  tables: [],
  indexes: [],
  views: [],
  virtualTables: [],
  triggers: [],
  sequences: [],
  files: [],
}

function put(name: string, changes: Partial<Manifest>): string {
  const folder = join(root, name)
  makeFolder(folder)
  writeManifest(folder, { ...MANIFEST, ...changes })
  return folder
}

test('[H4] the newest backup is found although the manifest of another one is damaged', () => {
  put('old', { takenAt: '2026-11-24T04:00:00.000Z' })
  const newest = put('new', {})
  const damaged = put('damaged', {})
  writeFileSync(join(damaged, 'manifest.json'), '{"format": 1, "tab')
  const lines: string[] = []
  expect(newestBackup(root, (line) => void lines.push(line))).toBe(newest)
  expect(lines).toEqual([`Skipped: ${join(damaged, 'manifest.json')} is damaged, or of a newer checkout`])
})

test.each(['../../.ssh/id_rsa', 'files/abc', '..', 'notes', ''])(
  '[H4] a manifest that names the stored file "%s" is refused',
  (etag) => {
    const folder = put('foreign', {
      files: [{ key: 'photos/1.jpg', size: 1, etag, contentType: 'image/jpeg' }],
    })
    expect(() => readManifest(folder)).toThrow('is damaged')
  },
)

test.each(['../../out', 'a"; DROP TABLE config; --', ''])(
  '[H4] a manifest with the table or column "%s" is refused',
  (name) => {
    const table = {
      name: 'config',
      sql: 'CREATE TABLE config (path text PRIMARY KEY)',
      columns: ['path'],
      key: ['path'],
      rows: 0,
      sha256: '0'.repeat(64),
    }
    expect(readManifest(put('own-table', { tables: [table] })).tables).toEqual([table])
    for (const change of [{ name }, { columns: [name] }, { key: [name] }]) {
      const folder = put('foreign-table', { tables: [{ ...table, ...change }] })
      expect(() => readManifest(folder)).toThrow('is damaged')
    }
  },
)

test.each([
  ['views', "ATTACH DATABASE '/tmp/other.db' AS a"],
  ['views', "CREATE VIEW v AS SELECT 1; ATTACH DATABASE '/tmp/other.db' AS a"],
  ['views', 'CREATE VIEW other AS SELECT 1'],
  ['views', 'CREATE TABLE v (x)'],
  ['indexes', "CREATE INDEX v ON config (path); VACUUM INTO '/tmp/other.db'"],
  ['triggers', 'DROP TABLE config'],
  ['virtualTables', "CREATE VIRTUAL TABLE v USING fts5(load_extension('x'))"],
] as const)('[H4] a manifest whose %s have the statement "%s" is refused', (kind, sql) => {
  const folder = put('foreign-statement', { [kind]: [{ name: 'v', sql }] })
  expect(() => readManifest(folder)).toThrow('is damaged')
})

test('[H4] a manifest that has a table twice is refused, and one that is a folder is none', () => {
  const table = {
    ...{ name: 'config', sql: 'CREATE TABLE config (path text)', columns: ['path'], key: ['path'] },
    ...{ rows: 0, sha256: '0'.repeat(64) },
  }
  expect(() => readManifest(put('twice', { tables: [table, table] }))).toThrow('is damaged')
  makeFolder(join(root, 'folder', 'manifest.json'))
  expect(newestBackup(root, () => undefined)).toBeNull()
})

test('[H4] a manifest names stored files by the hash of a whole upload and of one in parts', () => {
  const file = { key: 'photos/1.jpg', size: 1, contentType: 'image/jpeg' }
  const files = ['0cc175b9c0f1b6a831c399e269772661', '0cc175b9c0f1b6a831c399e269772661-12'].map((etag) => ({
    ...file,
    etag,
  }))
  expect(readManifest(put('own', { files })).files).toEqual(files)
})
