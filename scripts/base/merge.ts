/**
 * Merges rows of the repository into tables that a merchant also edits: a missing row is added once, an
 * unchanged row is updated by a newer release, a row that the merchant changed or deleted stays as it is.
 * `base_row` remembers.
 */
import { getTableColumns, getTableName } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { jsonChunks, literal } from '../load/sql.ts'

export interface BaseTable {
  table: SQLiteTable
  /** Property of the column that identifies a row. */
  key: string
  rows: readonly object[]
  /** Properties that the shop updates itself: written once, never compared. */
  counted?: readonly string[]
  /** SQL of computed columns, by property; `value` returns the SQL of a property's value. */
  computed?: (value: (property: string) => string) => Readonly<Record<string, string>>
}

/** Returns the statements that merge the rows of one table. */
export function mergeStatements(base: BaseTable): string[] {
  const name = getTableName(base.table)
  const all = Object.entries(getTableColumns(base.table))
  const columns = all.filter(([property]) => base.rows.some((row) => property in row))
  const keyColumn = all.find(([property]) => property === base.key)?.[1].name
  const jsonValue = (property: string) =>
    `json_extract(j.value,'$[${columns.findIndex(([one]) => one === property)}]')`
  const computed = base.computed?.(jsonValue) ?? {}
  const missing = all.filter(([property]) => property in computed && !columns.some(([p]) => p === property))
  const inserted = [...columns, ...missing]
  const compared = inserted.filter(([property]) => !base.counted?.includes(property))
  const names = inserted.map(([, column]) => `"${column.name}"`).join(',')
  const values = inserted.map(([property]) => computed[property] ?? jsonValue(property)).join(',')
  const sets = compared.map(([, { name: column }]) => `"${column}"=excluded."${column}"`).join(',')
  const storedColumns = compared.map(([, column]) => `t."${column.name}"`).join(',')
  const storedRow = `(SELECT json_array(${storedColumns}) FROM "${name}" t WHERE t."${keyColumn}" = "base_row".row_key)`
  const ofTable = `table_name = ${literal(name)}`

  const tuples = base.rows.map((row) =>
    columns.map(([property, column]) => {
      const value = (row as Record<string, unknown>)[property]
      return value === null || value === undefined ? null : column.mapToDriverValue(value)
    }),
  )
  const key = jsonValue(base.key)
  return [
    ...jsonChunks(tuples).flatMap((chunk) => {
      const from = `FROM json_each(${literal(chunk)}) j`
      return [
        `INSERT OR IGNORE INTO "base_row" ("table_name","row_key","written") SELECT ${literal(name)}, ${key}, iif(EXISTS (SELECT 1 FROM "${name}" t WHERE t."${keyColumn}" = ${key}), NULL, '') ${from}`,
        `UPDATE "base_row" SET written = '' WHERE ${ofTable} AND row_key IN (SELECT CAST(${key} AS TEXT) ${from}) AND written = ${storedRow}`,
        `INSERT OR IGNORE INTO "${name}" (${names}) SELECT ${values} ${from} WHERE EXISTS (SELECT 1 FROM "base_row" b WHERE b.${ofTable} AND b.row_key = CAST(${key} AS TEXT) AND b.written = '') ON CONFLICT("${keyColumn}") DO UPDATE SET ${sets}`,
      ]
    }),
    `UPDATE "base_row" SET written = coalesce(${storedRow}, '-') WHERE ${ofTable} AND written = ''`,
  ]
}
