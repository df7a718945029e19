/** Harness for tests of payments: the endpoints that place and pay an order, and carts and orders. */
import { applyD1Migrations, createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { Hono } from 'hono'
import { expect } from 'vitest'
import { addToCart } from '../../../cart/update-cart.ts'
import { loadFixture } from '../../../catalog/index/testing/catalog.fixture.ts'
import { checkoutRoutes } from '../../../checkout/routes.ts'
import { expectDescribed } from '../../../compat/calls/testing/openapi-conformance.harness.ts'
import { orderApi } from '../../../compat/order.api.ts'
import { parseConfig } from '../../../config.ts'
import type { AppEnv, Env } from '../../../env.ts'
import { newQuoteId } from '../../../identity/session/cart-id.ts'
import { pageLayout } from '../../../layout/document.tsx'
import { randomBytes } from '../../../platform/security/random-bytes.ts'
import { extPaypalApi } from '../paypal/paypal.api.ts'
import { paypalWebhook } from '../paypal/paypal-webhook.api.ts'
import { stripeWebhook } from '../stripe/stripe-webhook.api.ts'

export const SITE = 'https://shop.example'
export const bindings = env as unknown as Env

export const app = new Hono<AppEnv>()

app.use(pageLayout())
app.use(async (c, next) => {
  const parsed = parseConfig(c.env)
  if (!parsed.ok) throw new Error(parsed.problems.join())
  c.set('config', parsed.config)
  await next()
})
app.route('/api/order', orderApi)
app.route('/api/ext', extPaypalApi)
app.route('/webhooks/paypal', paypalWebhook)
app.route('/webhooks/stripe', stripeWebhook)
app.route('/', checkoutRoutes)

/** Prepares the database with the fixture, and sets these variables. */
export async function openShop(variables: Record<string, string>): Promise<void> {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
  // The Durable Objects read the same `env` as the tests.
  Object.assign(env, variables)
}

let networks = 0

/**
 * Sends one request to the shop, each from its own network; `quoteId` is the cart in the browser's cookie.
 */
export async function sendRequest(
  path: string,
  init: RequestInit & { quoteId?: string } = {},
  requestEnv: object = bindings,
): Promise<Response> {
  networks += 1
  const { quoteId, ...rest } = init
  const headers = new Headers({ 'sec-fetch-site': 'same-origin', 'cf-connecting-ip': `10.9.8.${networks}` })
  if (quoteId) headers.set('cookie', `__Host-cart=${quoteId}`)
  new Headers(init.headers).forEach((value, name) => {
    headers.set(name, value)
  })
  const response = await app.request(
    `${SITE}${path}`,
    { ...rest, headers },
    requestEnv,
    createExecutionContext(),
  )
  await expectDescribed(init.method ?? 'GET', path.replace(/[?#].*$/, ''), response)
  return response
}

/** Calls an endpoint with a JSON body; returns the HTTP status with the parsed answer. */
export async function postJson(
  path: string,
  body: unknown,
  init: { quoteId?: string; headers?: HeadersInit } = {},
) {
  const response = await sendRequest(path, { method: 'POST', body: JSON.stringify(body), ...init })
  const answer = (await response.json()) as {
    code?: number
    status?: string
    result?: Record<string, unknown>
  }
  return { http: response.status, ...answer }
}

/** Creates a cart with one line; returns its id. */
export async function newCart(sku: string, qty: number): Promise<string> {
  // Clears the limits, so that the orders of earlier tests do not count.
  await env.DB.exec('DELETE FROM order_actor')
  const quoteId = newQuoteId(env.CART_SECRET, randomBytes)
  const item = { sku, parentSku: null, option: null }
  const added = await addToCart(bindings, quoteId, { ...item, qty, mutationId: null }, Date.now())
  expect(added).toMatchObject({ ok: true })
  return quoteId
}

/** An address of the API to which the shop delivers. */
export const ADDRESS = {
  region: 'Illinois',
  region_id: 23,
  region_code: 'IL',
  country_id: 'US',
  street: ['2720 W Grand Ave', ''],
  company: '',
  telephone: '(312) 555-0142',
  city: 'Chicago',
  postcode: '60612',
  firstname: 'Ada',
  lastname: 'Miller',
  email: 'ada@example.com',
}

/** Returns the body of an order with cash on delivery; `info` and `more` replace or add fields. */
export function orderBody(quoteId: string, info: object = {}, more: object = {}) {
  return {
    cart_id: quoteId,
    addressInformation: {
      billingAddress: ADDRESS,
      shippingAddress: ADDRESS,
      shipping_method_code: 'freeshipping',
      shipping_carrier_code: 'freeshipping',
      payment_method_code: 'cashondelivery',
      payment_method_additional: '',
      ...info,
    },
    ...more,
  }
}

/**
 * Orders the cart with this payment method; `additional` contains the method's own values, such as a token.
 */
export function placeOrderWith(
  method: string,
  quoteId: string,
  additional: object | '' = '',
  more: object = {},
) {
  const info = { payment_method_code: method, payment_method_additional: additional }
  return postJson('/api/order', orderBody(quoteId, info, more))
}

export interface OrderRow {
  number: string
  status: string
  total: number
}

export async function readOrders(quoteId: string): Promise<OrderRow[]> {
  const { results } = await env.DB.prepare(
    'SELECT order_number AS number, status, grand_total AS total FROM sales_order WHERE quote_id = ? ORDER BY rowid',
  )
    .bind(quoteId)
    .all<OrderRow>()
  return results
}

/** Places an order whose shopper has to act at the provider; returns its number and the provider's page. */
export async function startOrder(method: string, quoteId: string): Promise<{ number: string; page: string }> {
  const { http, result = {} } = await placeOrderWith(method, quoteId)
  expect([http, result]).toMatchObject([402, { code: 'payment-action', holdUntil: expect.any(Number) }])
  const { redirectUrl } = result.action as { redirectUrl: string }
  return { number: (await readOrders(quoteId)).at(-1)?.number ?? '', page: redirectUrl }
}
