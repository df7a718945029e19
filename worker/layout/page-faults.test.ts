import { applyD1Migrations, createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import { OUTAGE_MESSAGES } from '../../schema/platform/outbound/outage.ts'
import { app } from '../app.ts'
import { loadFixture } from '../catalog/index/testing/catalog.fixture.ts'

let isAway = false
const DB = new Proxy(env.DB, {
  get(target, name) {
    const value = Reflect.get(target, name)
    if (typeof value !== 'function') return value
    return (...args: unknown[]) => {
      if (isAway) throw new Error('D1 is away, table secret_stuff')
      return value.apply(target, args)
    }
  },
})

const read = async (path: string, init: RequestInit = {}) => {
  const context = createExecutionContext()
  const response = await app.request(`https://shop.example${path}`, init, { ...env, DB }, context)
  const text = await response.text()
  await waitOnExecutionContext(context)
  return { status: response.status, text, headers: response.headers }
}

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
})

test('[A11] [H1] during an outage of D1 cached pages are served, other requests are uncached errors, and later all work again', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  await read('/t/c/used')
  const LOT = '/p/TL-1002/halden-velo-sport-225-45r17-94w-tl-1002'
  isAway = true
  expect((await read('/t/c/used')).status).toBe(200)
  for (const path of ['/reviews/', '/i/read-a-tire']) {
    const broken = await read(path)
    expect([path, broken.status, broken.headers.get('cache-control')]).toEqual([
      path,
      503,
      'private, no-store',
    ])
    expect(broken.text).toContain(OUTAGE_MESSAGES.database)
    expect(broken.headers.get('retry-after')).toBe('30')
    expect(broken.text).not.toContain('secret_stuff')
  }
  // The begin of these pages comes from memory and has been sent when the database fails.
  for (const path of ['/t/c/new', LOT]) {
    const broken = await read(path)
    expect([path, broken.status]).toEqual([path, 200])
    expect(broken.text).toContain(OUTAGE_MESSAGES.database)
    expect(broken.text).not.toContain('secret_stuff')
  }
  const query = { _appliedFilters: [{ attribute: 'sku', value: { eq: 'TL-1001' }, scope: 'default' }] }
  const calls: [path: string, init?: RequestInit][] = [
    ['/api/catalog', { method: 'POST', body: JSON.stringify({ type: 'product', searchQuery: query }) }],
    ['/api/url/map', { method: 'POST', body: '{"url":"t/c/new"}' }],
    ['/api/product/render-list?skus=TL-1001'],
    ['/api/ext/suggest?q=halden'],
  ]
  for (const [path, init] of calls) {
    const broken = await read(path, init)
    expect(broken.text).not.toContain('secret_stuff')
    expect(broken.status, path).toBeGreaterThanOrEqual(500)
    expect(JSON.parse(broken.text)).toMatchObject({ code: broken.status })
  }
  isAway = false
  for (const path of ['/t/c/new', LOT, '/reviews/']) expect((await read(path)).status, path).toBe(200)
  for (const [path, init] of calls) expect((await read(path, init)).status, path).toBe(200)
  log.mockRestore()
})
