/** Requests to the complete app: guards, routes and pages for unknown paths. */
import { applyD1Migrations, createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { app } from './app.ts'
import { loadFixture } from './catalog/index/testing/catalog.fixture.ts'

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
})

async function request(path: string, init: RequestInit = {}, bindings: object = env) {
  const context = createExecutionContext()
  const response = await app.request(`https://shop.example${path}`, init, bindings, context)
  const text = await response.text()
  await waitOnExecutionContext(context)
  return { status: response.status, headers: response.headers, text }
}

test('[A6] [A1] a fixed route ends with a slash, every other address does not; other spellings are redirected', async () => {
  for (const [path, target] of [
    ['/cart', '/cart/'],
    ['/checkout?step=2', '/checkout/?step=2'],
    ['/t/s/225-45r17/', '/t/s/225-45r17'],
    ['/t/c/used/?sort=url_key:asc', '/t/c/used?sort=url_key:asc'],
    ['//evil.example/', '/evil.example'],
  ] as const) {
    const { status, headers } = await request(path)
    expect([path, status, headers.get('Location')]).toEqual([path, 301, target])
  }
})

test('[A11] [B9] an unknown address has the 404 page, an unknown call the 404 envelope, and neither is cached', async () => {
  const page = await request('/nope')
  expect(page.status).toBe(404)
  expect(page.text).toContain('404 Page Not Found')
  // Styles and scripts read this attribute.
  expect(page.text).toContain('data-page="not-found"')
  expect(page.headers.get('Cache-Control')).toBe('private, no-store')
  const call = await request('/api/nope')
  expect(call.status).toBe(404)
  expect(JSON.parse(call.text)).toEqual({ code: 404, result: 'There is no such call.' })
})

test('[G9] a listing is rendered once, then cached, with the same policy and no cookie', async () => {
  const rendered = await request('/t/s/225-45r17')
  expect(rendered.headers.get('X-Page-Cache')).toBe('made')
  const cached = await request('/t/s/225-45r17?utm_source=letter')
  expect(cached.headers.get('X-Page-Cache')).toBe('memory')
  expect(cached.text).toBe(rendered.text)
  for (const { headers } of [rendered, cached]) {
    expect(headers.get('Content-Security-Policy')).toMatch(/^default-src 'none'; script-src 'self'; /)
    expect(headers.get('Content-Security-Policy')).not.toContain('unsafe')
    expect(headers.get('Speculation-Rules')).toBe('"/speculation-rules.json"')
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(headers.get('Strict-Transport-Security')).toContain('max-age=63072000')
    expect(headers.get('Set-Cookie')).toBeNull()
  }
})

test('a page of the app is rendered for one shopper, with its own nonce, and is never cached', async () => {
  const first = await request('/cart/')
  const second = await request('/cart/')
  const nonce = (policy: string | null) => /'nonce-([^']+)'/.exec(policy ?? '')?.[1]
  const [a, b] = [first, second].map(({ headers }) => nonce(headers.get('Content-Security-Policy')))
  expect(a).toBeTruthy()
  expect(a).not.toBe(b)
  expect(first.headers.get('Cache-Control')).toBe('private, no-store')
  expect(first.headers.get('Content-Security-Policy')).toContain('frame-src https://stripe.example')
})

test('browsers may prefetch only content pages', async () => {
  const { headers, text } = await request('/speculation-rules.json')
  expect(headers.get('Content-Type')).toBe('application/speculationrules+json')
  expect(text).toContain('/checkout/*')
})

test('[H8] a client on another origin may call the API and gets no cookies', async () => {
  const origin = 'https://client.example'
  const preflight = await request('/api/cart/create', {
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
  const created = await request('/api/cart/create?token=', {
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
  test('serves nothing and names no variable to the caller', async () => {
    const { status, text } = await request('/about-us/', {}, { ...env, CART_SECRET: '' })
    expect(status).toBe(500)
    expect(text).toBe('The shop is not configured. The log names what is missing.')
  })
})

test('[A1] stores of the configuration have a page; an unknown text is 404', async () => {
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
  expect((await request('/2720-west-grand-60612/')).text).toContain('2720 West Grand Avenue')
  expect((await request('/4400-south-kedzie-60632')).text).toContain('4400 South Kedzie Avenue')
  expect((await request('/contacts/')).text).toContain('Treadline South Kedzie')
  expect((await request('/i/no-such-text')).status).toBe(404)
})
