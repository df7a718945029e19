/** Rows as literal INSERT statements: D1 takes at most 100 parameters and 100 kB in one. */
import { getTableColumns, getTableName } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'

/** Rows for one table, keyed as in the tables of schema/. */
export interface Rows {
  table: SQLiteTable
  rows: readonly object[]
}

const MAX_STATEMENT_BYTES = 90_000
/** Leaves room for the statement around it. */
const MAX_JSON_BYTES = 80_000

/** Binds a table to its rows with the row type checked. */
export function rowsOf<Table extends SQLiteTable>(
  table: Table,
  rows: readonly Table['$inferInsert'][],
): Rows {
  return { table, rows }
}

/** Statements of at most 90 kB each, in the order of the rows. `tail` is put behind each, e.g. an upsert clause. */
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
    // Two bytes a character is more than our texts need; counting exactly would cost more than it saves.
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

/** JSON arrays of these rows, each small enough to stand in one statement. */
export function jsonChunks(rows: readonly unknown[]): string[] {
  const chunks: string[] = []
  let parts: string[] = []
  let size = 0
  for (const row of rows) {
    const text = JSON.stringify(row)
    // A quote is written twice, and UTF-8 may take three bytes for a sign.
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

/** A value as SQL writes it. */
export function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (typeof value === 'boolean') return value ? '1' : '0'
  // SQLite reads a text literal only up to a NUL.
  if (typeof value === 'string') return `'${value.replaceAll('\0', '').replaceAll("'", "''")}'`
  throw new Error(`no SQL for ${typeof value}`)
}
