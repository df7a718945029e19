import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import { loadFixture } from '../catalog/index/testing/catalog.fixture.ts'
import { cachedOffer } from './offer-cache.sql.ts'

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
})

test('[D1] a cached SKU, known or unknown, needs no read of D1 for five seconds', async () => {
  const read = vi.spyOn(env.DB, 'prepare')
  const first = await cachedOffer(env.DB, 'TL-1001', 0)
  expect(first?.offer.product.sku).toBe('TL-1001')
  expect(await cachedOffer(env.DB, 'NOPE', 0)).toBeNull()
  const reads = read.mock.calls.length
  expect(reads).toBeGreaterThan(0)
  expect(await cachedOffer(env.DB, 'TL-1001', 4_999)).toBe(first)
  expect(await cachedOffer(env.DB, 'NOPE', 4_999)).toBeNull()
  expect(read.mock.calls.length).toBe(reads)
  await cachedOffer(env.DB, 'TL-1001', 5_000)
  expect(read.mock.calls.length).toBeGreaterThan(reads)
})

test('a changed price is read after five seconds', async () => {
  const before = await cachedOffer(env.DB, 'TL-1003', 10_000)
  await env.DB.prepare("update product set price = 1 where sku = 'TL-1003'").run()
  expect((await cachedOffer(env.DB, 'TL-1003', 12_000))?.offer.product.price).toBe(
    before?.offer.product.price,
  )
  expect((await cachedOffer(env.DB, 'TL-1003', 15_000))?.offer.product.price).toBe(1)
})

test('[D1] while one request reads the offer again, other requests use the cached offer, unless it is too old', async () => {
  const first = await cachedOffer(env.DB, 'TL-2001', 20_000)
  const read = vi.spyOn(env.DB, 'prepare')
  const reads = async (now: number) => {
    read.mockClear()
    const answers = await Promise.all([1, 2, 3].map(() => cachedOffer(env.DB, 'TL-2001', now)))
    expect(answers.map((found) => found?.offer.product.sku)).toEqual(Array(3).fill(first?.offer.product.sku))
    return read.mock.calls.length
  }
  const one = await reads(25_000)
  expect(one).toBeGreaterThan(0)
  expect(await reads(40_000)).toBe(3 * one)
})

test('[audit C6] after the clock was set back, an offer counts as old, not as new', async () => {
  const hour = 3_600_000
  await cachedOffer(env.DB, 'TL-1001', 2 * hour)
  await env.DB.prepare("update product set price = 2 where sku = 'TL-1001'").run()
  expect((await cachedOffer(env.DB, 'TL-1001', hour))?.offer.product.price).toBe(2)
})
