/** The shop from outside: every guard and endpoint as a caller meets them. */
import { applyD1Migrations, createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { app } from './app.ts'
import { loadFixture } from './catalog/index/testing/catalog.fixture.ts'

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
})

async function ask(path: string, init: RequestInit = {}, bindings: object = env) {
  const context = createExecutionContext()
  const response = await app.request(`https://shop.example${path}`, init, bindings, context)
  const text = await response.text()
  await waitOnExecutionContext(context)
  return { status: response.status, headers: response.headers, text }
}

test('[A6] [A1] a fixed route has one address, with its slash; any other address has one without', async () => {
  for (const [asked, to] of [
    ['/cart', '/cart/'],
    ['/checkout?step=2', '/checkout/?step=2'],
    ['/t/s/225-45r17/', '/t/s/225-45r17'],
    ['/t/c/used/?sort=url_key:asc', '/t/c/used?sort=url_key:asc'],
    ['//evil.example/', '/evil.example'],
  ] as const) {
    const { status, headers } = await ask(asked)
    expect([asked, status, headers.get('Location')]).toEqual([asked, 301, to])
  }
})

test('[A11] [B9] an unknown address is the 404 page, an unknown call the 404 envelope, and neither is cached', async () => {
  const page = await ask('/nope')
  expect(page.status).toBe(404)
  expect(page.text).toContain('404 Page Not Found')
  // The flag that styles and scripts read.
  expect(page.text).toContain('data-page="not-found"')
  expect(page.headers.get('Cache-Control')).toBe('private, no-store')
  const call = await ask('/api/nope')
  expect(call.status).toBe(404)
  expect(JSON.parse(call.text)).toEqual({ code: 404, result: 'There is no such call.' })
})

test('[G9] a listing is rendered once, then cached, with the same policy and no cookie', async () => {
  const made = await ask('/t/s/225-45r17')
  expect(made.headers.get('X-Page-Cache')).toBe('made')
  const cached = await ask('/t/s/225-45r17?utm_source=letter')
  expect(cached.headers.get('X-Page-Cache')).toBe('memory')
  expect(cached.text).toBe(made.text)
  for (const { headers } of [made, cached]) {
    expect(headers.get('Content-Security-Policy')).toMatch(/^default-src 'none'; script-src 'self'; /)
    expect(headers.get('Content-Security-Policy')).not.toContain('unsafe')
    expect(headers.get('Speculation-Rules')).toBe('"/speculation-rules.json"')
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(headers.get('Strict-Transport-Security')).toContain('max-age=63072000')
    expect(headers.get('Set-Cookie')).toBeNull()
  }
})

test('a page of the app is made for one shopper: a nonce of its own, never cached', async () => {
  const first = await ask('/cart/')
  const second = await ask('/cart/')
  const nonce = (policy: string | null) => /'nonce-([^']+)'/.exec(policy ?? '')?.[1]
  const [a, b] = [first, second].map(({ headers }) => nonce(headers.get('Content-Security-Policy')))
  expect(a).toBeTruthy()
  expect(a).not.toBe(b)
  expect(first.headers.get('Cache-Control')).toBe('private, no-store')
  expect(first.headers.get('Content-Security-Policy')).toContain('frame-src https://stripe.example')
})

test('what browsers may fetch ahead are content pages only', async () => {
  const { headers, text } = await ask('/speculation-rules.json')
  expect(headers.get('Content-Type')).toBe('application/speculationrules+json')
  expect(text).toContain('/checkout/*')
})

test('[H8] a client on another origin may call the API, without cookies', async () => {
  const origin = 'https://client.example'
  const preflight = await ask('/api/cart/create', {
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'content-type',
    },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('Access-Control-Allow-Origin')).toBe('*')
  expect(preflight.headers.get('Access-Control-Allow-Credentials')).toBeNull()
  const created = await ask('/api/cart/create?token=', {
    method: 'POST',
    headers: { Origin: origin, 'Sec-Fetch-Site': 'cross-site' },
  })
  expect(created.headers.get('Set-Cookie')).toBeNull()
  expect(JSON.parse(created.text)).toMatchObject({
    code: 200,
    result: expect.stringMatching(/^[0-9a-f]{32}$/),
  })
})

describe('a Worker that is not configured', () => {
  test('names nothing to the caller and serves nothing', async () => {
    const { status, text } = await ask('/about-us/', {}, { ...env, CART_SECRET: '' })
    expect(status).toBe(500)
    expect(text).toBe('The shop is not configured. The log names what is missing.')
  })
})

test('[A1] texts and stores that the fixture does not have answer 404, the stores of the configuration 200', async () => {
  await env.DB.batch(
    Object.entries({
      'stores/1/path': '/2720-west-grand-60612/',
      'stores/1/name': 'Treadline West Grand',
      'stores/1/street': '2720 West Grand Avenue',
      'stores/2/path': '/4400-south-kedzie-60632/',
      'stores/2/name': 'Treadline South Kedzie',
      'stores/2/street': '4400 South Kedzie Avenue',
    }).map(([path, value]) =>
      env.DB.prepare('INSERT OR REPLACE INTO config (path, value) VALUES (?, ?)').bind(path, value),
    ),
  )
  expect((await ask('/2720-west-grand-60612/')).text).toContain('2720 West Grand Avenue')
  expect((await ask('/4400-south-kedzie-60632')).text).toContain('4400 South Kedzie Avenue')
  expect((await ask('/contacts/')).text).toContain('Treadline South Kedzie')
  expect((await ask('/i/no-such-text')).status).toBe(404)
})
