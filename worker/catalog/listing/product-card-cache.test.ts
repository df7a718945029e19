import { applyD1Migrations, createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { app } from '../../app.ts'
import type { ChangeFeed } from '../../platform/cache/change-feed.ts'
import { FIXTURE_NOW, FIXTURE_SPECIAL_ENDS, loadFixture } from '../index/testing/catalog.fixture.ts'
import { cardsById } from './product-card-cache.tsx'

const idOf = async (sku: string) =>
  (await env.DB.prepare('select id from product where sku = ?').bind(sku).first<{ id: number }>())?.id ?? 0

const state = (version: string, at = 1): ChangeFeed => ({
  version,
  catalog: version,
  snapshot: null,
  closed: [],
  at,
  changed: new Map(),
  products: new Map(),
  productsAt: 0,
  lists: new Map(),
  completeFrom: 0,
  unverifiableUpTo: -1,
  isOutage: false,
})

/** Renders a page without the page cache. */
async function renderUncached(path: string): Promise<string> {
  const context = createExecutionContext()
  const headers = { Authorization: 'Bearer null' }
  const response = await app.request(`https://shop.example${path}`, { headers }, env, context)
  const text = await response.text()
  await waitOnExecutionContext(context)
  return text
}

const cardOf = (page: string, lot: string) =>
  page.split('<li class="card"').find((card) => card.includes(`/p/${lot}/`)) ?? ''

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
})
afterEach(() => {
  vi.restoreAllMocks()
})

test('[H1] after a sale the next change feed updates the card of the sold unit', async () => {
  let clock = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => clock)
  expect(cardOf(await renderUncached('/t/s/225-45r17'), 'TL-1002')).toContain('value="TL-1002-4"')
  await env.DB.batch([
    env.DB.prepare("update stock set qty = 2 where stock_sku = 'TL-1002'"),
    env.DB.prepare("insert into stock_pulse (stock_sku, at) values ('TL-1002', ?)").bind(clock),
  ])
  clock += 2_001
  // This request finds the change feed too old and refreshes it in the background.
  await renderUncached('/t')
  const card = cardOf(await renderUncached('/t/s/225-45r17?sort=final_price:asc'), 'TL-1002')
  expect(card).toContain('value="TL-1002-2"')
  expect(card).not.toContain('value="TL-1002-4"')
})

test('[H1] after ten idle seconds a list reads the change feed before it shows a card', async () => {
  let clock = Date.now() + 60_000
  vi.spyOn(Date, 'now').mockImplementation(() => clock)
  expect(cardOf(await renderUncached('/t/s/225-45r17'), 'TL-4001')).toContain('value="TL-4001-4"')
  await env.DB.batch([
    env.DB.prepare("update stock set qty = 0 where stock_sku = 'TL-4001'"),
    env.DB.prepare("insert into stock_pulse (stock_sku, at) values ('TL-4001', ?)").bind(clock),
  ])
  clock += 10_000
  expect(cardOf(await renderUncached('/t/s/225-45r17'), 'TL-4001')).toBe('')
})

test('[H1] a card is read again for a new version of the catalog, and when the feed forgot its pool', async () => {
  const ids = [await idOf('TL-1001')]
  const [before] = await cardsById(env.DB, { ids }, state('first'), FIXTURE_NOW)
  await env.DB.prepare("update product set price = 6300, final_price = 6300 where sku = 'TL-1001'").run()
  const [cached] = await cardsById(env.DB, { ids }, state('first', 9), FIXTURE_NOW)
  expect(cached?.html).toBe(before?.html)
  const forgot = { ...state('first', 9), unverifiableUpTo: 1 }
  expect((await cardsById(env.DB, { ids }, forgot, FIXTURE_NOW))[0]?.html).toContain('$63.00')
  await env.DB.prepare("update product set price = 6400, final_price = 6400 where sku = 'TL-1001'").run()
  expect((await cardsById(env.DB, { ids }, state('second'), FIXTURE_NOW))[0]?.html).toContain('$64.00')
})

test('[H1] [C10] a cached card shows a special price until the moment it ends', async () => {
  const ids = [await idOf('TL-1006')]
  const cardAt = async (now: number) => (await cardsById(env.DB, { ids }, state('specials'), now))[0]?.html
  expect(await cardAt(FIXTURE_NOW)).toContain('$56.00')
  expect(await cardAt(FIXTURE_SPECIAL_ENDS)).toContain('$56.00')
  expect(await cardAt(FIXTURE_SPECIAL_ENDS + 1)).toContain('$70.00')
})

test('[H1] cached cards stay within their memory limit, and the latest cards remain', async () => {
  await env.DB.prepare("update product set model = ? where model = 'Frost 3'")
    .bind('long '.repeat(30_000))
    .run()
  const ids = [await idOf('TL-2002')]
  const sets = Array.from({ length: 60 }, (_, form) => [`form ${form}`])
  for (const form of sets) await cardsById(env.DB, { ids, sets: form }, state('many'), FIXTURE_NOW)
  // Sixty cards of 300 kB exceed the limit, so the first one is read again.
  const read = vi.spyOn(env.DB, 'prepare')
  await cardsById(env.DB, { ids, sets: ['form 0'] }, state('many'), FIXTURE_NOW)
  expect(read).toHaveBeenCalled()
  read.mockRestore()
  const unusedDb = { prepare: () => expect.fail('the card is in memory') } as unknown as D1Database
  const latest = { ids, sets: ['form 59'] }
  expect(await cardsById(unusedDb, latest, state('many'), FIXTURE_NOW)).toHaveLength(1)
})
