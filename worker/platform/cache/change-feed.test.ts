import { expect, test } from 'vitest'
import { getChangeFeed, isFresh, recentChangeFeed } from './change-feed.ts'
import { loadStoredFeed } from './stored-change-feed.ts'

type Events = [id: number, stockSku: string][]

/** A database whose answers come when the test says so, in the order it says. */
function slowDatabase() {
  const waiting: ((events: Events) => void)[] = []
  const statement = { bind: () => statement }
  const batch = () =>
    new Promise((resolve) => {
      waiting.push((events) =>
        resolve([
          { results: [{ value: '1' }] },
          { results: events.map(([id, sku]) => ({ id, stock_sku: sku })) },
        ]),
      )
    })
  return { db: { prepare: () => statement, batch } as unknown as D1Database, waiting }
}

test('reads that end in another order than they began never forget a sale', async () => {
  const { db, waiting } = slowDatabase()
  const now = Date.UTC(2026, 10, 20, 12)
  const nothing = () => {}
  const first = getChangeFeed(db, now, nothing)
  waiting[0]?.([[10, 'POOL-1']])
  await first

  const later = now + 60_000
  const slow = getChangeFeed(db, later, nothing)
  const quick = getChangeFeed(db, later, nothing)
  waiting[2]?.([
    [11, 'POOL-2'],
    [12, 'POOL-3'],
  ])
  await quick
  waiting[1]?.([[11, 'POOL-2']])
  await slow

  const state = recentChangeFeed(later)
  if (!state) throw new Error('the change feed was just read')
  expect(state.at).toBe(12)
  expect(isFresh(state, 11, ['POOL-3'])).toBe(false)
  expect(isFresh(state, 11, ['POOL-1'])).toBe(true)
})

test('[B6] at 12.01AM in Chicago every page becomes another, so that no landing prints an old date', async () => {
  const version = async (at: string) => {
    const { db, waiting } = slowDatabase()
    const read = getChangeFeed(db, Date.parse(at), () => {})
    waiting[0]?.([])
    return (await read).version
  }
  // A Saturday and a Sunday: the shipping day stays the same.
  const evening = await version('2026-11-22T05:58:00Z')
  const midnight = await version('2026-11-22T06:00:00Z')
  const after = await version('2026-11-22T06:01:00Z')
  expect(midnight).toBe(evening)
  expect(after).not.toBe(evening)
})

test('a read that a request waited for is there for isolates that start while D1 is away', async () => {
  const { db, waiting } = slowDatabase()
  const work: Promise<unknown>[] = []
  // A quiet shop: every request comes long after the one before.
  const read = getChangeFeed(db, Date.UTC(2026, 10, 25, 12), (one) => void work.push(one))
  waiting[0]?.([[30, 'POOL-9']])
  const { version } = await read
  await Promise.all(work)
  expect(await loadStoredFeed()).toMatchObject({ version, at: 30 })
})
