import { applyD1Migrations, createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { Hono } from 'hono'
import { beforeAll, expect, test, vi } from 'vitest'
import type { AppEnv } from '../../env.ts'
import { cacheablePages, cacheKey, pageCache, serveFromMemory } from './page-cache.ts'

let renders = 0
let clock = 1_000_000_000_000

const app = new Hono<AppEnv>()
app.use(pageCache())
app.use(async (c, next) => {
  await next()
  c.res.headers.set('X-Guard', 'passed')
})
app.get('/call', (c) => c.text(`${++renders}`))
app.use(cacheablePages())
app.get('/t/page', (c) => {
  renders += 1
  c.var.pageCache.tag(['POOL-1'])
  return c.html(`<p>${renders}</p>`)
})
app.get('/counting', (c) => {
  c.var.pageCache.count()
  return c.html(`<p>${++renders}</p>`)
})
app.get('/passing', (c) => {
  c.var.pageCache.skip()
  return c.html(`<p>${++renders}</p>`)
})
app.get('/private', (c) => c.html(`<p>${++renders}</p>`, 200, { 'Cache-Control': 'private, no-store' }))
app.get('/cookie', (c) => c.html(`<p>${++renders}</p>`, 200, { 'Set-Cookie': 'a=b' }))
app.get('/contacts/', (c) => c.json(c.req.query()))
app.get('/missing', (c) => c.html(`<p>${++renders}</p>`, 404))

async function get(path: string, headers: Record<string, string> = {}) {
  const context = createExecutionContext()
  const response = await app.request(`https://shop.example${path}`, { headers }, env, context)
  const text = await response.text()
  await waitOnExecutionContext(context)
  return { text, level: response.headers.get('X-Page-Cache'), response }
}

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  vi.spyOn(Date, 'now').mockImplementation(() => clock)
})

test('a page is rendered once and then served from memory, for every order of its parameters', async () => {
  const first = await get('/t/page?a=1&b=2')
  expect(first.level).toBe('made')
  const second = await get('/t/page?b=2&a=1&utm_source=x')
  expect(second).toMatchObject({ level: 'memory', text: first.text })
  expect(second.response.headers.get('Cache-Control')).toBe('public, max-age=0, must-revalidate')
})

test('memory responds before the app, with the headers that the middleware set on the page', async () => {
  const fromMemory = (headers: Record<string, string> = {}, method = 'GET') =>
    serveFromMemory(new Request('https://shop.example/t/page?before', { headers, method }))?.response ?? null
  expect(fromMemory()).toBeNull()
  const { text } = await get('/t/page?before')
  const cached = fromMemory()
  expect(cached?.headers.get('X-Guard')).toBe('passed')
  expect(await cached?.text()).toBe(text)
  expect(await fromMemory({}, 'HEAD')?.text()).toBe('')
  expect(fromMemory({}, 'POST')).toBeNull()
  expect(fromMemory({ Authorization: 'Bearer x' })).toBeNull()
  expect(serveFromMemory(new Request('https://shop.example/t/page?before&token=abc'))).toBeNull()
})

test('memory does not respond when its change feed is too old', async () => {
  await get('/t/page?later')
  const request = new Request('https://shop.example/t/page?later')
  expect(serveFromMemory(request)?.response.status).toBe(200)
  clock += 15_000
  expect(serveFromMemory(request)).toBeNull()
  expect((await get('/t/page?later')).level).toBe('memory')
})

test('routes outside the cacheable pages are never cached', async () => {
  expect((await get('/call')).text).not.toBe((await get('/call')).text)
})

test('a browser with the current page receives 304', async () => {
  await get('/t/page?etag')
  const etag = (await get('/t/page?etag')).response.headers.get('ETag') ?? ''
  // A CDN that compresses the page weakens its tag.
  for (const known of [etag, `W/${etag}`, `"other", W/${etag}`, '*']) {
    const revalidated = await get('/t/page?etag', { 'If-None-Match': known })
    expect(revalidated.response.status, known).toBe(304)
    expect(revalidated.text).toBe('')
  }
  expect((await get('/t/page?etag', { 'If-None-Match': '"other"' })).response.status).toBe(200)
})

test('errors, cookies, private routes, requests with a token and skipped pages are never cached', async () => {
  for (const path of ['/private', '/cookie', '/missing', '/passing', '/t/page?token=abc']) {
    const first = await get(path)
    const second = await get(path)
    expect(second.text).not.toBe(first.text)
  }
  const before = (await get('/t/page?auth', { Authorization: 'Bearer x' })).text
  expect((await get('/t/page?auth', { Authorization: 'Bearer x' })).text).not.toBe(before)
})

test('a sale makes only the pages with its stock pool stale, within a minute', async () => {
  const before = await get('/t/page?stock')
  expect((await get('/t/page?stock')).level).toBe('memory')
  await env.DB.prepare('INSERT INTO stock_pulse (stock_sku, at) VALUES (?, ?)').bind('POOL-1', clock).run()
  clock += 46_000
  const after = await get('/t/page?stock')
  expect(after.level).toBe('made')
  expect(after.text).not.toBe(before.text)
  await env.DB.prepare('INSERT INTO stock_pulse (stock_sku, at) VALUES (?, ?)').bind('POOL-2', clock).run()
  clock += 46_000
  expect((await get('/t/page?stock')).level).toBe('memory')
})

test('[audit D9] counts on a page are at most a minute old after a sale', async () => {
  const first = await get('/counting')
  // Without a sale the counts are correct at any age.
  clock += 28 * 60_000
  expect(await get('/counting')).toMatchObject({ level: 'memory', text: first.text })
  await env.DB.prepare('INSERT INTO stock_pulse (stock_sku, at) VALUES (?, ?)').bind('POOL-9', clock).run()
  clock += 45_000
  const second = await get('/counting')
  expect(second.level).toBe('made')
  // With frequent sales the page is rendered from time to time, not for each sale.
  await env.DB.prepare('INSERT INTO stock_pulse (stock_sku, at) VALUES (?, ?)').bind('POOL-9', clock).run()
  clock += 12_000
  expect(await get('/counting')).toMatchObject({ level: 'memory', text: second.text })
  clock += 20_000
  expect((await get('/counting')).level).toBe('made')
})

test('[audit C6] with a clock that was set back no sold tire is shown', async () => {
  await get('/t/page')
  await env.DB.prepare('INSERT INTO stock_pulse (stock_sku, at) VALUES (?, ?)').bind('POOL-1', clock).run()
  clock -= 10 * 60_000
  expect((await get('/t/page')).level).toBe('made')
})

test('after a new version of the catalog every page is rendered again', async () => {
  await get('/t/page?version')
  await env.DB.prepare(
    "INSERT INTO config (path, value) VALUES ('catalog/version', '77') ON CONFLICT (path) DO UPDATE SET value = '77'",
  ).run()
  clock += 46_000
  expect((await get('/t/page?version')).level).toBe('made')
})

test('the key omits tracking parameters and sorts the others', () => {
  expect(cacheKey('https://a/t/s/x?sort=b&gclid=1&condition=used&condition=new')).toBe(
    '/t/s/x?condition=new&condition=used&sort=b',
  )
  expect(cacheKey('https://a.example/t/s/x')).toBe('/t/s/x')
  expect(cacheKey('http://localhost:8787/')).toBe('/')
})

test('[audit A17] an address that grants access is never cached', async () => {
  for (const query of ['?code=1', '?state=1', '?proof=1', '?quote_id=1', '?x_token=1', '?checkout_token=1'])
    expect((await get(`/t/page${query}`)).level).toBe(null)
})

test('[audit A17] the key has only parameters that the page reads, and one spelling of the path', () => {
  const keyOf = (address: string) => cacheKey(`https://shop.example${address}`)
  for (const address of ['/?x=1', '/?page=2&sku=3', '/?a=1&a=2', '/?toString=1'])
    expect(keyOf(address)).toBe('/')
  for (const query of ['?x=1', '?sent=2', '?sent=2&sent=1'])
    expect(keyOf(`/contacts/${query}`)).toBe('/contacts/')
  expect(keyOf('/contacts/?sent=1&sent=1&x=1')).toBe('/contacts/?sent=1')
  for (const query of ['?stars=6', '?of=all', '?page=0', '?stars=55', '?top=24'])
    expect(keyOf(`/reviews/${query}`)).toBe('/reviews/')
  expect(keyOf('/reviews/?stars=5&of=shop&page=2')).toBe('/reviews/?of=shop&page=2&stars=5')
  expect(keyOf('/p/S1/halden?x=1&reviews=9')).toBe('/p/S1/halden')
  expect(keyOf('/p/S1/halden?zip=60612&childSku=S2')).toBe('/p/S1/halden?childSku=S2&zip=60612')
  expect(keyOf('/%61bout-us/?x=1')).toBe('/about-us/')
  expect(keyOf('/p/a%2fb%25/c')).toBe('/p/a%2fb%25/c')
  expect(keyOf('/%ff')).toBe('/%ff')
})

test('[G7] after the cut-off the delivery day changes, and every page is rendered again', async () => {
  // Friday, 12:30 p.m. in Chicago, and 40 minutes later.
  clock = Date.UTC(2026, 10, 20, 18, 30)
  await get('/t/page?day')
  expect((await get('/t/page?day')).level).toBe('memory')
  clock += 40 * 60_000
  expect((await get('/t/page?day')).level).toBe('made')
})

test('[audit A17] the route of a cached page receives only parameters that are in its key', async () => {
  const address = '/contacts/?sent=1&sent=2&forgotten=1'
  expect(JSON.parse((await get(address)).text)).toEqual({ sent: '1' })
  expect(JSON.parse((await get('/contacts/?forgotten=1')).text)).toEqual({})
  expect(JSON.parse((await get('/%63ontacts/?sent=1&forgotten=1')).text)).toEqual({ sent: '1' })
  // A request with a token is handled by the route itself and returns the same page.
  expect(JSON.parse((await get(address, { Authorization: 'Bearer x' })).text)).toEqual({ sent: '1' })
})

test('[H1] the copy in the platform’s cache keeps pools with commas and any letters', async () => {
  const pool = 'POOL-2,Ü – 1'
  const levelInNewIsolate = async () => {
    vi.resetModules()
    const isolate = await import('./page-cache.ts')
    const framework = await import('hono')
    const pages = new framework.Hono<AppEnv>()
    pages.use(isolate.pageCache())
    pages.use(isolate.cacheablePages())
    pages.get('/t/pool', (c) => {
      c.var.pageCache.tag([pool])
      return c.html('<p>a page</p>')
    })
    const context = createExecutionContext()
    const response = await pages.request('https://shop.example/t/pool', {}, env, context)
    await response.text()
    await waitOnExecutionContext(context)
    return response.headers.get('X-Page-Cache')
  }
  expect([await levelInNewIsolate(), await levelInNewIsolate()]).toEqual(['made', 'edge'])
  await env.DB.prepare('INSERT INTO stock_pulse (stock_sku, at) VALUES (?, ?)').bind(pool, clock).run()
  expect(await levelInNewIsolate()).toBe('made')
})
