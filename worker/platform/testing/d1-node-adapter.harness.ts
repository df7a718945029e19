/**
 * D1 implemented with the SQLite of Node, for model tests with thousands of operations: same SQL, same
 * constraints, one transaction per batch, in memory and in the test process. Behavior of D1 beyond SQLite is tested
 * on workerd.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

export interface NodeD1 {
  db: D1Database
  /** Starts a transaction that `rollback` can revert. */
  begin(): void
  /** Reverts all changes since `begin`. */
  rollback(): void
}

/** Opens an empty database with all migrations of the shop. */
export function openNodeD1(): NodeD1 {
  const database = new DatabaseSync(':memory:')
  for (const file of readdirSync('migrations')
    .filter((name) => name.endsWith('.sql'))
    .sort()) {
    database.exec(readFileSync(`migrations/${file}`, 'utf8'))
  }
  const prepared = new Map<string, StatementSync>()
  const prepareCached = (sql: string): StatementSync => {
    const known = prepared.get(sql) ?? database.prepare(sql)
    prepared.set(sql, known)
    return known
  }
  const db = {
    prepare: (sql: string) => new NodeStatement(prepareCached, sql, []),
    exec: async (sql: string) => database.exec(sql),
    async batch(statements: NodeStatement[]) {
      database.exec('SAVEPOINT batch')
      try {
        const results = statements.map((statement) => statement.query())
        database.exec('RELEASE batch')
        return results
      } catch (error) {
        database.exec('ROLLBACK TO batch; RELEASE batch')
        throw new Error(`D1_ERROR: ${error instanceof Error ? error.message : String(error)}`)
      }
    },
  }
  return {
    db: db as unknown as D1Database,
    begin: () => database.exec('BEGIN'),
    rollback: () => database.exec('ROLLBACK'),
  }
}

class NodeStatement {
  readonly #prepare: (sql: string) => StatementSync
  readonly #sql: string
  readonly #values: SQLInputValue[]

  constructor(prepare: (sql: string) => StatementSync, sql: string, values: SQLInputValue[]) {
    this.#prepare = prepare
    this.#sql = sql
    this.#values = values
  }

  bind(...values: unknown[]): NodeStatement {
    const plain = values.map((value) => (typeof value === 'boolean' ? Number(value) : value) as SQLInputValue)
    return new NodeStatement(this.#prepare, this.#sql, plain)
  }

  /** Runs the statement synchronously, so that other statements cannot run inside a batch. */
  query() {
    const results = this.#prepare(this.#sql).all(...this.#values) as Record<string, unknown>[]
    return { results, success: true, meta: {} }
  }

  async all() {
    return this.query()
  }

  async run() {
    return this.query()
  }

  async first(column?: string) {
    const row = this.query().results[0] ?? null
    return column === undefined || row === null ? row : row[column]
  }

  async raw() {
    return this.query().results.map((row) => Object.values(row))
  }
}

/** The SQLite of one Durable Object. */
export interface NodeObjectSql {
  sql: SqlStorage
  /** Deletes all rows, so that the next object can use the prepared statements. */
  clear(): void
}

/** Opens an empty SQLite with the part of `SqlStorage` that the shop's objects use. */
export function openNodeObjectSql(): NodeObjectSql {
  const database = new DatabaseSync(':memory:')
  const prepared = new Map<string, StatementSync>()
  const exec = (query: string, ...values: SQLInputValue[]) => {
    const statement = prepared.get(query) ?? database.prepare(query)
    prepared.set(query, statement)
    const rows = statement.all(...values)
    return { toArray: () => rows }
  }
  return {
    sql: { exec } as unknown as SqlStorage,
    clear() {
      const tables = exec("SELECT name FROM sqlite_master WHERE type = 'table'").toArray()
      for (const { name } of tables) exec(`DELETE FROM ${name}`)
    },
  }
}
