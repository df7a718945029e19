import { applyD1Migrations, createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import { app } from '../../app.ts'
import { PageNotes } from '../../platform/cache/page-notes.ts'
import { loadFixture } from '../index/testing/catalog.fixture.ts'

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
})

test('[H1] a listing request reads the change feed once and uses each level of the page cache once', async () => {
  // Each clock reading is later than the maximum age of the feed, so every use of the feed is a read.
  let now = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => (now += 11_000))
  const statements = vi.spyOn(env.DB, 'prepare')
  const match = vi.spyOn(caches.default, 'match')
  const put = vi.spyOn(caches.default, 'put')
  const notes = (['tag', 'count', 'skip'] as const).map((note) => vi.spyOn(PageNotes.prototype, note))
  const context = createExecutionContext()
  const response = await app.request('https://shop.example/t/c/used', {}, env, context)
  expect(await response.text()).toContain('TL-')
  expect(response.headers.get('X-Page-Cache')).toBe('made')
  await waitOnExecutionContext(context)
  expect(statements.mock.calls.filter(([sql]) => sql.includes('FROM stock_pulse'))).toHaveLength(1)
  const isPage = ([key]: readonly [RequestInfo | URL, ...unknown[]]) =>
    new Request(key).url.endsWith('/t/c/used')
  expect(match.mock.calls.filter(isPage)).toHaveLength(1)
  expect(put.mock.calls.filter(isPage)).toHaveLength(1)
  // The pools of the cards, and the list itself.
  expect(notes.map((note) => note.mock.calls.length)).toEqual([2, 1, 0])
  vi.restoreAllMocks()
})
