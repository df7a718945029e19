/** What may happen to one operation in tests (a call of D1, of a provider or of the mail service), and how it happens. */

/** It fails, or the process dies, before or after it was done. */
export const FAULTS = ['lost-before', 'lost-after', 'dies-before', 'dies-after'] as const
export type Fault = (typeof FAULTS)[number]

const NEVER = new Promise<never>(() => {})

/** Runs `work` under a fault. Calls of a process that died never return; `death` is called. */
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

/** D1 whose every operation runs through `operate`. */
export function faultyD1(db: D1Database, operate: <R>(work: () => Promise<R>) => Promise<R>): D1Database {
  const statement = (real: D1PreparedStatement): D1PreparedStatement =>
    ({
      real,
      bind: (...values: unknown[]) => statement(real.bind(...values)),
      first: (...args: []) => operate(() => real.first(...args)),
      all: () => operate(() => real.all()),
      run: () => operate(() => real.run()),
      raw: (...args: []) => operate(() => real.raw(...args)),
    }) as unknown as D1PreparedStatement
  return {
    prepare: (sql: string) => statement(db.prepare(sql)),
    batch: (statements: { real: D1PreparedStatement }[]) =>
      operate(() => db.batch(statements.map(({ real }) => real))),
  } as unknown as D1Database
}
