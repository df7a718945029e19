/** A database of Node's own SQLite, for restoring a backup without an account and without a shop. */
import { DatabaseSync } from 'node:sqlite'
import type { LoadableD1 } from '../load/target.ts'

/** Opens or creates a database; `:memory:` has no file, and an empty path one that ends with the process. */
export function openSqliteFile(path: string): { db: LoadableD1; close: () => void } {
  const sqlite = new DatabaseSync(path)
  const run = (statements: readonly string[]) => {
    sqlite.exec('BEGIN')
    try {
      const results = statements.map((sql) => {
        if (/^\s*(SELECT|PRAGMA)/i.test(sql)) return sqlite.prepare(sql).all() as object[]
        sqlite.exec(sql)
        return []
      })
      sqlite.exec('COMMIT')
      return results
    } catch (error) {
      sqlite.exec('ROLLBACK')
      throw error
    }
  }
  return {
    db: {
      query: async <Row>(sql: string) => sqlite.prepare(sql).all() as Row[],
      run: async (statements) => run(statements),
    },
    close: () => sqlite.close(),
  }
}
