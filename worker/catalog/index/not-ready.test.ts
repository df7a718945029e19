/** Pages and API calls of a new shop, or of a shop with a lost snapshot, while its index is being built. */
import { applyD1Migrations, createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { OUTAGE_MESSAGES } from '../../../schema/platform/outbound/outage.ts'
import { app } from '../../app.ts'
import { loadFixture } from './testing/catalog.fixture.ts'

let release = () => {}
const gate = new Promise<void>((resolve) => {
  release = resolve
})
/** A KV that stores a snapshot only after the test calls `release`. */
const KV = new Proxy(env.KV, {
  get: (target, name) => {
    const value = Reflect.get(target, name)
    if (typeof value !== 'function') return value
    return (...args: unknown[]) =>
      name === 'put' ? gate.then(() => value.apply(target, args)) : value.apply(target, args)
  },
})
/** A queue that delivers nothing: the shop's queue would build the index beside the test. */
const REBUILD = { send: () => Promise.resolve() }
const context = createExecutionContext()
const work: Promise<unknown>[] = []
vi.spyOn(context, 'waitUntil').mockImplementation((task) => {
  work.push(Promise.resolve(task))
})

const read = async (path: string, init: RequestInit = {}) => {
  const response = await app.request(`https://shop.example${path}`, init, { ...env, KV, REBUILD }, context)
  return { status: response.status, text: await response.text(), headers: response.headers }
}

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
  vi.spyOn(console, 'error').mockReturnValue()
})
afterAll(() => {
  vi.restoreAllMocks()
})

const search = {
  method: 'POST',
  body: JSON.stringify({
    type: 'product',
    searchQuery: {
      _appliedFilters: [{ attribute: 'sku', value: { eq: 'TL-1001' }, scope: 'default' }],
    },
  }),
}
const PAGES = ['/', '/t/c/used', '/t/s/225-45r17', '/search?q=halden+used+tire', '/sizes/']
const CALLS: [path: string, init?: RequestInit][] = [
  ['/api/ext/suggest?q=halden'],
  ['/api/ext/finder'],
  ['/api/catalog', search],
]

test('[audit C6] [G8] during the build pages and API calls answer 503 at once with a retry, and work afterward', async () => {
  const began = Date.now()
  for (const path of PAGES) {
    const { status, text, headers } = await read(path)
    expect([path, status, headers.get('retry-after'), headers.get('refresh')]).toEqual([path, 503, '5', '5'])
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(text).toContain(OUTAGE_MESSAGES.catalog)
    expect(text).toContain('312-555-0142')
  }
  for (const [path, init] of CALLS) {
    const { status, text, headers } = await read(path, init)
    expect([path, status, headers.get('retry-after')]).toEqual([path, 503, '5'])
    expect(JSON.parse(text)).toEqual({ code: 503, result: OUTAGE_MESSAGES.catalog })
  }
  // Only the first request waited.
  expect(Date.now() - began).toBeLessThan(6_000)
  // Pages that need no index work.
  for (const [path, status] of [
    ['/p/TL-1002/halden-velo-sport-225-45r17-94w-tl-1002', 200],
    ['/cart/', 200],
    ['/nothing-here', 404],
  ] as const)
    expect([path, (await read(path)).status]).toEqual([path, status])
  release()
  await vi.waitFor(async () => expect((await read('/')).status).toBe(200))
  // A search may redirect to the page of the size or brand that it names.
  for (const path of PAGES) expect((await read(path)).status, path).toBeLessThan(400)
  for (const [path, init] of CALLS) expect([path, (await read(path, init)).status]).toEqual([path, 200])
  await Promise.all(work)
})
