/** Drizzle over D1; made per request, which is cheap. */
import { type Column, isSQLWrapper, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/d1'
import { SQLiteAsyncDialect, type SQLiteTable } from 'drizzle-orm/sqlite-core'

const dialect = new SQLiteAsyncDialect()

export function connect(db: D1Database) {
  return drizzle(db)
}

/**
 * The values of a list as a subquery, `x in (…)`. The whole list is one parameter: D1 takes at most 100 per statement,
 * lists of the shop are longer.
 */
export function inList(values: readonly (string | number)[]): SQL {
  return sql`(select value from json_each(${JSON.stringify(values)}))`
}

/** Returns a query as a statement for `db.batch`, beside statements of other rooms. */
export function toStatement(db: D1Database, query: SQLWrapper): D1PreparedStatement {
  const { sql: text, params } = dialect.sqlToQuery(query.getSQL())
  return db.prepare(text).bind(...params)
}

/** Runs queries as one batch, one trip; each result has its rows by the names that the query gives its columns. */
export function batchOf<Row = Record<string, string | number | null>>(
  db: D1Database,
  queries: readonly SQLWrapper[],
): Promise<D1Result<Row>[]> {
  return db.batch<Row>(queries.map((query) => toStatement(db, query)))
}

/** Values of columns, each a value or an expression. */
export type ColumnValues<Table extends SQLiteTable> = {
  [Name in keyof Table['$inferInsert']]?: Table['$inferInsert'][Name] | SQLWrapper
}

/**
 * `insert … select`, which the query builder only writes for all columns of a table at once: each named column gets its
 * value or expression, for every row of `source` (`from … where …`).
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
  const chosen = sql.join(
    entries.map(({ value }) => sql`${value}`),
    sql`, `,
  )
  return sql`insert ${sql.raw(orIgnore ? 'or ignore ' : '')}into ${table} (${names}) select ${chosen} ${source}`
}
