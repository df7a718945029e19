/**
 * D1 over the SQLite of Node, for models that run a hundred thousand acts: same SQL, same constraints, one transaction a
 * batch, in memory and without a process of its own. What D1 does beyond SQLite is tested on workerd.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

export interface NodeD1 {
  db: D1Database
  /** From here on everything can be taken back. */
  begin(): void
  /** Takes back what was done since `begin`. */
  rollback(): void
}

/** An empty database with all migrations of the shop. */
export function openNodeD1(): NodeD1 {
  const database = new DatabaseSync(':memory:')
  for (const file of readdirSync('migrations')
    .filter((name) => name.endsWith('.sql'))
    .sort()) {
    database.exec(readFileSync(`migrations/${file}`, 'utf8'))
  }
  const prepared = new Map<string, StatementSync>()
  const statementOf = (sql: string): StatementSync => {
    const known = prepared.get(sql) ?? database.prepare(sql)
    prepared.set(sql, known)
    return known
  }
  const db = {
    prepare: (sql: string) => new NodeStatement(statementOf, sql, []),
    exec: async (sql: string) => database.exec(sql),
    async batch(statements: NodeStatement[]) {
      database.exec('SAVEPOINT batch')
      try {
        const results = statements.map((statement) => statement.all_())
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
  readonly #statementOf: (sql: string) => StatementSync
  readonly #sql: string
  readonly #values: SQLInputValue[]

  constructor(statementOf: (sql: string) => StatementSync, sql: string, values: SQLInputValue[]) {
    this.#statementOf = statementOf
    this.#sql = sql
    this.#values = values
  }

  bind(...values: unknown[]): NodeStatement {
    const plain = values.map((value) => (typeof value === 'boolean' ? Number(value) : value) as SQLInputValue)
    return new NodeStatement(this.#statementOf, this.#sql, plain)
  }

  /** Synchronous, so that a batch cannot be interleaved. */
  all_() {
    const results = this.#statementOf(this.#sql).all(...this.#values) as Record<string, unknown>[]
    return { results, success: true, meta: {} }
  }

  async all() {
    return this.all_()
  }

  async run() {
    return this.all_()
  }

  async first(column?: string) {
    const row = this.all_().results[0] ?? null
    return column === undefined || row === null ? row : row[column]
  }

  async raw() {
    return this.all_().results.map((row) => Object.values(row))
  }
}

/** The part of an object's SQLite that our objects use. */
export function nodeObjectStorage(): DurableObjectStorage {
  const database = new DatabaseSync(':memory:')
  const prepared = new Map<string, StatementSync>()
  const sql = {
    exec(query: string, ...values: SQLInputValue[]) {
      const statement = prepared.get(query) ?? database.prepare(query)
      prepared.set(query, statement)
      const rows = statement.all(...values)
      return { toArray: () => rows }
    },
  }
  const storage = { sql, getAlarm: async () => null, setAlarm: async () => undefined }
  return storage as unknown as DurableObjectStorage
}
