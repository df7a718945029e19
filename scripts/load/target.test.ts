import { expect, test } from 'vitest'
import { type LoadableD1, retryWhenLocked } from './target.ts'

/** A database that is locked this many times before each answer. */
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
    run: (statements) => answer(`batch of ${statements.length}`, [] as object[][]),
  }
  return { db, log }
}

test('[audit B9] a locked database is called until it answers, and each batch runs once', async () => {
  const { db, log } = locked(12)
  const waits: number[] = []
  const retrying = retryWhenLocked(db, async (ms) => waits.push(ms))
  await retrying.run(['a', 'b'])
  await retrying.query('select')
  expect(log).toEqual(['batch of 2', 'select'])
  expect(waits).toHaveLength(24)
})

test('[audit B9] a database that stays locked for a minute is one line of advice', async () => {
  const { db, log } = locked(Number.POSITIVE_INFINITY)
  let waited = 0
  const retrying = retryWhenLocked(db, async (ms) => {
    waited += ms
  })
  await expect(retrying.run([])).rejects.toThrow('Stop the running shop')
  expect(log).toEqual([])
  expect(waited).toBeGreaterThan(60_000)
})

test('another failure is not retried', async () => {
  let calls = 0
  const fail = async () => {
    calls += 1
    throw new Error('no such table: product')
  }
  await expect(retryWhenLocked({ query: fail, run: fail }).run([])).rejects.toThrow('no such')
  expect(calls).toBe(1)
})
