/**
 * Adds a time limit to D1: a statement without an answer in time throws, so that the request can respond with an error.
 * Each call is part of the request's measured usage.
 */
import { withTimeout } from '../http/with-timeout.ts'
import { recordDatabaseCall } from '../metrics/database-usage.ts'
import { Unavailable } from '../outbound/unavailable.ts'

/** Milliseconds for one statement or batch. Slow queries take a second; D1 itself stops after thirty. */
const TIMEOUT_MS = 4_000

const WRAPPED = Symbol('the wrapped statement')
type WrappedStatement = D1PreparedStatement & { [WRAPPED]: D1PreparedStatement }

/** Wraps `db`: each call throws `Unavailable` when D1 does not answer within `timeoutMs`. */
export function withDatabaseTimeout(db: D1Database, timeoutMs = TIMEOUT_MS): D1Database {
  const call = async <T>(work: Promise<T>): Promise<T> => {
    const result = await withTimeout(
      work.then((value) => ({ value })),
      timeoutMs,
    )
    if (!result) throw new Unavailable('database', `D1 did not answer within ${timeoutMs} ms`)
    return result.value
  }
  const inTime = <T>(work: Promise<T>, statements?: number) => recordDatabaseCall(call(work), statements)
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement =>
    ({
      [WRAPPED]: statement,
      bind: (...values: unknown[]) => wrap(statement.bind(...values)),
      first: (column: string) => inTime(statement.first(column)),
      all: () => inTime(statement.all()),
      run: () => inTime(statement.run()),
      raw: (options: { columnNames: true }) => inTime(statement.raw(options)),
    }) as WrappedStatement
  const prepare = (sql: string) => wrap(db.prepare(sql))
  const batch = (statements: D1PreparedStatement[]) =>
    inTime(db.batch(statements.map((one) => (one as WrappedStatement)[WRAPPED])), statements.length)
  return Object.assign(Object.create(db) as D1Database, { prepare, batch })
}
