import { expect, test } from 'vitest'
import { type LoadableD1, patient } from './target.ts'

/** A database that is locked so many times before each answer. */
function locked(times: number) {
  const log: string[] = []
  let left = times
  const answer = async <T>(what: string, value: T): Promise<T> => {
    if (left > 0) {
      left -= 1
      throw new Error('D1_ERROR: database is locked: SQLITE_BUSY')
    }
    left = times
    log.push(what)
    return value
  }
  const db: LoadableD1 = {
    query: <Row>(sql: string) => answer(sql, [] as Row[]),
    run: (statements) => answer(`batch of ${statements.length}`, null),
  }
  return { db, log }
}

test('[audit B9] a database that a running shop holds is asked again until it answers, each batch counted once', async () => {
  const { db, log } = locked(12)
  const waits: number[] = []
  const calm = patient(db, async (ms) => waits.push(ms))
  await calm.run(['a', 'b'])
  await calm.query('select')
  expect(log).toEqual(['batch of 2', 'select'])
  expect(waits).toHaveLength(24)
})

test('[audit B9] one that stays locked for a minute is one line that says what to do', async () => {
  const { db, log } = locked(Number.POSITIVE_INFINITY)
  let waited = 0
  const calm = patient(db, async (ms) => {
    waited += ms
  })
  await expect(calm.run([])).rejects.toThrow('Stop the running shop')
  expect(log).toEqual([])
  expect(waited).toBeGreaterThan(60_000)
})

test('another failure is not repeated', async () => {
  let calls = 0
  const fail = async () => {
    calls += 1
    throw new Error('no such table: product')
  }
  await expect(patient({ query: fail, run: fail }).run([])).rejects.toThrow('no such')
  expect(calls).toBe(1)
})
