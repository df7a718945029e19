/** Faults of one operation in tests: a call of D1, of a provider or of the mail service. */

/** The operation fails, or the process dies, before or after the operation was executed. */
export const FAULTS = ['lost-before', 'lost-after', 'dies-before', 'dies-after'] as const
export type Fault = (typeof FAULTS)[number]

const NEVER = new Promise<never>(() => {})

/** Runs `work` with a fault. If the process dies, calls `death` and never returns. */
export async function underFault<R>(
  fault: Fault | undefined,
  death: () => void,
  work: () => Promise<R>,
): Promise<R> {
  if (fault === 'lost-before') throw new TypeError('Network connection lost.')
  if (fault === 'dies-before') {
    death()
    return NEVER
  }
  const result = await work()
  if (fault === 'lost-after') throw new TypeError('Network connection lost.')
  if (fault === 'dies-after') {
    death()
    return NEVER
  }
  return result
}

/** Returns a D1 database that runs every operation with `operate`. */
export function faultyD1(db: D1Database, operate: <R>(work: () => Promise<R>) => Promise<R>): D1Database {
  const wrap = (real: D1PreparedStatement): D1PreparedStatement =>
    ({
      real,
      bind: (...values: unknown[]) => wrap(real.bind(...values)),
      first: (...args: []) => operate(() => real.first(...args)),
      all: () => operate(() => real.all()),
      run: () => operate(() => real.run()),
      raw: (...args: []) => operate(() => real.raw(...args)),
    }) as unknown as D1PreparedStatement
  return {
    prepare: (sql: string) => wrap(db.prepare(sql)),
    batch: (statements: { real: D1PreparedStatement }[]) =>
      operate(() => db.batch(statements.map(({ real }) => real))),
  } as unknown as D1Database
}
