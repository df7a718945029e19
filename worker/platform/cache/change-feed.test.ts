import { expect, test, vi } from 'vitest'
import { getChangeFeed, isFresh, recentChangeFeed } from './change-feed.ts'
import { loadStoredFeed } from './stored-change-feed.ts'

type Events = [id: number, stockSku: string][]

/** A database whose queries the test resolves, in any order. */
function slowDatabase() {
  const pending: ((events: Events) => void)[] = []
  const statement = { bind: () => statement }
  const batch = () =>
    new Promise((resolve) => {
      pending.push((events) =>
        resolve([
          { results: [{ value: '1' }] },
          { results: events.map(([id, sku]) => ({ id, stock_sku: sku })) },
        ]),
      )
    })
  return { db: { prepare: () => statement, batch } as unknown as D1Database, pending }
}

test('reads that end in another order than they began never lose a stock event', async () => {
  const { db, pending } = slowDatabase()
  const now = Date.UTC(2026, 10, 20, 12)
  const noBackground = () => {}
  const first = getChangeFeed(db, now, noBackground)
  pending[0]?.([[10, 'POOL-1']])
  await first

  const later = now + 60_000
  const slow = getChangeFeed(db, later, noBackground)
  const quick = getChangeFeed(db, later, noBackground)
  pending[2]?.([
    [11, 'POOL-2'],
    [12, 'POOL-3'],
  ])
  await quick
  pending[1]?.([[11, 'POOL-2']])
  await slow

  const state = recentChangeFeed(later)
  if (!state) throw new Error('the change feed was just read')
  expect(state.at).toBe(12)
  expect(isFresh(state, 11, ['POOL-3'])).toBe(false)
  expect(isFresh(state, 11, ['POOL-1'])).toBe(true)
})

test('two first reads of a new isolate keep the events of both', async () => {
  vi.resetModules()
  const fresh = await import('./change-feed.ts')
  const { db, pending } = slowDatabase()
  const now = Date.UTC(2026, 10, 20, 12)
  const [slow, quick] = [fresh.getChangeFeed(db, now, () => {}), fresh.getChangeFeed(db, now, () => {})]
  pending[1]?.([
    [11, 'POOL-2'],
    [12, 'POOL-3'],
  ])
  await quick
  pending[0]?.([[11, 'POOL-2']])
  expect(fresh.isFresh(await slow, 11, ['POOL-3'])).toBe(false)
})

test('[B6] at 12.01AM in Chicago the version changes, so that no landing shows an old date', async () => {
  const version = async (at: string) => {
    const { db, pending } = slowDatabase()
    const read = getChangeFeed(db, Date.parse(at), () => {})
    pending[0]?.([])
    return (await read).version
  }
  // A Saturday and a Sunday: the shipping day stays the same.
  const evening = await version('2026-11-22T05:58:00Z')
  const midnight = await version('2026-11-22T06:00:00Z')
  const after = await version('2026-11-22T06:01:00Z')
  expect(midnight).toBe(evening)
  expect(after).not.toBe(evening)
})

test('a read that a request waited for is stored for isolates that start during an outage of D1', async () => {
  const { db, pending } = slowDatabase()
  const work: Promise<unknown>[] = []
  // In a shop with few requests, each request comes long after the one before.
  const read = getChangeFeed(db, Date.UTC(2026, 10, 25, 12), (promise) => void work.push(promise))
  pending[0]?.([[30, 'POOL-9']])
  const { version } = await read
  await Promise.all(work)
  expect(await loadStoredFeed()).toMatchObject({ version, at: 30 })
})
