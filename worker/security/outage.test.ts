/** Bindings that fail or do not answer: every request ends in time, with a message. */
import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { OUTAGE_MESSAGES, type Outage as OutageCode } from '../../schema/platform/outbound/outage.ts'
import { loadFixture } from '../catalog/index/testing/catalog.fixture.ts'
import { newConversationId } from '../content/chat/conversation-id.ts'
import { newQuoteId } from '../identity/session/cart-id.ts'
import { randomBytes } from '../platform/security/random-bytes.ts'
import { type Breakable, type Fault, OutageHarness } from '../platform/testing/outage.harness.ts'

const shop = new OutageHarness()

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
  await env.DB.prepare(
    "INSERT INTO config (path, value) VALUES ('contact/email/recipient_email', 'help@shop.example')",
  ).run()
  vi.spyOn(console, 'error').mockReturnValue()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  for (const name of Object.keys(shop.faults)) delete shop.faults[name as Breakable]
})
afterAll(() => {
  vi.useRealTimers()
})

/** Sends a request with fake timers; returns the reply and the milliseconds that it took. */
async function timed(path: string, init: RequestInit) {
  let took = 0
  let isDone = false
  const request = shop.ask(path, init).finally(() => {
    isDone = true
  })
  while (!isDone && took < 60_000) {
    // Replies that need no timer come first.
    for (let turn = 0; turn < 20 && !isDone; turn++) await new Promise((resolve) => setImmediate(resolve))
    if (isDone) break
    await vi.advanceTimersByTimeAsync(250)
    took += 250
  }
  return { ...(await request), took }
}

const cart = () => `__Host-cart=${newQuoteId(env.CART_SECRET, randomBytes)}`
const chat = () => `__Host-chat=${newConversationId(env.CART_SECRET, randomBytes)}`
const page = (cookie: string): RequestInit => ({ headers: { cookie } })
const form = (cookie: string, fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  headers: { cookie, Accept: 'application/json', Origin: 'https://shop.example' },
  body: new URLSearchParams(fields),
})
const CONTACT = {
  name: 'Ada Lane',
  email: 'ada@example.com',
  phone: '3125550142',
  topic: 'tire',
  message: 'Is it there?',
}

type Row = [
  binding: Breakable,
  fault: Fault,
  path: string,
  init: () => RequestInit,
  expected: OutageCode | number,
]

describe('[audit C1] [G8] a reply with a message within 8 seconds', () => {
  test.each<Row>([
    ['CART', 'silent', '/cart/', () => page(cart()), 'object'],
    ['CART', 'silent', '/checkout/', () => page(cart()), 'object'],
    [
      'CART',
      'silent',
      '/cart/form/',
      () => form(cart(), { action: 'add', sku: 'TL-1009', qty: '1' }),
      'object',
    ],
    ['CART', 'fails', '/cart/form/', () => form(cart(), { action: 'add', sku: 'TL-1009', qty: '1' }), 500],
    ['CHAT', 'silent', '/chat/', () => page(chat()), 'chat'],
    ['CHAT', 'silent', '/chat/form/', () => form(chat(), { action: 'say', text: 'Good morning' }), 'chat'],
    ['CHAT', 'fails', '/chat/', () => page(chat()), 500],
    ['PICTURES', 'silent', '/photos/a.jpg', () => ({}), 'part'],
    ['MAIL_LIMIT', 'silent', '/contacts/form/', () => form('', CONTACT), 'part'],
    ['PICTURES', 'fails', '/photos/a.jpg', () => ({}), 500],
    // Selling does not depend on these bindings.
    ['PICTURES', 'silent', '/t/c/used', () => ({}), 200],
    ['OUTBOX', 'silent', '/contacts/form/', () => form('', CONTACT), 200],
    ['OUTBOX', 'fails', '/contacts/form/', () => form('', CONTACT), 200],
    ['REBUILD', 'silent', '/t/c/used', () => ({}), 200],
    ['CART', 'silent', '/t/c/used', () => ({}), 200],
    ['CHAT', 'silent', '/p/TL-1002/halden-velo-sport-225-45r17-94w-tl-1002', () => ({}), 200],
  ])('%s %s: %s', async (binding, fault, path, init, expected) => {
    await timed('/t/c/used', {})
    shop.faults[binding] = fault
    const { status, text, took, headers } = await timed(path, init())
    expect(took).toBeLessThanOrEqual(8_000)
    expect(text).not.toContain('secret_stuff')
    expect(status).toBe(typeof expected === 'number' ? expected : 503)
    if (typeof expected === 'number') return
    expect(text).toContain(OUTAGE_MESSAGES[expected])
    // Only an outage of the cart object refers to the cart.
    if (expected !== 'object') expect(text).not.toContain('Check your cart')
    expect(headers.get('retry-after')).toBe('30')
  })
})

test('[audit C1] a drawn picture is served while its bucket fails or does not answer', async () => {
  const { text } = await timed('/t/c/used', {})
  const hrefs = [...text.matchAll(/src="(\/pictures\/[^"]+\.svg)"/g)].map(([, href]) => href ?? '')
  expect(hrefs.length).toBeGreaterThan(1)
  for (const [index, fault] of (['silent', 'fails'] as const).entries()) {
    shop.faults.PICTURES = fault
    const picture = await timed(hrefs[index] ?? '', {})
    expect([fault, picture.status, picture.took <= 4_000]).toEqual([fault, 200, true])
  }
})

test('[audit C1] an order whose cart object does not answer has a reply within 15 s that its state is unknown', async () => {
  shop.faults.CART = 'silent'
  const ADDRESS = {
    region: 'Illinois',
    region_id: 23,
    country_id: 'US',
    street: ['2720 W Grand Ave'],
    telephone: '3125550142',
    city: 'Chicago',
    postcode: '60612',
    firstname: 'Ada',
    lastname: 'Miller',
    email: 'ada@example.com',
  }
  const body = {
    cart_id: newQuoteId(env.CART_SECRET, randomBytes),
    addressInformation: {
      billingAddress: ADDRESS,
      shippingAddress: ADDRESS,
      payment_method_code: 'cashondelivery',
      shipping_method_code: 'freeshipping',
      shipping_carrier_code: 'freeshipping',
    },
  }
  const { status, text, took } = await timed('/api/order', { method: 'POST', body: JSON.stringify(body) })
  expect(took).toBeGreaterThan(10_000)
  expect(took).toBeLessThanOrEqual(15_000)
  expect([status, JSON.parse(text)]).toEqual([503, { code: 503, result: OUTAGE_MESSAGES.object }])
})
