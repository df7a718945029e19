import { readdirSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { squashMigrations } from './squashed-migrations.ts'

test('[H2] the squashed migrations make the same tables, rows, indexes and triggers as the migrations one by one', () => {
  const files = readdirSync('migrations').sort()
  const { name, queries } = squashMigrations('migrations')
  expect(name).toBe(files.at(-1))
  expect(contentOf(queries)).toEqual(
    contentOf(files.map((file) => readFileSync(`migrations/${file}`, 'utf8'))),
  )
})

/** Returns the schema and the rows of a database after these statements. */
function contentOf(statements: readonly string[]): object {
  const database = new DatabaseSync(':memory:')
  database.exec('BEGIN')
  for (const sql of statements) database.exec(sql)
  database.exec('COMMIT')
  const read = (sql: string) => database.prepare(sql).all()
  const schema = read(
    "SELECT type, name, sql FROM sqlite_master WHERE name <> 'sqlite_sequence' ORDER BY name, type",
  )
  const rows = schema
    .filter(({ type, name }) => type === 'table' && name !== 'product_text')
    .map(({ name }) => [name, read(`SELECT * FROM "${name}"`)])
  return { schema, rows }
}
