import { applyD1Migrations, createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { ISLANDS_PER_PAGE } from '../../client/app/islands-per-page.ts'
import { app } from '../app.ts'
import { loadFixture } from '../catalog/index/testing/catalog.fixture.ts'
import { loadLandings } from '../catalog/index/testing/landings.fixture.ts'

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
  await loadLandings(env.DB)
})

/** Reads a page with a token, so that the response is not from the cache. */
async function read(path: string): Promise<string> {
  const context = createExecutionContext()
  const headers = { Authorization: 'Bearer null' }
  const response = await app.request(`https://shop.example${path}`, { headers }, env, context)
  const text = await response.text()
  await waitOnExecutionContext(context)
  expect(response.status, path).toBeLessThan(500)
  return text
}

async function productPaths(): Promise<string[]> {
  const list = await read('/t')
  return [...new Set([...list.matchAll(/<h3[^>]*><a href="(\/p\/[^"]+)"/g)].map(([, href]) => href ?? ''))]
}

const LISTS = [
  '/t',
  '/t?condition=used&price_from=20&sort=final_price:asc',
  '/t/s/225-45r17',
  '/search?q=sport',
]

test('[H5] each kind of page has exactly the islands with which its weight is measured', async () => {
  const islands = async (paths: readonly string[]) => {
    const names = new Set<string>()
    for (const path of paths)
      for (const [, name = ''] of (await read(path)).matchAll(/ data-island="([^"]+)"/g)) names.add(name)
    return [...names].sort()
  }
  expect(await islands(['/'])).toEqual([...ISLANDS_PER_PAGE.home].sort())
  expect(await islands(LISTS)).toEqual([...ISLANDS_PER_PAGE.listing].sort())
  expect(await islands(await productPaths())).toEqual([...ISLANDS_PER_PAGE.product].sort())
})
