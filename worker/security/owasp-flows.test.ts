/** The second half of the OWASP API Security Top 10; owasp.test.ts lists the other tests. */
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { Browser, newNetwork, openShop, RILEY } from '../account/testing/account.harness.ts'
import { StripeSandbox } from '../orders/payments/stripe/testing/stripe-sandbox.harness.ts'
import { sampleRequest } from '../platform/testing/route-samples.ts'
import { allRoutes, copyBrowser } from '../platform/testing/security.harness.ts'

let riley: Browser
beforeAll(async () => {
  await openShop()
  riley = new Browser()
  await riley.signIn()
})
afterEach(() => {
  vi.restoreAllMocks()
})

const json = (body: unknown): RequestInit => ({ method: 'POST', body: JSON.stringify(body) })
const form = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(fields),
})

describe('[API6] sensitive flows', () => {
  test('[D9] coupons cannot be guessed: a network has a few attempts a minute, over the API and the form together', async () => {
    const browser = new Browser()
    await browser.fetch('/cart/form/', form({ action: 'add', sku: 'TL-2001-1' }))
    const statuses: number[] = []
    // The platform counts by minutes of the clock. If a minute ends during the test, the limit is reached in
    // the next one.
    for (let n = 0; n < 24 && statuses.at(-2) !== 429; n += 1) {
      statuses.push((await browser.fetch(`/api/cart/apply-coupon?coupon=GUESS${n}`, json({}))).status)
      const init = {
        ...form({ action: 'coupon', coupon: `GUESS${n}` }),
        headers: { Accept: 'application/json' },
      }
      statuses.push((await browser.fetch('/cart/form/', init)).status)
    }
    expect(statuses.slice(0, 18)).not.toContain(429)
    expect(statuses.slice(-2)).toEqual([429, 429])
    // Shoppers in other networks are not limited.
    expect(
      (await copyBrowser(browser, newNetwork()).fetch('/api/cart/apply-coupon?coupon=SAVE10', json({})))
        .status,
    ).toBe(200)
  })

  test('[E8] cards cannot be tested: after refused cards their network, cart and mailbox are limited; cash is not', async () => {
    const stripe = new StripeSandbox()
    vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => stripe.fetch(input, init))
    const withCart = async (network = newNetwork()) => {
      const browser = copyBrowser(new Browser(), network)
      await browser.fetch('/cart/form/', form({ action: 'add', sku: 'TL-2001-1' }))
      return browser
    }
    /** Orders with a new card that the provider refuses. */
    const order = async (browser: Browser, email: string, method = 'stripe') => {
      const { path = '', init } = sampleRequest('POST /api/order') ?? {}
      const { addressInformation: info } = JSON.parse(String(init?.().body))
      const about = {
        ...info,
        billingAddress: { ...info.billingAddress, email },
        payment_method_code: method,
        payment_method_additional: { confirmation_token: `ctoken_${crypto.randomUUID()}` },
      }
      return (await browser.fetch(path, json({ addressInformation: about }))).status
    }
    const setFailures = (failures: number) =>
      env.DB.prepare(
        'UPDATE sign_in_attempt SET failures = ? WHERE last_at = (SELECT max(last_at) FROM sign_in_attempt)',
      )
        .bind(failures)
        .run()
    const tester = await withCart()
    expect(await order(tester, 'cards.tester+1@gmail.com')).toBe(402)
    // Sets the count of the network, the cart and the mailbox to that of an hour of attempts.
    await setFailures(20)
    const before = stripe.calls.length
    expect(await order(await withCart(tester.network), 'one@example.com')).toBe(429)
    expect(await order(copyBrowser(tester, newNetwork()), 'two@example.com')).toBe(429)
    expect(await order(await withCart(), 'cardstester@googlemail.com')).toBe(429)
    expect(stripe.calls.length).toBe(before)
    // Concurrent attempts are counted one by one.
    const other = await withCart()
    expect(await order(other, 'three@example.com')).toBe(402)
    await setFailures(18)
    const carts = await Promise.all([1, 2, 3, 4].map(() => withCart(other.network)))
    const burst = await Promise.all(carts.map((cart, n) => order(cart, `at-once-${n}@example.com`)))
    expect(burst.sort()).toEqual([402, 402, 429, 429])
    expect(await order(tester, 'cards.tester+1@gmail.com', 'cashondelivery')).toBe(200)
  })
})

describe('[API7] server side requests', () => {
  test('no input makes the shop send a request to another host', async () => {
    const hosts: string[] = []
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
      hosts.push(new URL(input instanceof Request ? input.url : String(input)).host)
      return new Response(null, { status: 503 })
    })
    const EVIL = 'http://169.254.169.254/latest/meta-data/'
    for (const path of [
      `/auth-login/start?provider=${EVIL}&back=${EVIL}`,
      `/auth-login/?state=x&code=${EVIL}&redirect_uri=${EVIL}`,
      `/checkout/return/paypal?order=${EVIL}&token=${EVIL}`,
      `/photos/${EVIL}`,
      `/pictures/${EVIL}`,
      `/api/url/map?url=${EVIL}`,
      `/api/ext/geolocation?ip=${EVIL}`,
      `/login/?back=${EVIL}`,
    ]) {
      const response = await new Browser().fetch(path)
      const location = response.headers.get('Location')
      if (location !== null) expect(new URL(location, 'https://shop.example').host).toBe('shop.example')
    }
    for (const body of [
      { provider: 'google', token: EVIL, redirect_uri: EVIL },
      { provider: EVIL, token: EVIL },
    ]) {
      await new Browser().fetch('/api/ext/social-login', json(body))
    }
    const back = { action: 'sign-in', emailAddress: RILEY.email, password: RILEY.password, back: EVIL }
    const signedIn = await new Browser().form(back)
    expect(signedIn.headers.get('Location')).toBe('/customer/account/')
    // The queue may send the mail of an order during the test.
    expect(hosts.filter((host) => host !== 'mail.example')).toEqual([])
  })
})

describe('[API8] configuration', () => {
  test('every reply has the security headers and no header that names the platform', async () => {
    const unguarded: string[] = []
    for (const endpoint of allRoutes(['GET'])) {
      const { path = '' } = sampleRequest(endpoint) ?? {}
      const { headers } = await copyBrowser(riley, newNetwork()).fetch(path)
      const isGuarded =
        headers.get('X-Content-Type-Options') === 'nosniff' &&
        headers.has('Content-Security-Policy') &&
        headers.has('Strict-Transport-Security') &&
        headers.has('Cache-Control') &&
        !headers.has('X-Powered-By') &&
        !headers.has('Server') &&
        !headers.has('Access-Control-Allow-Credentials')
      if (!isGuarded) unguarded.push(endpoint)
    }
    expect(unguarded).toEqual([])
  })

  test('unused methods are refused', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
      for (const path of ['/cart/form/', '/api/user/me', '/api/cart/update', '/customer/account/form/']) {
        expect([404, 405]).toContain((await riley.fetch(path, { method })).status)
      }
    }
    for (const name of ['X-HTTP-Method-Override', 'X-Method-Override']) {
      const headers = { [name]: 'DELETE' }
      expect((await riley.fetch('/api/ext/dealer-documents/1', { method: 'GET', headers })).status).toBe(404)
    }
  })
})

describe('[API9] inventory', () => {
  test('no endpoint of development, of an older version or of the platform answers', async () => {
    for (const path of [
      '/debug',
      '/test',
      '/__debug',
      '/admin',
      '/api/admin',
      '/api/debug',
      '/api/internal',
      '/metrics',
      '/health',
      '/.env',
      '/.dev.vars',
      '/.git/config',
      '/wrangler.toml',
      '/package.json',
      '/api/v1/user/me',
      '/api/v2/cart/pull',
      '/api/test',
      '/graphql',
      '/api/graphql',
      '/swagger.json',
      '/cdn-cgi/mf/scheduled',
      '/__scheduled',
      '/__vite_ping',
      '/@vite/client',
      '/worker/app.ts',
      '/control',
      '/sandbox/mail',
    ]) {
      expect([path, (await riley.fetch(path)).status]).toEqual([path, 404])
    }
  })
})

describe('[API10] replies of providers', () => {
  const SOCIAL = {
    GOOGLE_CLIENT_ID: 'shop.apps.googleusercontent.com',
    GOOGLE_CLIENT_SECRET: 'google-secret',
    FACEBOOK_APP_ID: '1000001',
    FACEBOOK_APP_SECRET: 'facebook-secret',
    CAPTCHA_SECRET: '0x00000000',
    CAPTCHA_SITE_KEY: '0x00000000',
  }
  const REPLIES: [name: string, reply: () => Promise<Response>][] = [
    ['no JSON', async () => new Response('<html>busy</html>')],
    ['an empty reply', async () => new Response(null, { status: 204 })],
    ['JSON of another shape', async () => Response.json([null, 1, { success: 'yes', keys: {}, data: [] }])],
    [
      'a polluted prototype',
      async () => new Response('{"__proto__":{"success":true,"is_valid":true},"constructor":1}'),
    ],
    ['a reply that is far too large', async () => new Response(new Uint8Array(4_000_000).fill(91))],
    ['a redirect', async () => Response.redirect('http://169.254.169.254/', 302)],
    ['no reply', () => Promise.reject(new DOMException('The operation timed out', 'TimeoutError'))],
  ]

  test.each(REPLIES)('%s signs in no visitor and causes no server error', async (_, reply) => {
    vi.spyOn(console, 'warn').mockReturnValue()
    vi.spyOn(globalThis, 'fetch').mockImplementation(reply)
    const before = await env.DB.prepare('SELECT count(*) AS n FROM customer').first('n')
    const token = `${Buffer.from('{"alg":"RS256","kid":"k"}').toString('base64url')}.e30.AA`
    for (const provider of ['google', 'facebook']) {
      const browser = new Browser(SOCIAL)
      const response = await browser.fetch('/api/ext/social-login', json({ provider, token }))
      expect([provider, response.status]).toEqual([provider, 401])
      const out = await browser.fetch(`/auth-login/start?provider=${provider}`)
      const state = new URL(out.headers.get('Location') ?? '').searchParams.get('state')
      const back = await browser.fetch(`/auth-login/?state=${state}&code=code`)
      expect(back.headers.get('Location')).toBe('/login/')
      expect(browser.cookies.has('__Host-session')).toBe(false)
    }
    const person = {
      customer: { email: 'p@example.com', firstname: 'Ada', lastname: 'Lane' },
      password: 'rubber-road',
    }
    const init = { ...json(person), headers: { 'x-recaptcha': 'response' } }
    expect((await new Browser(SOCIAL).fetch('/api/user/create', init)).status).toBe(400)
    expect(await env.DB.prepare('SELECT count(*) AS n FROM customer').first('n')).toBe(before)
  })
})
