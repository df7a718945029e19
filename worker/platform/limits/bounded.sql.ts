/** D1 with a time limit: a statement that is not answered in time fails, so that the request can answer with an error. */
import { withTimeout } from '../http/with-timeout.ts'
import { Unavailable } from '../outbound/unavailable.ts'

/** For one statement or batch. Slow answers come within a second; D1 itself gives up after thirty. */
const TIMEOUT_MS = 4_000

const REAL = Symbol('the statement of the platform')
type Bounded = D1PreparedStatement & { [REAL]: D1PreparedStatement }

/** Wraps `db`: each call throws `Unavailable` when D1 does not answer within `timeoutMs`. */
export function boundedDatabase(db: D1Database, timeoutMs = TIMEOUT_MS): D1Database {
  const inTime = async <T>(work: Promise<T>): Promise<T> => {
    const answer = await withTimeout(
      work.then((value) => ({ value })),
      timeoutMs,
    )
    if (!answer) throw new Unavailable('database', `D1 did not answer within ${timeoutMs} ms`)
    return answer.value
  }
  const wrapped = (real: D1PreparedStatement): D1PreparedStatement =>
    ({
      [REAL]: real,
      bind: (...values: unknown[]) => wrapped(real.bind(...values)),
      first: (column: string) => inTime(real.first(column)),
      all: () => inTime(real.all()),
      run: () => inTime(real.run()),
      raw: (options: { columnNames: true }) => inTime(real.raw(options)),
    }) as Bounded
  const prepare = (sql: string) => wrapped(db.prepare(sql))
  const batch = (statements: D1PreparedStatement[]) =>
    inTime(db.batch(statements.map((one) => (one as Bounded)[REAL])))
  return Object.assign(Object.create(db) as D1Database, { prepare, batch })
}
