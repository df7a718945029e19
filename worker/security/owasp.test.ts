/**
 * The OWASP API Security Top 10 of 2023 at our endpoints. This file has the tests without a better place; the table lists the other files:
 *
 * | | what | where |
 * |---|---|---|
 * | API1 | addresses, cards, documents, orders | customer.form.test.ts, privacy.test.ts, dealer-documents.api.test.ts, account-orders.test.ts |
 * | | carts, wish lists, downloads, chats | customer-cart.test.ts, cart.api-refusals.test.ts, wish-list.api.test.ts, download.page.test.ts, chat-conversation.test.ts |
 * | API2 | forged, expired, foreign and unsigned tokens; ended sessions | current-customer.test.ts |
 * | | refresh from another network, one-time links, guessing | user.api.test.ts, account.form.test.ts, social-login-redirect.page.test.ts |
 * | API3 | only six fields of a profile, no customer group, no staff | user.api.test.ts, customer.form.test.ts, current-customer.test.ts, review.form.test.ts |
 * | API4 | bodies, pages, costly queries, JSON depth, uploads | catalog.api-bounds.test.ts, in-memory-query.node.test.ts, error-handlers.test.ts, dealer-documents.api.test.ts |
 * | API5 | endpoints of staff | chat-conversation.test.ts, and here |
 * | API6 | coupons and cards that are guessed | owasp-flows.test.ts |
 * | | newsletter coupons, reset mails, registration, captcha | newsletter.api.test.ts, user.api.test.ts, captcha.test.ts |
 * | API7 | redirects | same-origin.node.test.ts, owasp-flows.test.ts |
 * | API8 | headers, other origins, faults | app.test.ts, error-handlers.test.ts, faults.test.ts, log-redaction.test.ts, owasp-flows.test.ts |
 * | API9 | every endpoint is in a list | csrf.test.ts, faults.test.ts, owasp-flows.test.ts |
 * | API10 | providers that do not answer, forge or repeat themselves | social-login-redirect.page.test.ts, providers-unavailable.test.ts, unresponsive-provider.test.ts, owasp-flows.test.ts |
 */
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { PLATFORM_LIMITS } from '../../schema/platform/limits/limits.ts'
import {
  Browser,
  call,
  newNetwork,
  openShop,
  RILEY,
  signInThroughApi,
} from '../account/testing/account.harness.ts'
import { sampleRequest } from '../platform/testing/route-samples.ts'
import { allRoutes, copyBrowser, snapshotStores } from '../platform/testing/security.harness.ts'

const DEALER = { email: 'dealer@example.com', password: 'forty-four-rims-26' }

let riley: Browser
let dealer: Browser
/** Staff who have an account as a customer too, as they may. */
const COUNTER = { email: 'counter@example.com', password: 'torque-and-true-26' }
let staff: Browser
beforeAll(async () => {
  await openShop()
  riley = new Browser()
  dealer = new Browser()
  staff = new Browser()
  await Promise.all([riley.signIn(), dealer.signIn(DEALER), staff.signIn(COUNTER), staff.signInAsStaff()])
})
afterEach(() => {
  vi.restoreAllMocks()
})

const form = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(fields),
})
const rowOf = (id: number) => env.DB.prepare('SELECT * FROM customer WHERE id = ?').bind(id).first()

describe('[API1] object level authorization', () => {
  test('the id of another customer in a query or a body gives no access to their data', async () => {
    const { token } = await signInThroughApi(DEALER)
    const own = await call<{ id: number }>('GET', `user/me?token=${token}`)
    for (const name of ['id', 'user_id', 'userId', 'customer_id', 'customerId', 'email']) {
      const value = name === 'email' ? RILEY.email : '1'
      const me = await call<{ id: number }>('GET', `user/me?token=${token}&${name}=${value}`)
      expect(me.result.id).toBe(own.result.id)
      const orders = await call<{ total_count: number }>(
        'GET',
        `user/order-history?token=${token}&${name}=${value}`,
      )
      expect(orders.result.total_count).toBe(0)
    }
    const before = await rowOf(1)
    for (const body of [
      { id: 1, firstname: 'Mallory' },
      { customer: { id: 1, email: 'mallory@example.com', customer_id: 1 } },
    ]) {
      await call('POST', `user/me?token=${token}`, body)
    }
    expect(await rowOf(1)).toEqual(before)
  })

  test('the thank-you call returns only the order of its own cart', async () => {
    const stranger = new Browser()
    stranger.cookies.set('__Host-cart', 'f'.repeat(32))
    const answer = await stranger.fetch('/api/ext/thank-you')
    expect(await answer.json()).toEqual({ code: 200, result: null })
  })
})

describe('[API2] broken authentication', () => {
  test('only one of several tokens in a request is checked', async () => {
    const { token } = await signInThroughApi()
    const bearer = { Authorization: `Bearer ${token}` }
    expect((await call('GET', 'user/me?token=forged', undefined, bearer)).code).toBe(401)
    expect((await call('GET', 'user/me', undefined, { Authorization: `Basic ${token}` })).code).toBe(401)
    expect((await call('GET', 'user/me', undefined, bearer)).code).toBe(200)
  })

  test('numbers, lists and objects are refused as a password, token or address', async () => {
    for (const [path, body] of [
      ['user/login', { username: RILEY.email, password: [RILEY.password] }],
      ['user/login', { username: { $ne: null }, password: { $ne: null } }],
      ['user/refresh', { refreshToken: { length: 43 } }],
      ['user/create-password', { email: RILEY.email, newPassword: 'another-road', resetToken: 1 }],
      ['user/reset-password', { email: [RILEY.email] }],
    ] as const) {
      expect((await call('POST', path, body)).code).toBeGreaterThanOrEqual(400)
    }
    expect((await call('POST', 'user/login', { username: RILEY.email, password: RILEY.password })).code).toBe(
      200,
    )
  })
})

describe('[API3] object property level authorization', () => {
  /** Properties that an attacker would like to set. */
  const FORBIDDEN = {
    group_id: 2,
    groupId: 2,
    is_staff: true,
    isStaff: true,
    is_admin: true,
    isAdmin: true,
    role: 'admin',
    email_verified: true,
    is_first_login: 0,
    price: 1,
    row_total: 1,
    base_price: 1,
    discount_amount: 99,
    id: 3,
    entity_id: 3,
    customer_id: 3,
    is_approved: true,
    review_status: 1,
    created_at: 0,
    constructor: { prototype: { isStaff: true } },
  }
  const POISON = `"__proto__":{"isStaff":true,"groupId":2,"price":1},${JSON.stringify(FORBIDDEN).slice(1, -1)}`
  /** Returns the body with these properties in every object. */
  const poisoned = (body: string) => body.replaceAll('{', `{${POISON},`).replaceAll(',}', '}')

  test('forbidden properties in any body change no group, no staff, no price and no prototype', async () => {
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('no outside requests'))
    const privileges = async () =>
      JSON.stringify(
        await env.DB.batch([
          env.DB.prepare('SELECT id, group_id, created_at FROM customer WHERE id <= 3'),
          env.DB.prepare('SELECT * FROM staff'),
          env.DB.prepare('SELECT sku, price, special_price FROM product ORDER BY id'),
          env.DB.prepare('SELECT count(*) AS shown FROM review WHERE is_approved = 1'),
        ]).then((all) => all.map(({ results }) => results)),
      )
    const before = await privileges()
    await dealer.fetch('/cart/form/', form({ action: 'add', sku: 'TL-2001-1' }))
    for (const endpoint of allRoutes()) {
      const request = sampleRequest(endpoint)
      // A changed password would end the sessions of these tests; it has its own test.
      if (!request || /change-password|account\/form/.test(endpoint)) continue
      const init = request.init()
      if (typeof init.body === 'string') init.body = poisoned(init.body)
      if (init.body instanceof URLSearchParams) {
        for (const [name, value] of Object.entries(FORBIDDEN)) init.body.set(name, String(value))
        init.body.set('__proto__', '1')
      }
      const response = await copyBrowser(dealer, newNetwork()).fetch(request.path, init)
      expect([endpoint, response.status < 500 || (await response.text()).includes('"code"')]).toEqual([
        endpoint,
        true,
      ])
    }
    expect(await privileges()).toBe(before)
    expect(Object.keys(Object.prototype)).toEqual([])
    expect(({} as { isStaff?: boolean }).isStaff).toBeUndefined()
  })

  test('a price in a cart item is ignored', async () => {
    const { result: id } = await call<string>('POST', 'cart/create?token=')
    const cartItem = { ...FORBIDDEN, item_id: null, sku: 'TL-2001-1', qty: 1, price: 0.01, row_total: 0.01 }
    const added = await call<{ price: number }>('POST', `cart/update?token=&cartId=${id}`, { cartItem })
    expect(added.result.price).toBe(128)
    expect((await env.CART.getByName(id).read())?.lines).toMatchObject([{ unitPrice: 12_800, qty: 1 }])
  })

  test('a new account has no more rights than any other customer', async () => {
    const customer = { email: 'wishes@example.com', firstname: 'Ada', lastname: 'Lane', ...FORBIDDEN }
    const { code, result } = await call<{ id: number; group_id: number }>('POST', 'user/create', {
      ...FORBIDDEN,
      customer,
      password: 'rubber-meets-road',
    })
    expect([code, result.group_id]).toEqual([200, 1])
    expect(result.id).toBeGreaterThan(3)
    expect(JSON.stringify(result)).not.toMatch(/password|hash|is_staff|admin/)
  })
})

describe('[API4] resource consumption', () => {
  test('the size of a page is limited, whatever the request asks for', async () => {
    const { token } = await signInThroughApi()
    for (const size of ['1000000', '-5', '1e9', 'NaN']) {
      const { code } = await call(
        'GET',
        `user/order-history?token=${token}&pageSize=${size}&currentPage=${size}`,
      )
      expect(code).toBe(200)
    }
    const skus = Array.from({ length: 5000 }, (_, n) => `TL-${n}`).join(',')
    for (const path of [
      `product/list?skus=${skus}`,
      `product/render-list?skus=${skus}`,
      `stock/list?skus=${skus}`,
    ]) {
      expect((await call('GET', path)).code).toBeGreaterThanOrEqual(400)
    }
  })

  test('every endpoint limits the size of its body', async () => {
    const big = 'x'.repeat(9_000_000)
    // A file of 100,000 units has 15 MB.
    const huge = 'x'.repeat(21_000_000)
    const over: string[] = []
    for (const endpoint of allRoutes()) {
      const request = sampleRequest(endpoint)
      if (!request) continue
      const { method } = request.init()
      const isForm = !/\/(api|webhooks)\//.test(request.path)
      const init: RequestInit = {
        method: method ?? 'POST',
        body: isForm
          ? new URLSearchParams({ action: endpoint === 'POST /staff/import/' ? huge : big })
          : `{"a":"${big}"}`,
        headers: { Accept: 'application/json' },
      }
      const { status } = await copyBrowser(staff, newNetwork()).fetch(request.path, init)
      if (![413, 401, 403, 404].includes(status)) over.push(`${endpoint} ${status}`)
    }
    expect(over).toEqual([])
  })
})

/** Endpoints without a rate limit for the request of `sampleRequest`, with the reason. */
const NO_LIMIT: readonly string[] = [
  // A cart object handles its calls one after the other, and creating an id costs nothing. Coupons have a
  // limit.
  ...['create', 'update', 'delete', 'delete-coupon', 'collect-totals'].map(
    (name) => `POST /api/cart/${name}`,
  ),
  'POST /api/cart/shipping-methods',
  'POST /api/cart/shipping-information',
  'POST /cart/form/',
  // It sets a cookie and reads nothing.
  'POST /cards/form/',
  // Only the last step places an order, and this step has a limit.
  'POST /checkout/form/',
  // These endpoints only read; costly queries are refused at once (catalog.api-bounds.test.ts).
  'POST /api/catalog',
  'POST /api/catalog/:index/:type/_search',
  'POST /api/url',
  'POST /api/url/map',
  'POST /api/ext/zip-check',
  // The customer's own wish list with at most a hundred products, at most ten cars, and their own documents.
  'POST /api/ext/wish-list',
  'POST /api/ext/garage',
  'DELETE /api/ext/dealer-documents/:id{[0-9]{1,15}}',
  // Endpoints for staff.
  'POST /staff/form/',
  'POST /api/ext/staff/reviews',
  'POST /staff/audit/form/',
  'POST /staff/pick/form/',
  'POST /staff/sell/drawer',
  'POST /staff/sell/form/',
  'POST /staff/bins/form',
  'POST /staff/labels/form',
  'POST /staff/bulk/form',
  'POST /staff/taxes/form',
  'POST /staff/texts/form',
  'POST /staff/redirects/form',
  'POST /staff/coupons/form/',
  'POST /staff/credit/form',
  'POST /staff/customers/form/',
  'POST /staff/customers/merges/form',
  'POST /staff/dealers/form/',
  'POST /staff/import/',
  'POST /staff/orders/form/',
  'POST /staff/settings/closed-days',
  'POST /staff/carriers/upload',
  'POST /staff/carriers/form',
  'POST /staff/pack/form/',
  'POST /staff/plans/form',
  'POST /staff/recalls/form/',
  'POST /staff/recalls/file/',
  'POST /staff/registrations/form/',
  'POST /staff/returns/form',
  'POST /staff/returns/photos',
  'POST /staff/sets/form',
  'POST /staff/people/roles/form',
  'POST /staff/settings/api/form',
  'POST /staff/settings/form/',
  'POST /staff/units/form',
  'POST /staff/units/photos',
  'POST /staff/intake/form',
  'POST /staff/units/views/form',
  'POST /staff/intake/lots/',
  'POST /staff/intake/queue/',
  'POST /api/ext/staff/changes',
  'POST /api/ext/staff/units/grid',
  'PATCH /api/ext/staff/units/:sku',
  'POST /api/ext/staff/changes/undo',
  'POST /api/ext/staff/intake/numbers',
  'PUT /api/ext/staff/intake/:key',
  'PUT /api/ext/staff/intake/:key/photos/:slot',
  'POST /api/ext/staff/intake/:key/publish',
  'POST /api/ext/staff/intake/:key/scrap',
  // The signature or token is verified first, without a read; the limit follows.
  'POST /stock-alerts/stop',
  'POST /order-merge',
  'POST /staff/daily-summary',
  'POST /newsletter/stop/',
  'POST /reclaim/stop/',
  'POST /reviews/stop/',
  'POST /webhooks/stripe',
  'POST /api/ext/mail-service/send-email',
  // A request without a valid order number or signature is refused before the limit.
  'POST /api/ext/order/cancel',
  'POST /sales/guest/form/',
  'POST /pay/:sale{[1-9][0-9]{0,14}}/:proof',
  'POST /order/:order/:proof',
  'POST /order/:order/:proof/arrived',
  'POST /order/:order/:proof/mounting',
  'POST /order/:order/:proof/return',
  'POST /order/:order/:proof/return/:number{[0-9]{1,3}}',
  // The type of the body is no report, and this configuration has no wallet; the limits follow these checks.
  'POST /api/ext/security-report',
  'POST /api/ext/paypal/complete',
  'POST /webhooks/paypal',
  'POST /webhooks/paypal-shipping',
  'POST /checkout/express/',
]

describe('[API4] limits', () => {
  test('each endpoint that changes something has a rate limit, except the listed ones', async () => {
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('no outside requests'))
    let checks = 0
    const limit = async () => {
      checks += 1
      return { success: true }
    }
    const bindings = Object.fromEntries(Object.keys(PLATFORM_LIMITS).map((name) => [name, { limit }]))
    const without: string[] = []
    for (const endpoint of allRoutes()) {
      const request = sampleRequest(endpoint)
      // A new password and a sign-out end the sessions of these tests; their own tests show their limits.
      if (!request || /change-password|staff\/sign-out/.test(endpoint)) continue
      checks = 0
      await copyBrowser(staff, newNetwork(), bindings).fetch(request.path, request.init())
      if (checks === 0) without.push(endpoint)
    }
    expect(without.sort()).toEqual([...NO_LIMIT].sort())
  })
})

/** Where staff sign in, and sign out without a session. */
const FOR_STRANGERS = /\/staff\/(?:sign-in|sign-out|join)/

describe('[API5] function level authorization', () => {
  test('endpoints for staff refuse other visitors, with any kind of sign-in', async () => {
    const { token } = await signInThroughApi(DEALER)
    const staffRoutes = allRoutes(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).filter(
      (endpoint) => endpoint.includes('/staff') && !FOR_STRANGERS.test(endpoint),
    )
    expect(staffRoutes.length).toBeGreaterThan(5)
    const before = await snapshotStores(dealer)
    for (const route of staffRoutes) {
      const { path = '', init } = sampleRequest(route) ?? {}
      const request = init?.() ?? {}
      const withToken = { ...request, headers: { Authorization: `Bearer ${token}` } }
      for (const [browser, sent] of [
        [new Browser(), request],
        [dealer, request],
        [new Browser(), withToken],
      ] as const) {
        const { status } = await copyBrowser(browser).fetch(path, sent)
        expect([route, [401, 403, 404].includes(status)]).toEqual([route, true])
      }
    }
    expect(await snapshotStores(dealer)).toBe(before)
    // The limits above ended the first session.
    await staff.signInAsStaff()
    expect((await staff.fetch('/staff/')).status).toBe(200)
  })
})
