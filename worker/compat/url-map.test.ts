import { applyD1Migrations, createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { app } from '../app.ts'
import { loadFixture } from '../catalog/index/testing/catalog.fixture.ts'
import { loadLandings } from '../catalog/index/testing/landings.fixture.ts'

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
  await loadLandings(env.DB)
})
afterEach(() => {
  vi.restoreAllMocks()
})

const ask = async (path: string, init: RequestInit = {}, bindings = env): Promise<Response> =>
  app.request(`https://shop.example${path}`, init, bindings, createExecutionContext())
const redirectOf = async (path: string) => {
  const response = await ask(path)
  return [response.status, response.headers.get('Location')]
}

const VELO = 'halden-velo-sport-225-45r17-94w-tl-1002'

test.each([
  ['a category by its path', '/used-tires/used-summer', '/c/used-summer'],
  ['a text by its old identifier', '/return-policy-2019', '/return-policy/'],
  ['a text', '/tire-lesson?utm_source=mail', '/i/read-a-tire?utm_source=mail'],
  ['a landing', '/cold', '/landing/winter'],
  ['a landing at a fixed route', '/chicago', '/USA/Illinois/Chicago/'],
  ['an address that moved', '/old/page', '/t/b/halden'],
  ['a product by its url_path', `/${VELO}`, `/p/TL-1002/${VELO}`],
  ['a variant in the path', `/${VELO}/TL-1002-2`, `/p/TL-1002/${VELO}/TL-1002-2`],
  ['a variant in a parameter', `/${VELO}?childSku=TL-1002-4`, `/p/TL-1002/${VELO}/TL-1002-4`],
  ['upper case', '/OLD/Page', '/t/b/halden'],
])('[A4] [A6] %s: %s is redirected to %s', async (_, path, target) => {
  expect(await redirectOf(path)).toEqual([301, target])
})

test('[A6] a slash at the end is removed before the path is mapped', async () => {
  expect(await redirectOf('/old/page/')).toEqual([301, '/old/page'])
  expect(await redirectOf('/used-tires/used-summer/')).toEqual([301, '/used-tires/used-summer'])
})

test.each([
  ['nothing', '/nobody/home'],
  ['a closed category', '/closed'],
  ['a hidden landing', '/hidden'],
  ['itself', '/loop'],
  ['a variant of another product', `/${VELO}/TL-2001-1`],
  ['bad bytes', '/%E0%A4%A'],
])('[A6] a path that is mapped to %s is not found', async (_, path) => {
  const response = await ask(path)
  expect(response.status).toBe(404)
  expect(await response.text()).toContain('404 Page Not Found')
})

test('[A6] a path without a mapping is logged once and read from D1 once, however often it is requested', async () => {
  const log = vi.spyOn(console, 'warn').mockReturnValue()
  const prepare = vi.spyOn(env.DB, 'prepare')
  await ask('/wp-login.php')
  expect(log).toHaveBeenCalledWith('No mapping found', 'wp-login.php')
  prepare.mockClear()
  await ask('/wp-login.php')
  await ask('/wp-login.php?again')
  expect(log).toHaveBeenCalledTimes(1)
  expect(prepare.mock.calls.filter(([sql]) => sql.includes('url_map'))).toEqual([])
})

test('paths of the API and POST requests are not mapped', async () => {
  expect((await ask('/api/old/page')).headers.get('content-type')).toContain('json')
  expect((await ask('/old/page', { method: 'POST' })).status).toBe(404)
})

test('[A3] the configuration decides the form of the address of a variant', async () => {
  const response = await ask(`/${VELO}/TL-1002-2`, {}, { ...env, CHILD_SKU: 'query' } as typeof env)
  expect(response.headers.get('Location')).toBe(`/p/TL-1002/${VELO}?childSku=TL-1002-2`)
})

test('[A4] the map can be turned off', async () => {
  await env.DB.batch([
    env.DB.prepare("insert into config (path, value) values ('catalog/url_dispatcher', '0')"),
    env.DB.prepare(
      "insert into url_map (url, type, target_id, location) values ('late', 'redirect', 0, '/t')",
    ),
  ])
  expect((await ask('/late')).status).toBe(404)
})
