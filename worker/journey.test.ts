import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { MINUTE_MS } from '../schema/platform/duration.ts'
import { app } from './app.ts'
import { addToCart } from './cart/update-cart.ts'
import { rebuildCatalog } from './catalog/index/build/rebuild.ts'
import { loadFixture } from './catalog/index/testing/catalog.fixture.ts'
import type { Env } from './env.ts'
import { newQuoteId } from './identity/session/cart-id.ts'
import { makeJourney } from './journey.ts'
import { RecordedPoints } from './platform/testing/data-points.harness.ts'

const NOW = 1_800_000_000_000
let points = new RecordedPoints()

beforeEach(() => {
  points = new RecordedPoints()
})
afterEach(() => {
  vi.restoreAllMocks()
})
beforeAll(() => applyD1Migrations(env.DB, env.TEST_MIGRATIONS))

const make = (more: object = {}, now = NOW) =>
  makeJourney({ ...env, METRICS: points, ...more } as unknown as Env, now)
const stored = async () =>
  (await env.DB.prepare('SELECT minute, journey FROM cron_minute ORDER BY minute').all()).results
const QUOTE_ID = newQuoteId(env.CART_SECRET, (bytes) => new Uint8Array(bytes))
const cart = () => env.CART.getByName(QUOTE_ID).read()

test('[H12] a shop without products has no journey', async () => {
  await make()
  expect(await stored()).toEqual([])
  expect(points.raw).toEqual([])
})

test('[H12] a journey ends with an empty cart and is one point; nothing else is counted or limited', async () => {
  await loadFixture(env.DB)
  await rebuildCatalog(env, Date.now())
  // Later than the time for which the empty list is known.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * MINUTE_MS })
  const denied = { limit: async () => expect.fail('a journey is not limited') }
  const limits = { EVENT_LIMIT: denied, FORM_LIMIT: denied, ORDER_LIMIT: denied }
  const counts = { COUNTS: { send: async () => expect.fail('a journey is not counted') } }
  const calls = vi.spyOn(app, 'fetch')
  await make({ ...limits, ...counts })
  for (const [, bindings] of calls.mock.calls) {
    const { COUNTS, METRICS } = bindings as Env
    await COUNTS.send({ day: '2026-11-22', events: [] })
    expect(METRICS).toBeUndefined()
  }
  await make({ ...limits, ...counts }, NOW + 5 * MINUTE_MS)
  expect(points.raw.map(({ blobs }) => blobs[0])).toEqual(['journey', 'journey'])
  expect(points.of('journey')).toMatchObject([{ outcome: 'ok' }, { outcome: 'ok' }])
  expect(await cart()).toMatchObject({ lines: [] })
  // Both journeys changed the same cart, each twice.
  expect((await cart())?.version).toBe(5)
  expect(await stored()).toEqual([
    { minute: NOW / MINUTE_MS, journey: 'ok' },
    { minute: NOW / MINUTE_MS + 5, journey: 'ok' },
  ])
})

test('[H12] a journey that fails names its step, and the next one is not hindered by it', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const later = NOW + 10 * MINUTE_MS
  await make({ CART: { getByName: () => expect.fail('the object is away') } }, later)
  expect(points.of('journey')).toMatchObject([{ outcome: 'add' }])
  await make({}, later + 5 * MINUTE_MS)
  expect((await stored()).slice(2)).toMatchObject([{ journey: 'add' }, { journey: 'ok' }])
})

test('[H12] what an interrupted journey left in the cart is removed by the next one', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const line = { sku: 'CG-1', parentSku: null, option: null, qty: 1, mutationId: null }
  expect(await addToCart(env, QUOTE_ID, line, Date.now())).toMatchObject({ ok: true })
  const { fetch } = app
  const interrupted = vi
    .spyOn(app, 'fetch')
    .mockImplementation(async (request, ...more) =>
      request.url.includes('/api/cart/delete')
        ? Response.json({ code: 503, result: 'away' })
        : fetch(request, ...more),
    )
  await make({}, NOW + 20 * MINUTE_MS)
  expect(points.of('journey')).toMatchObject([{ outcome: 'add' }])
  expect((await cart())?.lines).toHaveLength(1)
  interrupted.mockRestore()
  await make({}, NOW + 25 * MINUTE_MS)
  expect(points.of('journey').at(-1)).toMatchObject({ outcome: 'ok' })
  expect((await cart())?.lines).toEqual([])
})

test('[H12] an empty list is a failure of a shop that has products', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const { fetch } = app
  vi.spyOn(app, 'fetch').mockImplementation(async (request, ...more) =>
    new URL(request.url).pathname === '/t' ? new Response('<main>No tires.</main>') : fetch(request, ...more),
  )
  await make({}, NOW + 30 * MINUTE_MS)
  expect(points.of('journey')).toMatchObject([{ outcome: 'list' }])
})
