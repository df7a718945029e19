import { applyD1Migrations, createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { FAILURE_MESSAGE, OUTAGE_MESSAGES } from '../../../schema/platform/outbound/outage.ts'
import { app } from '../../app.ts'
import { loadFixture } from '../../catalog/index/testing/catalog.fixture.ts'
import { newQuoteId } from '../../identity/session/cart-id.ts'
import { randomBytes } from '../security/random-bytes.ts'

const SITE = 'https://shop.example'

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
})
afterEach(() => {
  vi.restoreAllMocks()
})

function send(
  method: string,
  path: string,
  init: RequestInit = {},
  bindings: object = env,
): Promise<Response> {
  return Promise.resolve(
    app.request(`${SITE}${path}`, { method, ...init }, bindings, createExecutionContext()),
  )
}

describe('[G8] every call responds with JSON in the envelope, also after a failure', () => {
  test.each([
    ['GET', '/api/cart/update', 405],
    ['PUT', '/api/cart/pull', 405],
    ['GET', '/api/order', 405],
    ['POST', '/api/stock/check', 405],
    ['GET', '/api/nothing/here', 404],
    ['GET', '/webhooks/stripe', 405],
    ['POST', '/api/cart/update?cartId=%00', 404],
    ['GET', '/api/stock/check/%E0%A4%A', 500],
  ])('%s %s is %i', async (method, path, status) => {
    const response = await send(method, path)
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toContain('application/json')
    expect(response.headers.get('cache-control')).toContain('no-store')
    expect(await response.json()).toMatchObject({ code: status, result: expect.anything() })
  })

  test('a known address with a wrong method responds with the allowed methods', async () => {
    const call = await send('DELETE', '/api/order')
    expect([call.status, call.headers.get('allow')]).toEqual([405, 'POST'])
    for (const [method, path, allow] of [
      ['POST', '/t/s/225-45r17', 'GET, HEAD'],
      ['PUT', '/sizes/', 'GET, HEAD'],
      ['GET', '/cart/form/', 'POST'],
    ] as const) {
      const page = await send(method, path)
      expect([path, page.status, page.headers.get('allow')]).toEqual([path, 405, allow])
      expect(await page.text()).toContain('Method Not Allowed 405')
    }
    expect((await send('POST', '/nothing/here')).status).toBe(404)
  })

  test.each(['/api/cart/update', '/api/order', '/api/ext/zip-check'])(
    'a very long body at %s is 413',
    async (path) => {
      const response = await send('POST', path, { body: 'x'.repeat(10_000_000) })
      expect(await response.json()).toEqual({ code: 413, result: 'The request is too large.' })
    },
  )

  test('an internal error responds without details, and the log has no token', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    const broken = { ...env, CART: { getByName: () => expect.fail('a mistake, table secret_stuff') } }
    const cart = newQuoteId(env.CART_SECRET, randomBytes)
    const response = await send('GET', `/api/cart/pull?cartId=${cart}&token=secret-token`, {}, broken)
    expect(await response.json()).toEqual({ code: 500, result: FAILURE_MESSAGE })
    // A client on another origin must be able to read this response too.
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(log).toHaveBeenCalled()
    expect(String(log.mock.calls.flat())).not.toContain('secret-token')
  })

  test('[audit C1] during an outage of the database, or when it is full, a call responds with a message', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const away = { ...env, DB: { prepare: () => expect.fail('D1 is away, table secret_stuff') } }
    const full = { ...env, CART: { getByName: () => expect.fail('database or disk is full: SQLITE_FULL') } }
    const cart = newQuoteId(env.CART_SECRET, randomBytes)
    for (const [path, bindings, message] of [
      ['/api/stock/check?sku=TL-1001', away, OUTAGE_MESSAGES.database],
      [`/api/cart/pull?cartId=${cart}`, full, OUTAGE_MESSAGES.full],
    ] as const) {
      const response = await send('GET', path, {}, bindings)
      expect(await response.json()).toEqual({ code: 503, result: message })
      expect(response.headers.get('retry-after')).toBe('30')
    }
  })

  test('deeply nested and unusual JSON is validated like other JSON', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    for (const [path, body] of [
      ['/api/order', `{"utm_x":${deep},"addressInformation":${deep}}`],
      ['/api/order', '{"__proto__":{"cart_id":"1"},"constructor":1}'],
      ['/api/ext/zip-check', `{"zipCode":${deep}}`],
    ] as const) {
      const response = await send('POST', path, { body })
      expect(await response.json()).toMatchObject({ code: 400 })
    }
  })
})

describe('[H8] clients on other origins', () => {
  test('may send preflight requests, and receive no cookies', async () => {
    const headers = {
      Origin: 'https://client.example',
      'Access-Control-Request-Method': 'DELETE',
      'Access-Control-Request-Headers': 'content-type',
    }
    const preflight = await send('OPTIONS', '/api/cart/update', { headers })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
    expect(preflight.headers.get('access-control-allow-methods')).toContain('DELETE')
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull()
    const response = await send('POST', '/api/cart/create', { headers: { Origin: headers.Origin } })
    expect(response.headers.get('set-cookie')).toBeNull()
  })
})
