/** The first moments of a shop, or of one whose snapshot was lost: no index of what is for sale, and one that takes long. */
import { applyD1Migrations, createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { OUTAGE_MESSAGES } from '../../../schema/platform/outbound/outage.ts'
import { app } from '../../app.ts'
import { loadFixture } from './testing/catalog.fixture.ts'

let comes = () => {}
const gate = new Promise<void>((resolve) => {
  comes = resolve
})
/** Stores a snapshot only when the test says so. */
const KV = new Proxy(env.KV, {
  get: (target, name) => {
    const value = Reflect.get(target, name)
    if (typeof value !== 'function') return value
    return (...given: unknown[]) =>
      name === 'put' ? gate.then(() => value.apply(target, given)) : value.apply(target, given)
  },
})
const context = createExecutionContext()
const work: Promise<unknown>[] = []
vi.spyOn(context, 'waitUntil').mockImplementation((one) => {
  work.push(Promise.resolve(one))
})

const read = async (path: string, init: RequestInit = {}) => {
  const response = await app.request(`https://shop.example${path}`, init, { ...env, KV }, context)
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

test('[audit C6] [G8] while the index is built pages and calls say so at once and come again; then all is well', async () => {
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
  // Only the first of all of them waited.
  expect(Date.now() - began).toBeLessThan(6_000)
  // What needs no index works.
  for (const [path, status] of [
    ['/p/TL-1002/halden-velo-sport-225-45r17-94w-tl-1002', 200],
    ['/cart/', 200],
    ['/nothing-here', 404],
  ] as const)
    expect([path, (await read(path)).status]).toEqual([path, status])
  comes()
  await vi.waitFor(async () => expect((await read('/')).status).toBe(200))
  // A query may lead to the page that it names.
  for (const path of PAGES) expect((await read(path)).status, path).toBeLessThan(400)
  for (const [path, init] of CALLS) expect([path, (await read(path, init)).status]).toEqual([path, 200])
  await Promise.all(work)
})
