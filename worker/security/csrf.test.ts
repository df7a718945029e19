/**
 * Every endpoint that changes something, against another site that sends a shopper's cookies to it. A new endpoint without a
 * line in one of the lists fails the first test.
 */
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { Browser, call, newNetwork, openShop, SITE, wireSignIn } from '../account/testing/account.harness.ts'
import { signUnsubscribe } from '../content/newsletter/unsubscribe-signature.ts'
import { allRoutes, snapshotResponse, snapshotStores } from '../platform/testing/abuse.harness.ts'
import { requestTo } from '../platform/testing/route-samples.ts'

/** What a request by another site looks like. The first has no cookie of a modern browser, but of an old one. */
const FOREIGN: Record<string, string>[] = [
  { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
  { Origin: 'https://evil.example' },
  { Origin: 'https://shop.example.evil.example' },
  { Origin: 'https://sub.shop.example', 'Sec-Fetch-Site': 'same-site' },
  { Origin: 'http://shop.example' },
  { Origin: 'null' },
  { 'Sec-Fetch-Site': 'none' },
  // A page of ours that another one frames, and a proxy that writes what the browser did not say.
  { Origin: SITE, 'Sec-Fetch-Site': 'cross-site' },
  { Referer: `${SITE}/cart/` },
  {},
]

interface Endpoint {
  /** Answer to another site with the cookies. */
  refused: number
  /** Answer to a page of ours; without, any that is no refusal. */
  ours?: number
  /** It only reads. */
  changesNothing?: true
  by?: 'staff'
}

/** Endpoints that a cookie authorizes, in this order, because some need what an earlier one did. */
const BY_COOKIE: Record<string, Endpoint> = {
  'POST /cart/form/': { refused: 403 },
  'POST /checkout/form/': { refused: 403 },
  'POST /newsletter/form/': { refused: 403 },
  'POST /contacts/form/': { refused: 403 },
  'POST /reviews/form/': { refused: 403 },
  'POST /customer/account/form/': { refused: 403 },
  'POST /customer/account/wish-list/form/': { refused: 403 },
  'POST /chat/form/': { refused: 403 },
  // Nobody but staff finds it, and another site is not staff.
  'POST /staff/form/': { refused: 404, by: 'staff' },
  // With a name that is nobody's; what a good one does is shown in worker/cart/abandoned/abandoned-cart-recovery.form.test.ts.
  'POST /reclaim/checkout/cart/': { refused: 403, ours: 404, changesNothing: true },
  'POST /api/cart/update': { refused: 403 },
  'POST /api/cart/delete': { refused: 403 },
  'POST /api/cart/collect-totals': { refused: 403, changesNothing: true },
  'POST /api/cart/shipping-methods': { refused: 403, changesNothing: true },
  'POST /api/cart/shipping-information': { refused: 403 },
  'POST /api/cart/apply-coupon': { refused: 403 },
  'POST /api/cart/delete-coupon': { refused: 403 },
  'POST /api/order': { refused: 403 },
  'POST /api/user/me': { refused: 401 },
  'POST /api/ext/wish-list': { refused: 401 },
  'POST /api/ext/dealer-documents': { refused: 401 },
  'DELETE /api/ext/dealer-documents/:id{[0-9]{1,15}}': { refused: 401 },
  'POST /api/ext/staff/reviews': { refused: 401, by: 'staff' },
  'POST /api/ext/events': { refused: 403 },
  'POST /api/user/change-password': { refused: 401 },
  'POST /account/form/': { refused: 403 },
}

/** Endpoints that read no cookie: they do the same for anybody, and their effect belongs to nobody. */
const FOR_ANYBODY: readonly string[] = [
  'POST /api/cart/create',
  'POST /api/user/create',
  'POST /api/user/login',
  'POST /api/user/refresh',
  'POST /api/user/create-password',
  'POST /api/user/reset-password',
  'POST /api/ext/social-login',
  'POST /api/catalog',
  'POST /api/catalog/:index/:type/_search',
  'POST /api/url',
  'POST /api/url/map',
  // The first looks at the cart's cookie for a page of ours (paypal-payment.test.ts); both ask the wallet and change nothing here.
  'POST /api/ext/paypal/setExpressCheckout',
  'POST /api/ext/paypal/complete',
  // As the wallet's.
  'POST /api/ext/afterpay/checkout',
  'POST /api/ext/zip-check',
  'POST /api/review/create',
  'POST /api/ext/mail-service/send-email',
  'POST /api/ext/security-report',
  // A customer's own order needs no e-mail there: worker/compat/order.api-life.test.ts.
  'POST /sales/guest/form/',
  'POST /api/ext/order/cancel',
  'POST /api/ext/mailchimp-subscribe/subscribe',
  'DELETE /api/ext/mailchimp-subscribe/subscribe',
]

/** Endpoints that a signature opens for anyone: a link of a mail, a signature of a provider. */
const BY_PROOF: readonly string[] = [
  // Wrong ones: worker/compat/order.api-life.test.ts.
  'POST /order/:order/:proof',
  'POST /newsletter/stop/',
  'POST /reclaim/stop/',
  'POST /webhooks/stripe',
  'POST /webhooks/paypal',
]

let shopper: Browser
let staff: Browser

beforeAll(async () => {
  await openShop()
  await env.DB.prepare(
    "INSERT INTO config (path, value) VALUES ('contact/email/recipient_email', 'help@shop.example')",
  ).run()
  shopper = new Browser()
  staff = new Browser()
  await Promise.all([
    shopper.signIn(),
    staff.signIn({ email: 'counter@example.com', password: 'torque-and-true-26' }),
  ])
  for (const text of ['One.', 'Two.']) {
    await call('POST', 'review/create', {
      review: { product_id: await idOf('TL-1001'), title: 'Read me', detail: text, nickname: 'Sam' },
    })
  }
  // So that there is a cart before the first refusal, and a conversation.
  await shopper.fetch('/cart/form/', post({ action: 'add', sku: 'TL-2001-1' }))
  await shopper.fetch('/chat/form/', post({ action: 'say', text: 'Good morning' }))
})

async function idOf(sku: string): Promise<number> {
  return (await env.DB.prepare('SELECT id FROM product WHERE sku = ?').bind(sku).first<number>('id')) ?? 0
}

function post(fields: Record<string, unknown>): RequestInit {
  return { method: 'POST', body: new URLSearchParams(fields as Record<string, string>) }
}

/** With the cookies of the browser and just these headers. */
function send(browser: Browser, path: string, init: RequestInit, said: Record<string, string>) {
  return snapshotResponse(browser).send(path, init, said)
}

test('[G8] [F1] each endpoint that changes something is in one of the lists here, and each line is an endpoint', () => {
  const listed = [...Object.keys(BY_COOKIE), ...FOR_ANYBODY, ...BY_PROOF]
  expect(allRoutes().sort()).toEqual(listed.sort())
})

describe('[F1] an endpoint that a cookie authorizes', () => {
  test.each(Object.entries(BY_COOKIE))('%s', async (name, endpoint) => {
    const who = endpoint.by === 'staff' ? staff : shopper
    const { path = '', init } = requestTo(name) ?? {}
    const before = await snapshotStores(who)
    for (const said of FOREIGN) {
      const response = await send(who, path, init?.() ?? {}, said)
      expect([said, response.status]).toEqual([said, endpoint.refused])
      expect(response.headers.getSetCookie()).toEqual([])
      expect(response.headers.get('Access-Control-Allow-Credentials')).toBeNull()
    }
    expect(await snapshotStores(who)).toBe(before)
    // An old browser says no more than where the page came from.
    const ours = await send(who, path, init?.() ?? {}, { Origin: SITE })
    if (endpoint.ours === undefined) expect(ours.status).toBeLessThan(400)
    else expect(ours.status).toBe(endpoint.ours)
    expect((await snapshotStores(who)) === before).toBe(endpoint.changesNothing === true)
  })
})

describe('[F1] an endpoint that reads no cookie', () => {
  test('answers another site as it answers a stranger, gives it no cookie, and changes nothing of the shopper’s', async () => {
    const rileys = await rowsOfRiley()
    for (const name of FOR_ANYBODY) {
      const { path = '', init } = requestTo(name) ?? {}
      const method = init?.().method ?? ''
      const ask = async (cookies: boolean) => {
        const from = cookies ? snapshotResponse(shopper, newNetwork()) : new Browser()
        const said = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
        const response = await from.send(path, { method, body: '{}' }, said)
        expect([name, response.headers.getSetCookie()]).toEqual([name, []])
        return response.status
      }
      expect([name, await ask(true)]).toEqual([name, await ask(false)])
    }
    expect(await rowsOfRiley()).toEqual(rileys)
  })

  test('[C12] a review by another site is nobody’s', async () => {
    const foreign = snapshotResponse(await signedIn())
    const review = { product_id: await idOf('TL-1001'), title: 'Mine?', detail: 'No.', nickname: 'Riley' }
    const init = { method: 'POST', body: JSON.stringify({ review }) }
    expect((await foreign.send('/api/review/create', init, { Origin: 'https://evil.example' })).status).toBe(
      200,
    )
    const row = await env.DB.prepare("SELECT customer_id AS id FROM review WHERE title = 'Mine?'").first()
    expect(row).toEqual({ id: null })
  })
})

describe('[F1] an endpoint that a signature authorizes', () => {
  test('the link of a mail works from anywhere, and cookies are no proof', async () => {
    const { id } = (await env.DB.prepare(
      "INSERT INTO newsletter_subscriber (email, mailbox, status, created_at, changed_at) VALUES ('stop@example.com', 'stop@example.com', 'subscribed', 0, 0) RETURNING id",
    ).first<{ id: number }>()) ?? { id: 0 }
    const stop = async (proof: string, browser: Browser) =>
      (await browser.send('/newsletter/stop/', post({ id: String(id), proof }), {})).status
    const withCookies = snapshotResponse(await signedIn())
    expect(await stop('x'.repeat(24), withCookies)).toBe(404)
    expect(await stop(signUnsubscribe(env.CART_SECRET, id + 1), withCookies)).toBe(404)
    expect(await stop(signUnsubscribe(env.CART_SECRET, id), new Browser())).toBe(303)
  })

  test('a provider’s message needs its signature', async () => {
    const withCookies = snapshotResponse(await signedIn())
    const said = { 'stripe-signature': 't=1,v1=00', 'Sec-Fetch-Site': 'same-origin', Origin: SITE }
    expect((await withCookies.send('/webhooks/stripe', { method: 'POST', body: '{}' }, said)).status).toBe(
      400,
    )
  })
})

describe('[F1] [H8] a client of the wire on another origin', () => {
  const said = { Origin: 'https://client.example', 'Sec-Fetch-Site': 'cross-site' }
  const DEALER = { email: 'dealer@example.com', password: 'forty-four-rims-26' }
  const CALLS: [method: string, path: string, body?: unknown][] = [
    ['GET', 'user/me'],
    ['POST', 'user/me', { firstname: 'Dana' }],
    ['GET', 'user/order-history'],
    ['GET', 'ext/wish-list'],
    ['POST', 'ext/wish-list', { add: ['TL-1001'] }],
    ['GET', 'ext/dealer-documents'],
    ['GET', 'ext/account/profile'],
  ]

  test.each(CALLS)('needs no cookie, only the token: %s /api/%s', async (method, path, body) => {
    const token = await dealersToken()
    const init: RequestInit = body === undefined ? { method } : { method, body: JSON.stringify(body) }
    const stranger = new Browser()
    const code = async (query: string, more: Record<string, string> = {}) =>
      (await stranger.send(`/api/${path}${query}`, init, { ...said, ...more })).status
    expect(await code('')).toBe(401)
    expect(await code(`?token=${token}`)).toBe(200)
    expect(await code('', { Authorization: `Bearer ${token}` })).toBe(200)
    expect(stranger.cookies.size).toBe(0)
  })

  let token: Promise<string> | null = null
  function dealersToken(): Promise<string> {
    token ??= wireSignIn(DEALER).then((tokens) => tokens.token)
    return token
  }

  test('names its cart, and the cookie of another beside it is not looked at', async () => {
    const { result: id } = await call<string>('POST', 'cart/create?token=')
    const foreign = snapshotResponse(await signedIn())
    const init = { method: 'POST', body: JSON.stringify({ cartItem: { sku: 'TL-2001-1', qty: 1 } }) }
    expect((await foreign.send(`/api/cart/update?token=&cartId=${id}`, init, said)).status).toBe(200)
    expect((await env.CART.getByName(id).read())?.lines).toHaveLength(1)
  })
})

describe('[F1] [G6] what only reads', () => {
  test('a socket of the chat is opened for our pages only', async () => {
    const foreign = snapshotResponse(await signedIn())
    for (const more of FOREIGN.filter(({ Origin }) => Origin !== SITE)) {
      const said = { Upgrade: 'websocket', ...more }
      expect((await foreign.send('/api/ext/chat/live', {}, said)).status).toBe(403)
    }
  })

  test('[D9] a coupon’s link of another site asks first', async () => {
    const cart = shopper.cookies.get('__Host-cart') ?? ''
    const before = await env.CART.getByName(cart).read()
    const page = await send(
      shopper,
      '/applycoupon/index/?coupon=SAVE10',
      {},
      { 'Sec-Fetch-Site': 'cross-site' },
    )
    expect(await page.text()).toContain('Coupon code')
    expect(await env.CART.getByName(cart).read()).toEqual(before)
  })
})

let again: Promise<Browser> | null = null
/** The dealer, signed in. */
function signedIn(): Promise<Browser> {
  again ??= (async () => {
    const browser = new Browser()
    await browser.signIn({ email: 'dealer@example.com', password: 'forty-four-rims-26' })
    return browser
  })()
  return again
}

async function rowsOfRiley(): Promise<unknown> {
  return env.DB.batch([
    env.DB.prepare('SELECT * FROM customer WHERE id = 1'),
    env.DB.prepare('SELECT * FROM customer_address WHERE customer_id = 1'),
    env.DB.prepare('SELECT * FROM wish_list_item WHERE customer_id = 1'),
  ]).then((all) => all.map(({ results }) => results))
}
