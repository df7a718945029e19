/** Helpers for Drizzle with D1. */
import {
  type Column,
  fillPlaceholders,
  isSQLWrapper,
  type Placeholder,
  type Query,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import type { BatchItem, BatchResponse } from 'drizzle-orm/batch'
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

/**
 * Returns a column of the outer table for a subquery among the selected fields. In a query of one table Drizzle prints columns there
 * without their table, so that `merge_id = id` could compare two columns of the subquery.
 */
export function outerColumn(column: Column): SQL {
  return sql`${column}`
}

/** True when the previous statement of the batch changed a row. */
export const HAS_CHANGED = sql`changes() > 0`

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

/**
 * Queries whose rows become one value. A request that needs several values reads all of them in one round trip: it
 * combines their reads.
 */
export type Read<Value> = (db: D1Database) => {
  statements: D1PreparedStatement[]
  /** Converts the results of the statements. */
  toValue(results: readonly D1Result[]): Value
}

// Builds queries, which are the same for every database.
const builder = drizzle({ prepare: () => null } as unknown as D1Database)

type Values = Record<string, string | number | null>

/**
 * Prepares queries with placeholders (`sql.placeholder`, `listPlaceholder`): their text is built once per isolate,
 * because building it takes longer than reading rows by key. Returns a function that makes a read of them from the
 * values of the placeholders and a function that converts their rows.
 */
export function prepareQueries<const Queries extends readonly Preparable[]>(
  build: (client: typeof builder) => Queries,
) {
  let built: ReturnType<Preparable['prepare']>[] | null = null
  return <Value>(values: Values, toValue: (rows: BatchResponse<Queries>) => Value): Read<Value> => {
    built ??= build(builder).map((query) => query.prepare())
    const prepared = built
    return (db) => ({
      statements: prepared.map((query) => {
        const { sql: text, params } = query.getQuery()
        return db.prepare(text).bind(...fillPlaceholders(params, values))
      }),
      toValue: (results) =>
        toValue(prepared.map((query, at) => query.mapResult(results[at], true)) as BatchResponse<Queries>),
    })
  }
}

type Preparable = BatchItem<'sqlite'> & {
  prepare(): { getQuery(): Query; mapResult(response: unknown, isFromBatch?: boolean): unknown }
}

/**
 * Prepares a statement with placeholders that changes the database: its text is built once per isolate. Returns a
 * function that makes the statement from the values of the placeholders.
 */
export function prepareStatement<Values extends Readonly<Record<string, unknown>>>(
  build: (client: typeof builder, placeholders: Record<keyof Values & string, Placeholder>) => SQLWrapper,
): (db: D1Database, values: Values) => D1PreparedStatement {
  let built: Query | null = null
  return (db, values) => {
    built ??= dialect.sqlToQuery(build(builder, toPlaceholders(values)).getSQL())
    return db.prepare(built.sql).bind(...fillPlaceholders(built.params, values))
  }
}

function toPlaceholders<Values extends object>(values: Values): Record<keyof Values & string, Placeholder> {
  const entries = Object.keys(values).map((name) => [name, sql.placeholder(name)])
  return Object.fromEntries(entries) as Record<keyof Values & string, Placeholder>
}

/** Returns a list as a subquery for `x in (…)`; the placeholder's value is the list as JSON. */
export function listPlaceholder(name: string): SQL {
  return sql`(select value from json_each(${sql.placeholder(name)}))`
}

type ValuesOf<Reads> = { [Name in keyof Reads]: Reads[Name] extends Read<infer Value> ? Value : never }

/** Returns a read of nothing, for a value that is not needed. */
export function noRead<Value>(value: Value): Read<Value> {
  return () => ({ statements: [], toValue: () => value })
}

/** Combines several reads to one, whose value is made from theirs. */
export function combineReads<Reads extends Record<string, Read<unknown>>, Value>(
  reads: Reads,
  toValue: (values: ValuesOf<Reads>) => Value,
): Read<Value> {
  return (db) => {
    const parts = Object.entries(reads).map(([name, read]) => ({ name, ...read(db) }))
    return {
      statements: parts.flatMap(({ statements }) => statements),
      toValue(results) {
        let from = 0
        const values = parts.map(({ name, statements, toValue }) => {
          const own = results.slice(from, from + statements.length)
          from += statements.length
          return [name, toValue(own)]
        })
        return toValue(Object.fromEntries(values) as ValuesOf<Reads>)
      },
    }
  }
}

/** Runs a read as one batch, so in one round trip and from one state of the database. */
export async function runRead<Value>(db: D1Database, read: Read<Value>): Promise<Value> {
  const { statements, toValue } = read(db)
  return toValue(await db.batch(statements))
}

/** Runs several reads as one batch. */
export function readTogether<Reads extends Record<string, Read<unknown>>>(
  db: D1Database,
  reads: Reads,
): Promise<ValuesOf<Reads>> {
  return runRead(
    db,
    combineReads(reads, (values) => values),
  )
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
