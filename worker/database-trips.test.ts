/** Each trip to D1 takes 5 to 100 ms in production, so the number of trips that wait for each other is limited by route. */
import { applyD1Migrations, createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import { loadFixture } from './catalog/index/testing/catalog.fixture.ts'
import worker from './index.ts'
import { StripeSandbox } from './orders/payments/stripe/testing/stripe-sandbox.harness.ts'
import { newCart, orderBody } from './orders/payments/testing/order-calls.harness.ts'
import { countTripsInSequence } from './platform/testing/database-trips.harness.ts'
import { queueWebhooks } from './staff/api/send-webhooks.ts'

beforeAll(async () => {
  // With a clock that stands still no refresh of the change feed falls into a test.
  vi.spyOn(Date, 'now').mockReturnValue(Date.now())
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
  // The change feed, the index and what is cached per version are then in memory, as in an isolate that serves a shop.
  for (const path of [
    '/t/b/norwind',
    '/search?q=norwind+215',
    '/p/TL-2002/norwind-frost-3-215-60r16-99h-tl-2002',
  ])
    await send(path)
  // So is that the shop has no webhooks.
  await queueWebhooks(env, Date.now())
})

/** Sends a request like the platform and waits for its background work. */
async function send(path: string, body?: unknown): Promise<string> {
  const context = createExecutionContext()
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const request = new Request(`https://shop.example${path}`, {
    redirect: 'manual',
    headers: { 'Content-Type': 'application/json' },
    ...init,
  })
  const response = await worker.fetch(request as Parameters<typeof worker.fetch>[0], env, context)
  const text = await response.text()
  expect(response.status, `${path}: ${text.slice(0, 300)}`).toBeLessThan(400)
  await waitOnExecutionContext(context)
  return text
}

test.each([
  ['the home page', '/', 1],
  ['the home page from the cache', '/', 0],
  ['a list', '/t/c/used', 1],
  ['a list from the cache', '/t/c/used', 0],
  ['a list of known tires', '/t/c/used?sort=final_price:asc', 0],
  ['a product', '/p/TL-1002/halden-velo-sport-225-45r17-94w-tl-1002', 1],
  ['a product from the cache', '/p/TL-1002/halden-velo-sport-225-45r17-94w-tl-1002', 0],
  ['a variant', '/p/TL-1002/halden-velo-sport-225-45r17-94w-tl-1002/TL-1002-2', 1],
  ['a sold product', '/p/TL-1004/corvane-linea-205-55r16-91v-tl-1004', 1],
  ['a redirect', '/p/TL-1001/wrong', 1],
  ['a search', '/search?q=halden+used', 2],
])('[H1] %s at %s reads the database in at most %i trips', async (_, path, most) => {
  expect(await countTripsInSequence(env.DB, () => send(path))).toBeLessThanOrEqual(most)
})

test('[H1] a change of a cart reads the database in at most 1 trip', async () => {
  const cartId = await newCart('TL-2002-1', 1)
  const body = { cartItem: { sku: 'TL-2001-1', qty: 1, quoteId: cartId } }
  const change = () => send(`/api/cart/update?token=&cartId=${cartId}`, body)
  expect(await countTripsInSequence(env.DB, change)).toBeLessThanOrEqual(1)
})

// A card is counted by its limits before and after the order: two more trips.
test.each([
  ['cash on delivery', 3, { payment_method_code: 'cashondelivery' }],
  [
    'a card',
    5,
    { payment_method_code: 'stripe', payment_method_additional: { confirmation_token: 'ctoken_ok' } },
  ],
])('[H1] an order with %s reads and writes the database in at most %i trips', async (_, most, payment) => {
  const stripe = new StripeSandbox()
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => stripe.fetch(input, init))
  // The mail leaves after the order, so its trips are not those of the order.
  vi.spyOn(Object.getPrototypeOf(env.OUTBOX), 'sendBatch').mockResolvedValue(undefined)
  const cartId = await newCart('TL-2001-1', 1)
  const body = orderBody(cartId, payment)
  let reply = ''
  const order = async () => {
    reply = await send('/api/order', body)
  }
  expect(await countTripsInSequence(env.DB, order)).toBeLessThanOrEqual(most)
  expect(JSON.parse(reply)).toMatchObject({ code: 200, result: { orderNumber: expect.any(String) } })
})
