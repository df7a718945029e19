import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { Hono } from 'hono'
import { beforeAll, expect, test } from 'vitest'
import type { FittingList } from '../../../schema/catalog/vehicle/fitting.api.ts'
import type { Reply } from '../../../schema/platform/http/reply.api.ts'
import type { AppEnv } from '../../env.ts'
import { pageCache } from '../../platform/cache/page-cache.ts'
import { loadFixture } from '../index/testing/catalog.fixture.ts'
import { extFittingApi } from './fitting.api.ts'

const app = new Hono<AppEnv>().use(pageCache()).route('/api/ext', extFittingApi)
const context = { waitUntil() {}, passThroughOnException() {}, props: {} }

async function ask(path: string, query: string, ...fits: string[]): Promise<Reply<FittingList>> {
  const fields = new URLSearchParams({ path, query })
  for (const fit of fits) fields.append('fit', fit)
  const address = `https://shop.test/api/ext/fitting?${fields}`
  return (await app.request(address, {}, { ...env }, context)).json()
}

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
})

test('[H9] a list says how much of it fits, and leads to it and back', async () => {
  const { result } = await ask('/t', '', 'fit-225-45r17-91-v')
  expect(result.fitting).toBeGreaterThan(0)
  expect(result.total).toBeGreaterThan(result.fitting)
  expect(result).toMatchObject({ href: '/t?size=fit-225-45r17-91-v', isNarrowed: false })
  const narrowed = await ask('/t', '?size=fit-225-45r17-91-v', 'fit-225-45r17-91-v')
  expect(narrowed.result).toEqual({ ...result, href: '/t', isNarrowed: true })
  const winter = await ask('/t', 'seasons=winter', 'fit-225-45r17-91-v', 'fit-215-60r16-99-h')
  expect(winter.result).toMatchObject({ fitting: winter.result.total, isNarrowed: false })
})

test('[H9] no tire of another size fits, and a list of its size is narrowed by load and speed', async () => {
  expect((await ask('/t/s/235-65r17', '', 'fit-225-45r17-91-v')).result).toMatchObject({
    fitting: 0,
    href: '/t/s/235-65r17',
    isNarrowed: false,
  })
  expect((await ask('/t/s/225-45r17', '', 'fit-225-45r17-91-v')).result.href).toBe(
    '/t/s/225-45r17?size=fit-225-45r17-91-v',
  )
})

test('[H9] unknown lists and values are refused', async () => {
  for (const [path, fit] of [
    ['/t/c/none', 'fit-225-45r17-91-v'],
    ['/cart/', 'fit-225-45r17-91-v'],
    ['', 'fit-225-45r17-91-v'],
    ['/t', '225-45r17'],
    ['/t', "fit-'-91-v"],
    ['/t', 'fit-call-now-any-any'],
  ] as const)
    expect((await ask(path, '', fit)).code, `${path} ${fit}`).toBe(404)
})
