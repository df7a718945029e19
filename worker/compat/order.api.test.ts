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
import { app, bindings, cartWith, orderBody } from '../orders/payments/testing/order-calls.harness.ts'
import { readOrderForThankYou } from '../orders/read-order.ts'
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
  // The tests deliver themselves; the platform's own consumer would do it in between.
  vi.spyOn(Object.getPrototypeOf(env.OUTBOX), 'send').mockResolvedValue(undefined)
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => stripe.fetch(input, init))
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** Mails that arrived about an order, with their keys. */
function mailsAbout(orderNumber: unknown) {
  return [...stripe.mails].filter(([, mail]) => mail?.subject.includes(String(orderNumber)))
}

function bodyOf(cartId: string, info: object = {}, rest: object = {}) {
  const more = { user_id: '', store_code: '', transmited: true, utm_source: 'letter', ...rest }
  return orderBody(cartId, info, more)
}

async function post(body: unknown, headers: Record<string, string> = {}, given: object = bindings) {
  const response = await app.request(
    'https://shop.example/api/order',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    },
    given,
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

/** Delivers what waits in the outbox as the queue would. */
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

test('[E12] cash on delivery end to end: order number, totals, stock, one mail, thank-you page for its buyer only', async () => {
  const quoteId = await cartWith('TL-2001-2', 1)
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
  const stranger = newQuoteId(env.CART_SECRET, randomBytes)
  expect(await readOrderForThankYou(bindings, stranger, String(result.orderNumber))).toBeNull()
})

test('[H2] the same order posted 100 times at once answers one order number and charges once', async () => {
  const quoteId = await cartWith('TL-2001-1', 1)
  const replies = await Promise.all(Array.from({ length: 100 }, () => post(bodyOf(quoteId, CARD))))
  const [order, ...others] = await ordersOf(quoteId)
  expect(others).toEqual([])
  expect(new Set(replies.map(({ result }) => result.orderNumber))).toEqual(new Set([order?.order_number]))
  expect(stripe.captured.size).toBe(1)
  expect(await post(bodyOf(quoteId, CARD))).toMatchObject({ result: { orderNumber: order?.order_number } })
})

test('[E8] a declined card answers 402 with a message for the shopper and for clients of the API', async () => {
  const quoteId = await cartWith('TL-2001-1', 1)
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

test('[E6] without an answer from the card network there is no order number but the popup’s title and words', async () => {
  const quoteId = await cartWith('TL-2001-1', 1)
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

test('a client that orders without end is refused before any object is called', async () => {
  const quoteId = await cartWith('TL-2001-1', 1)
  const full = { ...bindings, ORDER_LIMIT: { limit: async () => ({ success: false }) } }
  const touched = vi.spyOn(Object.getPrototypeOf(env.CART), 'getByName')
  expect(await post(bodyOf(quoteId), {}, full)).toMatchObject({
    code: 429,
    result: expect.stringContaining('wait a minute'),
  })
  expect(touched).not.toHaveBeenCalled()
})

test('[E6] a forged, foreign or missing cart id is 404 and touches no object', async () => {
  const touched = vi.spyOn(Object.getPrototypeOf(env.CART), 'getByName')
  for (const cartId of ['0'.repeat(32), '81668', "x' OR 1=1", '']) {
    expect(verifyQuoteId(env.CART_SECRET, cartId)).toBe(false)
    expect(await post(bodyOf(cartId))).toMatchObject({ code: 404 })
  }
  expect(touched).not.toHaveBeenCalled()
})

test('a browser’s own cart is known by its cookie, but only to a page of the shop', async () => {
  const quoteId = await cartWith('TL-2001-1', 1)
  const cookie = { cookie: `__Host-cart=${quoteId}` }
  expect(await post(bodyOf(''), { ...cookie, 'sec-fetch-site': 'cross-site' })).toMatchObject({ code: 403 })
  expect(await post(bodyOf(''), { ...cookie, 'sec-fetch-site': 'same-origin' })).toMatchObject({ code: 200 })
})

test('[G8] an invalid body is refused with each violation, and nothing changes', async () => {
  const quoteId = await cartWith('TL-2001-1', 1)
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

test('[H8] whole products with prices of their own: quantity and sku count, the price does not', async () => {
  const quoteId = await cartWith('TL-2002-1', 1)
  const products = [{ sku: 'TL-2002-1', qty: '2', price: 0.01, totals: { row_total: 0.02 }, name: 'Free' }]
  expect(await post(bodyOf(quoteId, {}, { products }))).toMatchObject({
    code: 200,
    result: { products: [{ qty: 2, price: 98, name: expect.stringContaining('Norwind') }] },
  })
})

test('[H8] a product that is named twice is ordered as often, or refused as more than is sold', async () => {
  const quoteId = await cartWith('TL-2002-1', 1)
  const twice = (qty: number) => ({ products: [1, 2].map(() => ({ sku: 'TL-2002-1', qty })) })
  expect((await post(bodyOf(quoteId, {}, twice(20)))).code).not.toBe(200)
  expect(await post(bodyOf(quoteId, {}, twice(1)))).toMatchObject({
    code: 200,
    result: { products: [{ qty: 2 }] },
  })
})

test('a mail that fails waits and is sent by a later sweep, once', async () => {
  const quoteId = await cartWith('TL-2001-1', 1)
  const { result } = await post(bodyOf(quoteId))
  stripe.addFault({ target: 'mail', status: 503, times: 100 })
  await deliver()
  expect(stripe.mails.size).toBe(0)
  stripe.ledger.records.clear('fault')
  const enqueued = vi.spyOn(Object.getPrototypeOf(env.OUTBOX), 'sendBatch').mockResolvedValue(undefined)
  await env.DB.prepare('UPDATE outbox SET next_at = 0 WHERE sent_at IS NULL').run()
  await handleCron({ scheduledTime: Date.now() }, bindings)
  expect(enqueued).toHaveBeenCalledOnce()
  await deliver()
  await deliver()
  expect(mailsAbout(result.orderNumber)).toHaveLength(1)
})

async function hook(event: object, sign: (text: string) => Promise<string> | string) {
  const body = JSON.stringify(event)
  const headers = { 'stripe-signature': await sign(body) }
  return app.request('https://shop.example/webhooks/stripe', { method: 'POST', headers, body }, bindings)
}

function signed(secret: string, timestamp = Math.floor(Date.now() / 1000)) {
  const cryptoProvider = Stripe.createSubtleCryptoProvider()
  const { webhooks } = new Stripe('sk_test_12345678')
  return (payload: string) =>
    webhooks.generateTestHeaderStringAsync({ payload, secret, timestamp, cryptoProvider })
}

test('[H2] webhooks: forged or stale are refused, a true one finishes the order, twice changes nothing', async () => {
  const quoteId = await cartWith('TL-2001-1', 1)
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

  expect((await hook(event, signed('whsec_of_somebody_else'))).status).toBe(400)
  expect((await hook(event, () => '')).status).toBe(400)
  expect((await hook(event, signed(SECRET, 1_600_000_000))).status).toBe(400)
  // Signed, but not true: the bank has not been answered.
  expect((await hook({ ...event, id: 'evt_0' }, signed(SECRET))).status).toBe(200)
  expect(await status()).toEqual(['pending_payment'])

  stripe.answerBank(intentId)
  expect((await hook(event, signed(SECRET))).status).toBe(200)
  expect(await status()).toEqual(['paid'])
  const calls = stripe.calls.length
  expect((await hook(event, signed(SECRET))).status).toBe(200)
  expect(stripe.calls).toHaveLength(calls)
})

test('[D7] the last tires, held for a payment that waits, are missing for others and not for their own shopper', async () => {
  const [quoteId, other] = [await cartWith('TL-4001-4', 1), await cartWith('TL-4001-4', 1)]
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
  const quoteId = await cartWith('TL-2001-1', 1)
  const before = await env.DB.prepare("SELECT qty FROM stock WHERE stock_sku = 'TL-2001'").first('qty')
  const asked = await post(
    bodyOf(quoteId, { ...CARD, payment_method_additional: { confirmation_token: 'ctoken_3ds' } }),
  )
  expect(asked).toMatchObject({ code: 402, result: { code: 'payment-action' } })
  const changed = await setCartQty(bindings, quoteId, { itemId: 1, qty: 2 }, Date.now())
  expect(changed).toMatchObject({ ok: true, line: { qty: 2 } })
  expect((await ordersOf(quoteId)).map(({ status }) => status)).toEqual(['canceled'])
  expect(await env.DB.prepare("SELECT qty FROM stock WHERE stock_sku = 'TL-2001'").first('qty')).toBe(before)
})
