/**
 * Rows as SQL literals, which SQLite's `quote` writes: a number, a text and a blob come back exactly as they were. A line
 * of a backup's file is the JSON array of a row's literals.
 */
import { createHash } from 'node:crypto'
import type { LoadableD1 } from '../load/target.ts'
import type { Table } from './database-schema.ts'

/** The values of a row as SQL literals, in the order of the table's columns. */
export type Row = readonly string[]

/** Bytes of one reply of the database. */
const PAGE_BYTES = 1_000_000
const FIRST_PAGE_ROWS = 200
const MAX_PAGE_ROWS = 5_000

/** Returns a SELECT of rows in the order of their key; `condition` is SQL. */
export function selectRows(
  { name, columns, key }: Pick<Table, 'name' | 'columns' | 'key'>,
  condition = '1',
): string {
  const values = columns.map((column, index) => `quote("${column}") AS c${index}`).join(', ')
  return `SELECT ${values} FROM "${name}" WHERE ${condition} ORDER BY ${columnList(key)}`
}

export function columnList(columns: readonly string[]): string {
  return columns.map((name) => `"${name}"`).join(', ')
}

/** Converts the result of `selectRows`. */
export function toRow(result: object): Row {
  return Object.values(result)
}

/** Reads the rows of a table in pages, in the order of their key. */
export async function* readPages(db: LoadableD1, table: Table): AsyncGenerator<Row[]> {
  const key = keyOf(table)
  let count = FIRST_PAGE_ROWS
  let condition = '1'
  for (;;) {
    const results = await db.query<object>(`${selectRows(table, condition)} LIMIT ${count}`)
    const rows = results.map(toRow)
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows
    if (rows.length < count) return
    condition = `(${columnList(table.key)}) > (${key(last).join(', ')})`
    const bytes = rows.reduce((sum, row) => sum + formatLine(row).length, 0)
    count = Math.max(1, Math.min(MAX_PAGE_ROWS, Math.floor((PAGE_BYTES * rows.length) / bytes)))
  }
}

/** Returns a function that reads the key of a row. */
export function keyOf({ columns, key }: Pick<Table, 'columns' | 'key'>): (row: Row) => string[] {
  const places = key.map((name) => columns.indexOf(name))
  return (row) => places.map((place) => row[place] ?? 'NULL')
}

/** Orders keys as SQLite does: numbers, then texts by the bytes of UTF-8. */
export function compareKeys(a: readonly string[], b: readonly string[]): number {
  for (const [index, value] of a.entries()) {
    const other = b[index] ?? 'NULL'
    if (value === other) continue
    const [isText, isOtherText] = [value.startsWith("'"), other.startsWith("'")]
    if (isText !== isOtherText) return isText ? 1 : -1
    return isText
      ? Buffer.compare(Buffer.from(parseText(value)), Buffer.from(parseText(other)))
      : Number(value) - Number(other)
  }
  return 0
}

/** Returns the text of a literal. */
export function parseText(value: string): string {
  return value.slice(1, -1).replaceAll("''", "'")
}

export function formatLine(row: Row): string {
  return `${JSON.stringify(row)}\n`
}

export interface Digest {
  rows: number
  /** Of the lines of all rows in the order of their key, in hex. */
  sha256: string
}

/** Counts rows and hashes their lines. */
export function digestRows(): { add(row: Row): void; end(): Digest } {
  const hash = createHash('sha256')
  let rows = 0
  return {
    add(row) {
      hash.update(formatLine(row))
      rows += 1
    },
    end: () => ({ rows, sha256: hash.digest('hex') }),
  }
}
