/**
 * Rows that ship with the shop into tables where a merchant works too: what is absent is added once, what is still as we
 * wrote it follows a newer release, what a merchant changed or deleted stays as it is. `base_row` remembers.
 */
import { getTableColumns, getTableName } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { jsonChunks, literal } from '../load/sql.ts'

export interface BaseTable {
  table: SQLiteTable
  /** Property of the column by which a row is known. */
  key: string
  rows: readonly object[]
  /** Properties that the shop counts itself: written once, never compared. */
  counted?: readonly string[]
  /** SQL of columns that the database knows better, by property; `place` gives a property's value. */
  computed?: (place: (property: string) => string) => Readonly<Record<string, string>>
}

export function mergeStatements(base: BaseTable): string[] {
  const name = getTableName(base.table)
  const all = Object.entries(getTableColumns(base.table))
  const columns = all.filter(([property]) => base.rows.some((row) => property in row))
  const keyColumn = all.find(([property]) => property === base.key)?.[1].name
  const place = (property: string) =>
    `json_extract(j.value,'$[${columns.findIndex(([one]) => one === property)}]')`
  const computed = base.computed?.(place) ?? {}
  const missing = all.filter(([property]) => property in computed && !columns.some(([p]) => p === property))
  const inserted = [...columns, ...missing]
  const compared = inserted.filter(([property]) => !base.counted?.includes(property))
  const names = inserted.map(([, column]) => `"${column.name}"`).join(',')
  const values = inserted.map(([property]) => computed[property] ?? place(property)).join(',')
  const sets = compared.map(([, { name: column }]) => `"${column}"=excluded."${column}"`).join(',')
  const ours = compared.map(([, column]) => `t."${column.name}"`).join(',')
  const asItIs = `(SELECT json_array(${ours}) FROM "${name}" t WHERE t."${keyColumn}" = "base_row".row_key)`
  const mine = `table_name = ${literal(name)}`

  const tuples = base.rows.map((row) =>
    columns.map(([property, column]) => {
      const value = (row as Record<string, unknown>)[property]
      return value === null || value === undefined ? null : column.mapToDriverValue(value)
    }),
  )
  const key = place(base.key)
  return [
    ...jsonChunks(tuples).flatMap((chunk) => {
      const from = `FROM json_each(${literal(chunk)}) j`
      return [
        `INSERT OR IGNORE INTO "base_row" ("table_name","row_key","written") SELECT ${literal(name)}, ${key}, iif(EXISTS (SELECT 1 FROM "${name}" t WHERE t."${keyColumn}" = ${key}), NULL, '') ${from}`,
        `UPDATE "base_row" SET written = '' WHERE ${mine} AND row_key IN (SELECT CAST(${key} AS TEXT) ${from}) AND written = ${asItIs}`,
        `INSERT OR IGNORE INTO "${name}" (${names}) SELECT ${values} ${from} WHERE EXISTS (SELECT 1 FROM "base_row" b WHERE b.${mine} AND b.row_key = CAST(${key} AS TEXT) AND b.written = '') ON CONFLICT("${keyColumn}") DO UPDATE SET ${sets}`,
      ]
    }),
    `UPDATE "base_row" SET written = coalesce(${asItIs}, '-') WHERE ${mine} AND written = ''`,
  ]
}
