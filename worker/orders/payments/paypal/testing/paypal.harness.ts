/** The shop for tests of the wallet: the endpoints that it goes through, and the sandbox's PayPal behind them. */
import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { Hono } from 'hono'
import { expect, vi } from 'vitest'
import { SANDBOX_KEYS } from '../../../../../sandbox/testing/sandbox.harness.ts'
import { addToCart } from '../../../../cart/update-cart.ts'
import { loadFixture } from '../../../../catalog/index/testing/catalog.fixture.ts'
import { paymentReturns } from '../../../../checkout/payment-return.page.ts'
import { expectDescribed } from '../../../../compat/calls/testing/openapi-conformance.harness.ts'
import { orderApi } from '../../../../compat/order.api.ts'
import { parseConfig } from '../../../../config.ts'
import type { AppEnv, Env } from '../../../../env.ts'
import { newQuoteId } from '../../../../identity/session/cart-id.ts'
import { pageLayout } from '../../../../layout/document.tsx'
import { randomBytes } from '../../../../platform/security/random-bytes.ts'
import { extPaypalApi } from '../paypal.api.ts'
import { paypalWebhook } from '../paypal-webhook.api.ts'
import { PaypalSandbox } from './paypal-sandbox.harness.ts'

export const SITE = 'https://shop.example'
const PAYPAL_API_URL = 'https://paypal.example'
export const bindings = env as unknown as Env

const app = new Hono<AppEnv>()

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
app.route('/', paymentReturns)

export async function openPaypalShop(): Promise<void> {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
  await env.DB.prepare("UPDATE stock SET qty = 100 WHERE stock_sku IN ('TL-2001', 'TL-2002')").run()
  // The objects read their variables where the tests do.
  const { PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET, PAYPAL_WEBHOOK_ID } = SANDBOX_KEYS
  Object.assign(env, { PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET, PAYPAL_WEBHOOK_ID, PAYPAL_API_URL })
}

/** PayPal in place of the network. What was captured before belongs to another day. */
export function newPaypal(): PaypalSandbox {
  const paypal = new PaypalSandbox()
  vi.spyOn(Object.getPrototypeOf(env.OUTBOX), 'send').mockResolvedValue(undefined)
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => paypal.fetch(input, init))
  return paypal
}

let networks = 0

/** One request to the shop, each from a network of its own; `quoteId` is the cart whose cookie the browser has. */
export async function ask(
  path: string,
  init: RequestInit & { quoteId?: string } = {},
  given: object = bindings,
): Promise<Response> {
  networks += 1
  const { quoteId, ...rest } = init
  const headers = new Headers({ 'sec-fetch-site': 'same-origin', 'cf-connecting-ip': `10.9.8.${networks}` })
  if (quoteId) headers.set('cookie', `__Host-cart=${quoteId}`)
  new Headers(init.headers).forEach((value, name) => {
    headers.set(name, value)
  })
  const response = await app.request(`${SITE}${path}`, { ...rest, headers }, given)
  await expectDescribed(init.method ?? 'GET', path.replace(/[?#].*$/, ''), response)
  return response
}

/** A call with a JSON body; the answer with its status. */
export async function call(
  path: string,
  body: unknown,
  init: { quoteId?: string; headers?: HeadersInit } = {},
) {
  const response = await ask(path, { method: 'POST', body: JSON.stringify(body), ...init })
  const answer = (await response.json()) as {
    code?: number
    status?: string
    result?: Record<string, unknown>
  }
  return { http: response.status, ...answer }
}

export async function cartWith(sku: string, qty: number): Promise<string> {
  // The buyers of earlier tests are of another day.
  await env.DB.exec('DELETE FROM order_actor')
  const quoteId = newQuoteId(env.CART_SECRET, randomBytes)
  const item = { sku, parentSku: null, option: null }
  const added = await addToCart(bindings, quoteId, { ...item, qty, mutationId: null }, Date.now())
  expect(added).toMatchObject({ ok: true })
  return quoteId
}

const ADDRESS = {
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

/** The body of an order of this cart, to be paid at the door; `info` and `more` say what differs. */
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

/** Orders the cart by this method; `additional` is what a page or a client of the wire brings for it. */
export function orderBy(method: string, quoteId: string, additional: object | '' = '', more: object = {}) {
  const info = { payment_method_code: method, payment_method_additional: additional }
  return call('/api/order', orderBody(quoteId, info, more))
}

/** Orders the cart by the wallet; with a token, by a checkout that was approved before. */
export function order(quoteId: string, token?: string) {
  const approved = {
    paypal_express_checkout_token: token,
    button: 1,
    paypal_express_checkout_payer_id: 'PAYER',
    paypal_express_checkout_redirect_required: false,
  }
  return orderBy('paypal_express', quoteId, token ? approved : '')
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

/** An order that waits for its shopper at PayPal: its number, and the name of the payment there. */
export async function startPaypalOrder(quoteId: string): Promise<{ number: string; ref: string }> {
  const { http, result = {} } = await order(quoteId)
  expect([http, result]).toMatchObject([402, { code: 'payment-action', holdUntil: expect.any(Number) }])
  const { redirectUrl } = result.action as { redirectUrl: string }
  const ref = new URL(redirectUrl).searchParams.get('token') ?? ''
  return { number: (await readOrders(quoteId)).at(-1)?.number ?? '', ref }
}

/** The shopper comes back from PayPal; where the shop sends the browser. */
export async function returnFromPaypal(
  endpoint: 'return' | 'cancel',
  quoteId: string,
  number: string,
  ref: string,
) {
  const path = `/checkout/${endpoint}/paypal_express?order=${number}&token=${ref}&PayerID=PAYER`
  const response = await ask(path, { quoteId })
  expect(response.status).toBe(303)
  return response.headers.get('location')
}

/** The body of an event of PayPal. */
export function event(id: string, type: string, ref: string, number: string): object {
  const resource = type.startsWith('CHECKOUT')
    ? { id: ref, purchase_units: [{ invoice_id: number }] }
    : { id: `CAP-${ref}`, invoice_id: number, supplementary_data: { related_ids: { order_id: ref } } }
  return { id, event_type: type, resource_type: 'any', resource }
}

/** PayPal sends the shop an event; the status of the answer. */
export async function notify(paypal: PaypalSandbox, sent: object): Promise<number> {
  return hook(sent, await paypal.signed(sent))
}

/** Posts an event to the shop's webhook; the status of its answer. */
export async function hook(sent: object, headers: Record<string, string>): Promise<number> {
  const response = await ask('/webhooks/paypal', { method: 'POST', body: JSON.stringify(sent), headers })
  return response.status
}

/** What PayPal took and did not give back is what the paid orders of the cart cost. */
export async function expectBalance(paypal: PaypalSandbox, quoteId: string): Promise<void> {
  const sales = await readOrders(quoteId)
  expect(sales.map(({ number }) => paypal.netReceived(number))).toEqual(
    sales.map(({ status, total }) => (status === 'paid' ? total : 0)),
  )
}
