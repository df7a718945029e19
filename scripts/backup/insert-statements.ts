/**
 * Statements that insert the rows of a backup. D1 accepts a statement of 100 kB, so a longer text is inserted in parts.
 * Every statement may be repeated.
 */
import { literal } from '../load/sql.ts'
import type { Table } from './database-schema.ts'
import { columnList, keyOf, parseText, type Row } from './rows.ts'

const MAX_STATEMENT_BYTES = 90_000
/** Characters of a part; UTF-8 has up to four bytes for each. */
const PART_CHARACTERS = 20_000

export interface InsertStatement {
  sql: string
  /** How many rows it completes. */
  rows: number
}

type Target = Pick<Table, 'name' | 'columns' | 'key'>

export async function* insertStatements(
  table: Target,
  rows: AsyncIterable<Row>,
): AsyncGenerator<InsertStatement> {
  const head = `INSERT OR IGNORE INTO "${table.name}" (${columnList(table.columns)}) VALUES `
  let tuples: string[] = []
  let bytes = head.length
  const insert = () => ({ sql: head + tuples.join(','), rows: tuples.length })
  for await (const row of rows) {
    const tuple = `(${row.join(',')})`
    const size = Buffer.byteLength(tuple) + 1
    if (tuples.length > 0 && bytes + size > MAX_STATEMENT_BYTES) {
      yield insert()
      tuples = []
      bytes = head.length
    }
    if (bytes + size > MAX_STATEMENT_BYTES) yield* insertInParts(table, head, row)
    else {
      tuples.push(tuple)
      bytes += size
    }
  }
  if (tuples.length > 0) yield insert()
}

/** Inserts a row with the first part of its long texts, then adds the other parts. */
function* insertInParts(table: Target, head: string, row: Row): Generator<InsertStatement> {
  const parts = row.map(splitText)
  yield { sql: `${head}(${parts.map(([first]) => first).join(',')})`, rows: 1 }
  const key = keyOf(table)(row)
  const isRow = table.key.map((column, index) => `"${column}" = ${key[index]}`).join(' AND ')
  for (const [place, [first = '', ...others]] of parts.entries()) {
    let written = byteLength(first)
    for (const part of others) {
      const column = `"${table.columns[place]}"`
      // A repeated call finds a longer text and adds nothing.
      const isNext = `length(CAST(${column} AS BLOB)) = ${written}`
      yield {
        sql: `UPDATE "${table.name}" SET ${column} = ${column} || ${part} WHERE ${isRow} AND ${isNext}`,
        rows: 0,
      }
      written += byteLength(part)
    }
  }
}

/** Splits a long text into literals; other values stay as they are. */
function splitText(value: string): string[] {
  if (!value.startsWith("'") || value.length <= PART_CHARACTERS) return [value]
  const characters = Array.from(parseText(value))
  const count = Math.ceil(characters.length / PART_CHARACTERS)
  return Array.from({ length: count }, (_, index) =>
    literal(characters.slice(index * PART_CHARACTERS, (index + 1) * PART_CHARACTERS).join('')),
  )
}

const byteLength = (value: string) => Buffer.byteLength(parseText(value))
