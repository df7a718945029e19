import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { OUTAGE_MESSAGES } from '../../../schema/platform/outbound/outage.ts'
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

function ask(
  method: string,
  path: string,
  init: RequestInit = {},
  bindings: object = env,
): Promise<Response> {
  return Promise.resolve(app.request(`${SITE}${path}`, { method, ...init }, bindings))
}

describe('[G8] every call answers JSON in the envelope, whatever goes wrong', () => {
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
    const response = await ask(method, path)
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toContain('application/json')
    expect(response.headers.get('cache-control')).toContain('no-store')
    expect(await response.json()).toMatchObject({ code: status, result: expect.anything() })
  })

  test('an address that is known with another method says with which', async () => {
    const call = await ask('DELETE', '/api/order')
    expect([call.status, call.headers.get('allow')]).toEqual([405, 'POST'])
    for (const [method, path, allow] of [
      ['POST', '/t/s/225-45r17', 'GET, HEAD'],
      ['PUT', '/sizes/', 'GET, HEAD'],
      ['GET', '/cart/form/', 'POST'],
    ] as const) {
      const page = await ask(method, path)
      expect([path, page.status, page.headers.get('allow')]).toEqual([path, 405, allow])
      expect(await page.text()).toContain('Method Not Allowed 405')
    }
    expect((await ask('POST', '/nothing/here')).status).toBe(404)
  })

  test.each(['/api/cart/update', '/api/order', '/api/ext/zip-check'])(
    'a body without end at %s is 413',
    async (path) => {
      const response = await ask('POST', path, { body: 'x'.repeat(10_000_000) })
      expect(await response.json()).toEqual({ code: 413, result: 'The request is too large.' })
    },
  )

  test('a fault of ours says no more than that, and the log has no token', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    const broken = { ...env, CART: { getByName: () => expect.fail('a mistake, table secret_stuff') } }
    const cart = newQuoteId(env.CART_SECRET, randomBytes)
    const response = await ask('GET', `/api/cart/pull?cartId=${cart}&token=secret-token`, {}, broken)
    expect(await response.json()).toEqual({ code: 500, result: 'Internal Server Error' })
    // A client on another origin must be able to read even this.
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(log).toHaveBeenCalled()
    expect(String(log.mock.calls.flat())).not.toContain('secret-token')
  })

  test('[audit C1] while the database is away, or takes no more writes, a call says so', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const away = { ...env, DB: { prepare: () => expect.fail('D1 is away, table secret_stuff') } }
    const full = { ...env, CART: { getByName: () => expect.fail('database or disk is full: SQLITE_FULL') } }
    const cart = newQuoteId(env.CART_SECRET, randomBytes)
    for (const [path, bindings, words] of [
      ['/api/stock/check?sku=TL-1001', away, OUTAGE_MESSAGES.database],
      [`/api/cart/pull?cartId=${cart}`, full, OUTAGE_MESSAGES.full],
    ] as const) {
      const response = await ask('GET', path, {}, bindings)
      expect(await response.json()).toEqual({ code: 503, result: words })
      expect(response.headers.get('retry-after')).toBe('30')
    }
  })

  test('deep and odd JSON is validated like any other', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    for (const [path, body] of [
      ['/api/order', `{"utm_x":${deep},"addressInformation":${deep}}`],
      ['/api/order', '{"__proto__":{"cart_id":"1"},"constructor":1}'],
      ['/api/ext/zip-check', `{"zipCode":${deep}}`],
    ] as const) {
      const response = await ask('POST', path, { body })
      expect(await response.json()).toMatchObject({ code: 400 })
    }
  })
})

describe('[H8] clients on other origins', () => {
  test('may ask first, and find no cookie that would act for a shopper', async () => {
    const headers = {
      Origin: 'https://client.example',
      'Access-Control-Request-Method': 'DELETE',
      'Access-Control-Request-Headers': 'content-type',
    }
    const asked = await ask('OPTIONS', '/api/cart/update', { headers })
    expect(asked.status).toBe(204)
    expect(asked.headers.get('access-control-allow-origin')).toBe('*')
    expect(asked.headers.get('access-control-allow-methods')).toContain('DELETE')
    expect(asked.headers.get('access-control-allow-credentials')).toBeNull()
    const made = await ask('POST', '/api/cart/create', { headers: { Origin: headers.Origin } })
    expect(made.headers.get('set-cookie')).toBeNull()
  })
})
