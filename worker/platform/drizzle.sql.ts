/** Helpers for Drizzle with D1. */
import { type Column, isSQLWrapper, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/d1'
import { SQLiteAsyncDialect, type SQLiteTable } from 'drizzle-orm/sqlite-core'

const dialect = new SQLiteAsyncDialect()

/** Returns a Drizzle client; creating one per request is cheap. */
export function connect(db: D1Database) {
  return drizzle(db)
}

/**
 * Returns a list as a subquery for `x in (…)`. The whole list is one parameter, because D1 accepts at most 100
 * parameters per statement.
 */
export function inList(values: readonly (string | number)[]): SQL {
  return sql`(select value from json_each(${JSON.stringify(values)}))`
}

/** Converts a query to a statement, so that `db.batch` can run it together with statements of other rooms. */
export function toStatement(db: D1Database, query: SQLWrapper): D1PreparedStatement {
  const { sql: text, params } = dialect.sqlToQuery(query.getSQL())
  return db.prepare(text).bind(...params)
}

/** Runs queries as one batch in one round trip; the rows of a result have the column names of the query. */
export function batchOf<Row = Record<string, string | number | null>>(
  db: D1Database,
  queries: readonly SQLWrapper[],
): Promise<D1Result<Row>[]> {
  return db.batch<Row>(queries.map((query) => toStatement(db, query)))
}

/** Column values for an insert: a value or an SQL expression for each column. */
export type ColumnValues<Table extends SQLiteTable> = {
  [Name in keyof Table['$inferInsert']]?: Table['$inferInsert'][Name] | SQLWrapper
}

/**
 * Builds `insert … select` for some columns of a table, because the query builder supports it only for all columns.
 * Inserts `values` for every row of `source` (`from … where …`).
 */
export function insertFrom<Table extends SQLiteTable>(
  table: Table,
  values: ColumnValues<Table>,
  source: SQL,
  { orIgnore = false } = {},
): SQL {
  const columns = table as unknown as Record<string, Column>
  const entries = Object.entries(values).flatMap(([key, value]) => {
    const column = columns[key]
    return column
      ? [{ name: sql.identifier(column.name), value: isSQLWrapper(value) ? value : sql.param(value, column) }]
      : []
  })
  const names = sql.join(
    entries.map(({ name }) => name),
    sql`, `,
  )
  const expressions = sql.join(
    entries.map(({ value }) => sql`${value}`),
    sql`, `,
  )
  return sql`insert ${sql.raw(orIgnore ? 'or ignore ' : '')}into ${table} (${names}) select ${expressions} ${source}`
}
