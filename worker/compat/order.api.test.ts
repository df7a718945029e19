import {
  applyD1Migrations,
  createExecutionContext,
  createMessageBatch,
  getQueueResult,
} from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import Stripe from 'stripe'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { setCartQty } from '../cart/update-cart.ts'
import { loadFixture } from '../catalog/index/testing/catalog.fixture.ts'
import { readCheckoutView } from '../checkout/read-checkout.ts'
import { handleCron } from '../cron.ts'
import { newQuoteId, verifyQuoteId } from '../identity/session/cart-id.ts'
import { StripeSandbox } from '../orders/payments/stripe/testing/stripe-sandbox.harness.ts'
import { app, bindings, newCart, orderBody } from '../orders/payments/testing/order-calls.harness.ts'
import { readOrderForThankYou } from '../orders/status/read-thank-you.ts'
import { randomBytes } from '../platform/security/random-bytes.ts'
import { handleQueue } from '../queue.ts'

const SECRET = 'whsec_treadline_sandbox'

let stripe: StripeSandbox

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
})

beforeEach(() => {
  stripe = new StripeSandbox()
  // The tests deliver messages themselves, so the consumer of the platform must not.
  vi.spyOn(Object.getPrototypeOf(env.OUTBOX), 'sendBatch').mockResolvedValue(undefined)
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => stripe.fetch(input, init))
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** Returns the mails about an order with their keys. */
function mailsAbout(orderNumber: unknown) {
  return [...stripe.mails].filter(([, mail]) => mail?.subject.includes(String(orderNumber)))
}

function bodyOf(cartId: string, info: object = {}, rest: object = {}) {
  const more = { user_id: '', store_code: '', transmited: true, utm_source: 'letter', ...rest }
  return orderBody(cartId, info, more)
}

async function post(body: unknown, headers: Record<string, string> = {}, env: object = bindings) {
  const response = await app.request(
    'https://shop.example/api/order',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    },
    env,
    createExecutionContext(),
  )
  const reply = (await response.json()) as { code: number; result: Record<string, unknown> }
  expect(reply.code).toBe(response.status)
  return reply
}

const CARD = { payment_method_code: 'stripe', payment_method_additional: { confirmation_token: 'ctoken_ok' } }

async function ordersOf(quoteId: string) {
  const { results } = await env.DB.prepare('SELECT order_number, status FROM sales_order WHERE quote_id = ?')
    .bind(quoteId)
    .all<{ order_number: string; status: string }>()
  return results
}

/** Delivers the mails of the outbox as the queue would. */
async function deliver(): Promise<void> {
  const { results } = await env.DB.prepare('SELECT id FROM outbox WHERE sent_at IS NULL').all<{
    id: number
  }>()
  const messages = results.map(({ id }) => ({
    id: String(id),
    timestamp: new Date(),
    attempts: 1,
    body: { outboxId: id },
  }))
  const batch = createMessageBatch<{ outboxId: number }>('treadline-outbox', messages)
  await handleQueue(batch, bindings)
  expect((await getQueueResult(batch, createExecutionContext())).outcome).toBe('ok')
}

test('[E12] cash on delivery: order number, totals, stock, one mail, and a thank-you page only for the buyer', async () => {
  const quoteId = await newCart('TL-2001-2', 1)
  const { code, result } = await post(bodyOf(quoteId))
  expect(code).toBe(200)
  expect(result).toMatchObject({
    orderNumber: expect.stringMatching(/^TL-/),
    couponCode: null,
    totals: { subtotal: 254, grand_total: 254 + 15.88 + 5 },
    products: [{ sku: 'TL-2001-2', qty: 1, price: 254 }],
  })
  expect(result.magentoOrderId).toBe(result.orderNumber)
  expect(await ordersOf(quoteId)).toEqual([{ order_number: result.orderNumber, status: 'processing' }])

  await deliver()
  await deliver()
  const sent = { to: ['ada@example.com'] }
  expect(mailsAbout(result.orderNumber)).toMatchObject([[expect.stringMatching(/^outbox-\d+$/), sent]])

  expect(await readOrderForThankYou(bindings, quoteId)).toMatchObject({ orderNumber: result.orderNumber })
  const otherQuoteId = newQuoteId(env.CART_SECRET, randomBytes)
  expect(await readOrderForThankYou(bindings, otherQuoteId, String(result.orderNumber))).toBeNull()
})

test('[H2] 100 concurrent requests for one order return one order number and charge once', async () => {
  const quoteId = await newCart('TL-2001-1', 1)
  const replies = await Promise.all(Array.from({ length: 100 }, () => post(bodyOf(quoteId, CARD))))
  const [order, ...others] = await ordersOf(quoteId)
  expect(others).toEqual([])
  expect(new Set(replies.map(({ result }) => result.orderNumber))).toEqual(new Set([order?.order_number]))
  expect(stripe.captured.size).toBe(1)
  expect(await post(bodyOf(quoteId, CARD))).toMatchObject({ result: { orderNumber: order?.order_number } })
})

test('[E8] a declined card is 402 with a message for the shopper', async () => {
  const quoteId = await newCart('TL-2001-1', 1)
  const declined = { ...CARD, payment_method_additional: { confirmation_token: 'ctoken_declined' } }
  expect(await post(bodyOf(quoteId, declined))).toMatchObject({
    code: 402,
    result: { code: 'payment-declined', message: expect.stringContaining('Nothing was charged') },
  })
  expect(await post(bodyOf(quoteId, { ...CARD, payment_method_additional: '' }))).toMatchObject({
    code: 402,
    result: { code: 'payment-details' },
  })
})

test('[E6] when the card provider does not answer, the reply has the title and message of the dialog and no order number', async () => {
  const quoteId = await newCart('TL-2001-1', 1)
  const away = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Network connection lost.'))
  expect(await post(bodyOf(quoteId, CARD))).toEqual({
    code: 503,
    result: {
      code: 'payment-unavailable',
      title: 'Sorry! Try again in 2 minutes',
      message:
        'Due to technical reasons, your order cannot be proceeded right now. We are already fixing this issue! Please try again in 2 minutes.',
    },
  })
  away.mockImplementation((input, init) => stripe.fetch(input, init))
  expect(await post(bodyOf(quoteId, CARD))).toMatchObject({ code: 200 })
})

test('the limit of orders is checked before any cart object is called', async () => {
  const quoteId = await newCart('TL-2001-1', 1)
  const full = { ...bindings, ORDER_LIMIT: { limit: async () => ({ success: false }) } }
  const touched = vi.spyOn(Object.getPrototypeOf(env.CART), 'getByName')
  expect(await post(bodyOf(quoteId), {}, full)).toMatchObject({
    code: 429,
    result: expect.stringContaining('wait a minute'),
  })
  expect(touched).not.toHaveBeenCalled()
})

test('[E6] a forged, foreign or missing cart id is 404 and calls no cart object', async () => {
  const touched = vi.spyOn(Object.getPrototypeOf(env.CART), 'getByName')
  for (const cartId of ['0'.repeat(32), '81668', "x' OR 1=1", '']) {
    expect(verifyQuoteId(env.CART_SECRET, cartId)).toBe(false)
    expect(await post(bodyOf(cartId))).toMatchObject({ code: 404 })
  }
  expect(touched).not.toHaveBeenCalled()
})

test('only a page of the shop can order the cart of the browser’s cookie', async () => {
  const quoteId = await newCart('TL-2001-1', 1)
  const cookie = { cookie: `__Host-cart=${quoteId}` }
  expect(await post(bodyOf(''), { ...cookie, 'sec-fetch-site': 'cross-site' })).toMatchObject({ code: 403 })
  expect(await post(bodyOf(''), { ...cookie, 'sec-fetch-site': 'same-origin' })).toMatchObject({ code: 200 })
})

test('[G8] the reply to an invalid body lists each violation, and nothing changes', async () => {
  const quoteId = await newCart('TL-2001-1', 1)
  expect(await post('{')).toMatchObject({ code: 400, result: 'The request body is not a JSON object.' })
  expect(await post({ cart_id: quoteId })).toMatchObject({
    code: 400,
    result: [{ dataPath: '.addressInformation' }],
  })
  for (const qty of [-1, 0, 0.5, '1e3', 2 ** 53, null]) {
    const products = [{ sku: 'TL-2001-1', qty }]
    expect(await post(bodyOf(quoteId, {}, { products }))).toMatchObject({
      code: 400,
      result: [{ dataPath: '.products.0.qty' }],
    })
  }
  expect((await post(`{"a":"${'x'.repeat(1_100_000)}"}`)).code).toBe(413)
  expect(await ordersOf(quoteId)).toEqual([])
})

test('[H8] of complete products in a body the sku and the quantity are used, and the price is ignored', async () => {
  const quoteId = await newCart('TL-2002-1', 1)
  const products = [{ sku: 'TL-2002-1', qty: '2', price: 0.01, totals: { row_total: 0.02 }, name: 'Free' }]
  expect(await post(bodyOf(quoteId, {}, { products }))).toMatchObject({
    code: 200,
    result: { products: [{ qty: 2, price: 98, name: expect.stringContaining('Norwind') }] },
  })
})

test('[H8] the quantities of a product that a body lists twice are added and limited together', async () => {
  const quoteId = await newCart('TL-2002-1', 1)
  const twice = (qty: number) => ({ products: [1, 2].map(() => ({ sku: 'TL-2002-1', qty })) })
  expect((await post(bodyOf(quoteId, {}, twice(20)))).code).not.toBe(200)
  expect(await post(bodyOf(quoteId, {}, twice(1)))).toMatchObject({
    code: 200,
    result: { products: [{ qty: 2 }] },
  })
})

test('a mail that fails is sent once by a later run of cron', async () => {
  const quoteId = await newCart('TL-2001-1', 1)
  const { result } = await post(bodyOf(quoteId))
  stripe.addFault({ target: 'mail', status: 503, times: 100 })
  await deliver()
  expect(stripe.mails.size).toBe(0)
  stripe.ledger.records.clear('fault')
  const enqueued = vi.spyOn(Object.getPrototypeOf(env.OUTBOX), 'sendBatch').mockResolvedValue(undefined)
  enqueued.mockClear()
  await env.DB.prepare('UPDATE outbox SET next_at = 0 WHERE sent_at IS NULL').run()
  await handleCron({ scheduledTime: Date.now() }, bindings)
  expect(enqueued).toHaveBeenCalledOnce()
  await deliver()
  await deliver()
  expect(mailsAbout(result.orderNumber)).toHaveLength(1)
})

async function postWebhook(event: object, sign: (text: string) => Promise<string> | string) {
  const body = JSON.stringify(event)
  const headers = { 'stripe-signature': await sign(body) }
  return app.request(
    'https://shop.example/webhooks/stripe',
    { method: 'POST', headers, body },
    bindings,
    createExecutionContext(),
  )
}

function signed(secret: string, timestamp = Math.floor(Date.now() / 1000)) {
  const cryptoProvider = Stripe.createSubtleCryptoProvider()
  const { webhooks } = new Stripe('sk_test_12345678')
  return (payload: string) =>
    webhooks.generateTestHeaderStringAsync({ payload, secret, timestamp, cryptoProvider })
}

test('[H2] forged and stale webhooks are refused; a true one completes the order, and a repeated one changes nothing', async () => {
  const quoteId = await newCart('TL-2001-1', 1)
  const bank = { ...CARD, payment_method_additional: { confirmation_token: 'ctoken_3ds' } }
  expect(await post(bodyOf(quoteId, bank))).toMatchObject({
    code: 402,
    result: { code: 'payment-action', action: { clientSecret: expect.any(String) } },
  })
  const [intentId = ''] = stripe.intents.keys()
  const number = (await ordersOf(quoteId))[0]?.order_number
  const object = {
    id: intentId,
    object: 'payment_intent',
    status: 'succeeded',
    metadata: { order_number: number },
  }
  const event = { id: 'evt_1', object: 'event', type: 'payment_intent.succeeded', data: { object } }
  const status = async () => (await ordersOf(quoteId)).map((order) => order.status)

  expect((await postWebhook(event, signed('whsec_of_somebody_else'))).status).toBe(400)
  expect((await postWebhook(event, () => '')).status).toBe(400)
  expect((await postWebhook(event, signed(SECRET, 1_600_000_000))).status).toBe(400)
  // Signed, but not true: the shopper has not answered the bank.
  expect((await postWebhook({ ...event, id: 'evt_0' }, signed(SECRET))).status).toBe(200)
  expect(await status()).toEqual(['pending_payment'])

  stripe.answerBank(intentId)
  expect((await postWebhook(event, signed(SECRET))).status).toBe(200)
  expect(await status()).toEqual(['paid'])
  const calls = stripe.calls.length
  expect((await postWebhook(event, signed(SECRET))).status).toBe(200)
  expect(stripe.calls).toHaveLength(calls)
})

test('[D7] tires that a pending payment reserves are out of stock for other shoppers, but not for their own', async () => {
  const [quoteId, other] = [await newCart('TL-4001-4', 1), await newCart('TL-4001-4', 1)]
  await post(bodyOf(quoteId, { ...CARD, payment_method_additional: { confirmation_token: 'ctoken_3ds' } }))
  const problems = async (id: string) =>
    (await readCheckoutView(bindings, id, Date.now())).cart.lines.map(({ problem }) => problem)
  expect(await problems(quoteId)).toEqual([null])
  expect(await problems(other)).toEqual(['Out of the stock!'])
  expect((await readCheckoutView(bindings, quoteId, Date.now())).pending).toMatchObject({
    paymentMethod: 'stripe',
    redirectUrl: null,
  })
})

test('[E8] a shopper who leaves the bank’s challenge can change the cart; no reservation remains', async () => {
  const quoteId = await newCart('TL-2001-1', 1)
  const before = await env.DB.prepare("SELECT qty FROM stock WHERE stock_sku = 'TL-2001'").first('qty')
  const pending = await post(
    bodyOf(quoteId, { ...CARD, payment_method_additional: { confirmation_token: 'ctoken_3ds' } }),
  )
  expect(pending).toMatchObject({ code: 402, result: { code: 'payment-action' } })
  const changed = await setCartQty(bindings, quoteId, { itemId: 1, qty: 2 }, Date.now())
  expect(changed).toMatchObject({ ok: true, line: { qty: 2 } })
  expect((await ordersOf(quoteId)).map(({ status }) => status)).toEqual(['canceled'])
  expect(await env.DB.prepare("SELECT qty FROM stock WHERE stock_sku = 'TL-2001'").first('qty')).toBe(before)
})
