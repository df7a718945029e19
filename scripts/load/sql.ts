/** Writes rows as literal INSERT statements: a D1 statement has at most 100 parameters and 100 kB. */
import { getTableColumns, getTableName } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'

/** Rows for one table, keyed as in the tables of schema/. */
export interface Rows {
  table: SQLiteTable
  rows: readonly object[]
}

const MAX_STATEMENT_BYTES = 90_000
/** Leaves room for the statement around the JSON. */
const MAX_JSON_BYTES = 80_000

/** Pairs a table with its rows and checks the row type. */
export function rowsOf<Table extends SQLiteTable>(
  table: Table,
  rows: readonly Table['$inferInsert'][],
): Rows {
  return { table, rows }
}

/** Returns statements of at most 90 kB in the order of the rows. `tail` ends each, e.g. an upsert clause. */
export function* insertStatements({ table, rows }: Rows, tail = ''): Generator<string> {
  const columns = Object.entries(getTableColumns(table))
  const names = columns.map(([, column]) => `"${column.name}"`).join(',')
  const head = `INSERT INTO "${getTableName(table)}" (${names}) VALUES `
  let tuples: string[] = []
  let size = 0
  for (const row of rows) {
    const values = columns.map(([key, column]) => {
      const value = (row as Record<string, unknown>)[key]
      if (value === undefined) return literal(column.hasDefault ? column.default : null)
      return literal(value === null ? null : column.mapToDriverValue(value))
    })
    const tuple = `(${values.join(',')})`
    // Two bytes for each character are more than our texts need; an exact count would cost more than it
    // saves.
    const length = tuple.length + 1 + (/[^\0-\x7f]/.test(tuple) ? tuple.length : 0)
    if (size > 0 && head.length + size + length + tail.length > MAX_STATEMENT_BYTES) {
      yield head + tuples.join(',') + tail
      tuples = []
      size = 0
    }
    tuples.push(tuple)
    size += length
  }
  if (tuples.length > 0) yield head + tuples.join(',') + tail
}

/** Returns JSON arrays of these rows, each small enough for one statement. */
export function jsonChunks(rows: readonly unknown[]): string[] {
  const chunks: string[] = []
  let parts: string[] = []
  let size = 0
  for (const row of rows) {
    const text = JSON.stringify(row)
    // SQL doubles a quote, and UTF-8 may use three bytes for a character.
    const length = Buffer.byteLength(text) + (text.match(/'/g)?.length ?? 0) + 1
    if (size > 0 && size + length > MAX_JSON_BYTES) {
      chunks.push(`[${parts.join(',')}]`)
      parts = []
      size = 0
    }
    parts.push(text)
    size += length
  }
  if (parts.length > 0) chunks.push(`[${parts.join(',')}]`)
  return chunks
}

/** Returns a value as an SQL literal. */
export function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (typeof value === 'boolean') return value ? '1' : '0'
  // SQLite ends a text literal at a NUL.
  if (typeof value === 'string') return `'${value.replaceAll('\0', '').replaceAll("'", "''")}'`
  throw new Error(`no SQL for ${typeof value}`)
}
