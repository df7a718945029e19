/**
 * All migrations as one: the tables, rows, indexes and triggers that they end with. Thousands of worker tests begin with an empty
 * database, and each file of migrations/ would be a call of its own in each of them.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export type SquashedMigration = {
  /** The file name of the last migration, which the shop reads as the version of its database. */
  name: string
  queries: string[]
}

/** Runs the migrations of `folder` in memory and returns one migration with the same result. */
export function squashMigrations(folder: string): SquashedMigration {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  const database = new DatabaseSync(':memory:')
  for (const file of files) database.exec(readFileSync(join(folder, file), 'utf8'))
  const read = (sql: string, ...values: string[]) =>
    database.prepare(sql).all(...values) as Record<string, string>[]
  const tables = read(
    `SELECT t.name, m.sql, t.type FROM sqlite_master m JOIN pragma_table_list t ON t.name = m.name AND t.schema = 'main'
      WHERE m.type = 'table' AND t.type IN ('table', 'virtual') AND m.name NOT LIKE 'sqlite_%' ORDER BY m.rowid`,
  )
  const rows = tables
    .filter(({ type }) => type === 'table')
    .flatMap(({ name = '' }) => {
      // A generated column is hidden, and cannot be written.
      const columns = read('SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0', name)
      const names = columns.map((column) => `"${column.name}"`)
      const values = names.map((column) => `quote(${column})`).join(` || ', ' || `)
      return read(
        `SELECT 'INSERT INTO "${name}" (${names.join(', ')}) VALUES (' || ${values} || ')' AS sql FROM "${name}"`,
      )
    })
  const others = read(
    `SELECT sql FROM sqlite_master WHERE type <> 'table' AND sql IS NOT NULL
      ORDER BY type = 'trigger', type = 'view', rowid`,
  )
  database.close()
  return {
    name: files.at(-1) ?? '',
    queries: [
      'PRAGMA defer_foreign_keys = on',
      ...[...tables, ...rows, ...others].map(({ sql = '' }) => sql),
    ],
  }
}
