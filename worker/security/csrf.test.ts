/**
 * Requests of another site with the cookies of a shopper to every endpoint that changes something. The first
 * test fails for a new endpoint that is in none of the lists.
 */
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  Browser,
  call,
  newNetwork,
  openShop,
  SITE,
  signInThroughApi,
} from '../account/testing/account.harness.ts'
import { signUnsubscribe } from '../content/newsletter/unsubscribe-signature.ts'
import { sampleRequest } from '../platform/testing/route-samples.ts'
import { allRoutes, copyBrowser, snapshotStores } from '../platform/testing/security.harness.ts'

/** Headers of requests by another site. An old browser sends cookies with the first of them. */
const FOREIGN: Record<string, string>[] = [
  { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
  { Origin: 'https://evil.example' },
  { Origin: 'https://shop.example.evil.example' },
  { Origin: 'https://sub.shop.example', 'Sec-Fetch-Site': 'same-site' },
  { Origin: 'http://shop.example' },
  { Origin: 'null' },
  { 'Sec-Fetch-Site': 'none' },
  // A page of the shop in a frame of another site, or a proxy that adds an `Origin`.
  { Origin: SITE, 'Sec-Fetch-Site': 'cross-site' },
  { Referer: `${SITE}/cart/` },
  {},
]

interface Endpoint {
  /** Status for another site with the cookies. */
  refused: number
  /** Status for a page of the shop; if absent, any status below 400. */
  ours?: number
  /** True for an endpoint that only reads. */
  changesNothing?: true
  by?: 'staff'
}

/** Endpoints that a cookie authorizes. The order matters, because some need the effect of an earlier one. */
const BY_COOKIE: Record<string, Endpoint> = {
  'POST /cart/form/': { refused: 403 },
  'POST /checkout/form/': { refused: 403 },
  // This configuration has no wallet; worker/checkout/express/express-paypal.test.ts tests one.
  'POST /checkout/express/': { refused: 403, changesNothing: true },
  'POST /api/ext/express/quote': { refused: 403, changesNothing: true },
  // It stores the choice in a cookie.
  'POST /cards/form/': { refused: 403, changesNothing: true },
  'POST /newsletter/form/': { refused: 403 },
  'POST /stock-alerts/form': { refused: 403 },
  'POST /stock-alerts/mine': { refused: 403 },
  'POST /contacts/form/': { refused: 403 },
  'POST /reviews/form/': { refused: 403 },
  // The review is unknown here, and a repeated question waits once (worker/content/reviews/model-reviews.test.ts).
  'POST /reviews/vote/': { refused: 403, changesNothing: true },
  'POST /questions/form/': { refused: 403, changesNothing: true },
  'POST /customer/account/form/': { refused: 403 },
  'POST /customer/account/wish-list/form/': { refused: 403 },
  'POST /chat/form/': { refused: 403 },
  'POST /staff/form/': { refused: 403, by: 'staff' },
  // No such order waits here; worker/staff/picking/picking.test.ts begins a run.
  'POST /staff/pick/form/': { refused: 403, changesNothing: true, by: 'staff' },
  // No such tire is scanned here; worker/staff/counter/counter.test.ts sells one.
  'POST /staff/sell/drawer': { refused: 403, by: 'staff' },
  'POST /staff/sell/form/': { refused: 403, changesNothing: true, by: 'staff' },
  // What they name is unknown here; the tests beside each form change something.
  'POST /staff/bulk/form': { refused: 403, ours: 404, changesNothing: true, by: 'staff' },
  'POST /staff/redirects/form': { refused: 403, changesNothing: true, by: 'staff' },
  'POST /staff/taxes/form': { refused: 403, changesNothing: true, by: 'staff' },
  'POST /staff/texts/form': { refused: 403, changesNothing: true, by: 'staff' },
  'POST /staff/credit/form': { refused: 403, by: 'staff' },
  'POST /staff/coupons/form/': { refused: 403, changesNothing: true, by: 'staff' },
  'POST /staff/dealers/form/': { refused: 403, changesNothing: true, by: 'staff' },
  'POST /staff/orders/form/': { refused: 403, ours: 404, changesNothing: true, by: 'staff' },
  'POST /staff/settings/closed-days': { refused: 403, changesNothing: true, ours: 422, by: 'staff' },
  'POST /staff/carriers/upload': { refused: 403, changesNothing: true, ours: 422, by: 'staff' },
  'POST /staff/carriers/form': { refused: 403, changesNothing: true, ours: 404, by: 'staff' },
  'POST /staff/pack/form/': { refused: 403, changesNothing: true, by: 'staff' },
  'POST /staff/recalls/form/': { refused: 403, changesNothing: true, by: 'staff' },
  'POST /staff/recalls/file/': { refused: 403, changesNothing: true, by: 'staff' },
  'POST /staff/registrations/form/': { refused: 403, changesNothing: true, by: 'staff' },
  'POST /staff/plans/form': { refused: 403, ours: 404, changesNothing: true, by: 'staff' },
  'POST /staff/intake/form': { refused: 403, ours: 422, by: 'staff' },
  'POST /staff/units/photos': { refused: 403, ours: 404, changesNothing: true, by: 'staff' },
  'POST /staff/returns/photos': { refused: 403, ours: 404, changesNothing: true, by: 'staff' },
  'POST /staff/returns/form': { refused: 403, ours: 404, changesNothing: true, by: 'staff' },
  'POST /staff/sets/form': { refused: 403, ours: 422, changesNothing: true, by: 'staff' },
  // An unknown role ends here; worker/staff/people/roles.test.ts makes one.
  'POST /staff/people/roles/form': { refused: 403, changesNothing: true, by: 'staff' },
  // An unknown key ends here; worker/staff/api/api-keys.test.ts makes one.
  'POST /staff/settings/api/form': { refused: 403, changesNothing: true, by: 'staff' },
  'POST /staff/settings/form/': { refused: 403, changesNothing: true, by: 'staff' },
  'POST /staff/import/': { refused: 403, ours: 422, changesNothing: true, by: 'staff' },
  'POST /staff/customers/merges/form': { refused: 403, changesNothing: true, by: 'staff' },
  'POST /staff/customers/form/': { refused: 403, changesNothing: true, by: 'staff' },
  // The id is unknown here; worker/cart/abandoned/abandoned-cart-recovery.form.test.ts tests a valid one.
  'POST /reclaim/checkout/cart/': { refused: 403, ours: 404, changesNothing: true },
  'POST /api/cart/update': { refused: 403 },
  'POST /api/cart/delete': { refused: 403 },
  'POST /api/cart/collect-totals': { refused: 403, changesNothing: true },
  'POST /api/cart/shipping-methods': { refused: 403, changesNothing: true },
  'POST /api/cart/shipping-information': { refused: 403 },
  'POST /api/cart/apply-coupon': { refused: 403 },
  'POST /api/cart/delete-coupon': { refused: 403 },
  'POST /api/ext/express/order': { refused: 403, ours: 409 },
  'POST /api/order': { refused: 403 },
  'POST /api/user/me': { refused: 401 },
  'POST /api/ext/wish-list': { refused: 401 },
  'POST /api/ext/garage': { refused: 401 },
  'POST /api/ext/dealer-documents': { refused: 401 },
  'DELETE /api/ext/dealer-documents/:id{[0-9]{1,15}}': { refused: 401 },
  'POST /api/ext/staff/reviews': { refused: 401, by: 'staff' },
  'POST /api/ext/staff/passkeys/begin': { refused: 403, by: 'staff' },
  // The answers to these challenges are wrong here; worker/staff/sign-in/passkey.api.test.ts has right ones.
  'POST /api/ext/staff/passkeys/finish': { refused: 403, ours: 409, changesNothing: true, by: 'staff' },
  'POST /api/ext/staff/sign-in/begin': { refused: 403, by: 'staff' },
  'POST /api/ext/staff/sign-in/finish': { refused: 403, ours: 401, changesNothing: true, by: 'staff' },
  'POST /staff/audit/form/': { refused: 403, changesNothing: true, by: 'staff' },
  'POST /staff/bins/form': { refused: 403, by: 'staff' },
  'POST /staff/labels/form': { refused: 403, by: 'staff' },
  'POST /staff/intake/lots/': { refused: 403, by: 'staff' },
  'POST /staff/units/views/form': { refused: 403, by: 'staff' },
  // No unit has this sku; worker/staff/units/unit-pages.test.ts and intake/yard-pages.test.ts change one.
  'POST /staff/units/form': { refused: 403, changesNothing: true, by: 'staff' },
  'POST /staff/intake/queue/': { refused: 403, changesNothing: true, by: 'staff' },
  'PATCH /api/ext/staff/units/:sku': { refused: 401, ours: 428, changesNothing: true, by: 'staff' },
  'POST /api/ext/staff/changes': { refused: 401, ours: 400, changesNothing: true, by: 'staff' },
  'POST /api/ext/staff/units/grid': { refused: 401, ours: 400, changesNothing: true, by: 'staff' },
  'POST /api/ext/staff/changes/undo': { refused: 401, ours: 400, changesNothing: true, by: 'staff' },
  'POST /api/ext/staff/intake/numbers': { refused: 401, by: 'staff' },
  'PUT /api/ext/staff/intake/:key': { refused: 401, by: 'staff' },
  'PUT /api/ext/staff/intake/:key/photos/:slot': {
    refused: 401,
    ours: 400,
    changesNothing: true,
    by: 'staff',
  },
  'POST /api/ext/staff/intake/:key/publish': { refused: 401, ours: 409, changesNothing: true, by: 'staff' },
  'POST /api/ext/staff/intake/:key/scrap': { refused: 401, ours: 409, changesNothing: true, by: 'staff' },
  'POST /api/ext/staff/verify': { refused: 403, ours: 401, changesNothing: true, by: 'staff' },
  'POST /staff/sign-in/form/': { refused: 403, ours: 422, changesNothing: true, by: 'staff' },
  'POST /staff/me/form/': { refused: 403, by: 'staff' },
  'POST /staff/people/form/': { refused: 403, by: 'staff' },
  'POST /api/ext/staff/sign-out': { refused: 403, by: 'staff' },
  // Its events are a message of a queue.
  'POST /api/ext/events': { refused: 403, changesNothing: true },
  'POST /api/user/change-password': { refused: 401 },
  'POST /account/form/': { refused: 403 },
}

/** Endpoints that read no cookie: they do the same for every caller. */
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
  // The first reads the cookie of the cart for a page of the shop (paypal-payment.test.ts); both call the
  // wallet and change nothing here.
  'POST /api/ext/paypal/setExpressCheckout',
  'POST /api/ext/paypal/complete',
  // The same for pay later.
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

/** Endpoints that a signature authorizes: the link of a mail, or the signature of a provider. */
const BY_SIGNATURE: readonly string[] = [
  // Wrong signatures: worker/compat/order.api-life.test.ts.
  'POST /pay/:sale{[1-9][0-9]{0,14}}/:proof',
  'POST /order/:order/:proof',
  'POST /order/:order/:proof/mounting',
  'POST /order/:order/:proof/arrived',
  'POST /order/:order/:proof/return',
  'POST /order/:order/:proof/return/:number{[0-9]{1,3}}',
  // Wrong signatures: worker/catalog/stock-alerts/stock-alerts.test.ts.
  'POST /stock-alerts/stop',
  // Wrong signatures: worker/staff/customers/order-merges.test.ts.
  'POST /order-merge',
  // Wrong signatures: worker/staff/today/daily-summary.test.ts.
  'POST /staff/daily-summary',
  'POST /newsletter/stop/',
  'POST /reclaim/stop/',
  'POST /reviews/stop/',
  'POST /webhooks/stripe',
  'POST /webhooks/paypal',
  // Forged carts: worker/checkout/express/express-paypal.test.ts.
  'POST /webhooks/paypal-shipping',
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
  await Promise.all([shopper.signIn(), staff.signInAsStaff()])
  for (const text of ['One.', 'Two.']) {
    await call('POST', 'review/create', {
      review: { product_id: await idOf('TL-1001'), title: 'Read me', detail: text, nickname: 'Sam' },
    })
  }
  // Creates a cart and a conversation before the first refusal.
  await shopper.fetch('/cart/form/', post({ action: 'add', sku: 'TL-2001-1' }))
  await shopper.fetch('/chat/form/', post({ action: 'say', text: 'Good morning' }))
})

async function idOf(sku: string): Promise<number> {
  return (await env.DB.prepare('SELECT id FROM product WHERE sku = ?').bind(sku).first<number>('id')) ?? 0
}

function post(fields: Record<string, unknown>): RequestInit {
  return { method: 'POST', body: new URLSearchParams(fields as Record<string, string>) }
}

/** Sends a request with the cookies of the browser and only these headers. */
function send(browser: Browser, path: string, init: RequestInit, headers: Record<string, string>) {
  return copyBrowser(browser).send(path, init, headers)
}

test('[G8] [F1] each endpoint that changes something is in one of the lists, and each entry is an endpoint', () => {
  const listed = [...Object.keys(BY_COOKIE), ...FOR_ANYBODY, ...BY_SIGNATURE]
  expect(allRoutes().sort()).toEqual(listed.sort())
})

describe('[F1] an endpoint that a cookie authorizes', () => {
  test.each(Object.entries(BY_COOKIE))('%s', async (name, endpoint) => {
    const browser = endpoint.by === 'staff' ? staff : shopper
    const { path = '', init } = sampleRequest(name) ?? {}
    const before = await snapshotStores(browser)
    for (const headers of FOREIGN) {
      const response = await send(browser, path, init?.() ?? {}, headers)
      expect([headers, response.status]).toEqual([headers, endpoint.refused])
      expect(response.headers.getSetCookie()).toEqual([])
      expect(response.headers.get('Access-Control-Allow-Credentials')).toBeNull()
    }
    expect(await snapshotStores(browser)).toBe(before)
    // An old browser sends only the origin of the page.
    const ours = await send(browser, path, init?.() ?? {}, { Origin: SITE })
    if (endpoint.ours === undefined) expect(ours.status).toBeLessThan(400)
    else expect(ours.status).toBe(endpoint.ours)
    expect((await snapshotStores(browser)) === before).toBe(endpoint.changesNothing === true)
  })
})

describe('[F1] an endpoint that reads no cookie', () => {
  test('treats another site like an unknown client, sets no cookie, and changes no data of the shopper', async () => {
    const before = await rowsOfRiley()
    for (const name of FOR_ANYBODY) {
      const { path = '', init } = sampleRequest(name) ?? {}
      const method = init?.().method ?? ''
      const request = async (withCookies: boolean) => {
        const browser = withCookies ? copyBrowser(shopper, newNetwork()) : new Browser()
        const headers = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
        const response = await browser.send(path, { method, body: '{}' }, headers)
        expect([name, response.headers.getSetCookie()]).toEqual([name, []])
        return response.status
      }
      expect([name, await request(true)]).toEqual([name, await request(false)])
    }
    expect(await rowsOfRiley()).toEqual(before)
  })

  test('[C12] a review from another site has no customer', async () => {
    const foreign = copyBrowser(await signedIn())
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
  test('the link of a mail works from any site, and cookies do not replace its signature', async () => {
    const { id } = (await env.DB.prepare(
      "INSERT INTO newsletter_subscriber (email, mailbox, status, created_at, changed_at) VALUES ('stop@example.com', 'stop@example.com', 'subscribed', 0, 0) RETURNING id",
    ).first<{ id: number }>()) ?? { id: 0 }
    const unsubscribe = async (signature: string, browser: Browser) =>
      (await browser.send('/newsletter/stop/', post({ id: String(id), proof: signature }), {})).status
    const withCookies = copyBrowser(await signedIn())
    expect(await unsubscribe('x'.repeat(24), withCookies)).toBe(404)
    expect(await unsubscribe(signUnsubscribe(env.CART_SECRET, id + 1), withCookies)).toBe(404)
    expect(await unsubscribe(signUnsubscribe(env.CART_SECRET, id), new Browser())).toBe(303)
  })

  test('a provider’s message needs its signature', async () => {
    const withCookies = copyBrowser(await signedIn())
    const headers = { 'stripe-signature': 't=1,v1=00', 'Sec-Fetch-Site': 'same-origin', Origin: SITE }
    expect((await withCookies.send('/webhooks/stripe', { method: 'POST', body: '{}' }, headers)).status).toBe(
      400,
    )
  })
})

describe('[F1] [H8] a client of the API on another origin', () => {
  const headers = { Origin: 'https://client.example', 'Sec-Fetch-Site': 'cross-site' }
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

  test.each(CALLS)('needs only the token and no cookie: %s /api/%s', async (method, path, body) => {
    const token = await dealerToken()
    const init: RequestInit = body === undefined ? { method } : { method, body: JSON.stringify(body) }
    const client = new Browser()
    const code = async (query: string, more: Record<string, string> = {}) =>
      (await client.send(`/api/${path}${query}`, init, { ...headers, ...more })).status
    expect(await code('')).toBe(401)
    expect(await code(`?token=${token}`)).toBe(200)
    expect(await code('', { Authorization: `Bearer ${token}` })).toBe(200)
    expect(client.cookies.size).toBe(0)
  })

  let cachedToken: Promise<string> | null = null
  function dealerToken(): Promise<string> {
    cachedToken ??= signInThroughApi(DEALER).then(({ token }) => token)
    return cachedToken
  }

  test('names its cart, and the cookie of another cart is ignored', async () => {
    const { result: id } = await call<string>('POST', 'cart/create?token=')
    const foreign = copyBrowser(await signedIn())
    const init = { method: 'POST', body: JSON.stringify({ cartItem: { sku: 'TL-2001-1', qty: 1 } }) }
    expect((await foreign.send(`/api/cart/update?token=&cartId=${id}`, init, headers)).status).toBe(200)
    expect((await env.CART.getByName(id).read())?.lines).toHaveLength(1)
  })
})

describe('[F1] [G6] an endpoint that only reads', () => {
  test('a chat socket is opened only for pages of the shop', async () => {
    const foreign = copyBrowser(await signedIn())
    for (const more of FOREIGN.filter(({ Origin }) => Origin !== SITE)) {
      const headers = { Upgrade: 'websocket', ...more }
      expect((await foreign.send('/api/ext/chat/live', {}, headers)).status).toBe(403)
    }
  })

  test('[D9] a coupon link on another site needs a confirmation', async () => {
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

let cachedBrowser: Promise<Browser> | null = null
/** Returns a browser in which the dealer is signed in. */
function signedIn(): Promise<Browser> {
  cachedBrowser ??= (async () => {
    const browser = new Browser()
    await browser.signIn({ email: 'dealer@example.com', password: 'forty-four-rims-26' })
    return browser
  })()
  return cachedBrowser
}

async function rowsOfRiley(): Promise<unknown> {
  return env.DB.batch([
    env.DB.prepare('SELECT * FROM customer WHERE id = 1'),
    env.DB.prepare('SELECT * FROM customer_address WHERE customer_id = 1'),
    env.DB.prepare('SELECT * FROM wish_list_item WHERE customer_id = 1'),
  ]).then((all) => all.map(({ results }) => results))
}
