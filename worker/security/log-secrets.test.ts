/** Requests that use every credential, and a check that the log contains none of them. */
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { Browser, call, openShop, signInThroughApi } from '../account/testing/account.harness.ts'
import { StripeSandbox } from '../orders/payments/stripe/testing/stripe-sandbox.harness.ts'
import { deriveLinkToken, hashToken } from '../platform/security/secret-token.ts'
import { sampleRequest } from '../platform/testing/route-samples.ts'

beforeAll(openShop)
afterEach(() => {
  vi.restoreAllMocks()
})

const SOCIAL = {
  GOOGLE_CLIENT_ID: 'shop.apps.googleusercontent.com',
  GOOGLE_CLIENT_SECRET: 'google-secret-of-tests',
  CAPTCHA_SECRET: '0xcaptcha-secret',
  CAPTCHA_SITE_KEY: '0x00000000',
}
const form = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(fields),
})

/** Records all console output, with the causes of errors; returns a function that reads it. */
function recordLog(): () => string {
  const lines: string[] = []
  const format = (value: unknown): string =>
    value instanceof Error
      ? `${value.stack} ${format(value.cause)}`
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value)
  for (const level of ['error', 'warn', 'log', 'info', 'debug', 'trace'] as const) {
    vi.spyOn(console, level).mockImplementation((...args) => {
      lines.push(args.map(format).join(' '))
    })
  }
  return () => lines.join('\n')
}

/** Returns a database that fails with errors that contain its parameters, as libraries write them. */
function failingDatabase(): D1Database {
  return new Proxy(env.DB, {
    get: (target, name) => {
      if (name === 'batch') return () => Promise.reject(new Error('D1_ERROR: busy'))
      if (name !== 'prepare') return Reflect.get(target, name)
      return (sql: string) => ({
        bind: (...values: unknown[]) => {
          const fails = () => Promise.reject(new Error(`Failed query: ${sql}\nparams: ${values.join()}`))
          return { first: fails, all: fails, run: fails, raw: fails }
        },
        first: () => Promise.reject(new Error('D1_ERROR: busy')),
        all: () => Promise.reject(new Error('D1_ERROR: busy')),
      })
    },
  })
}

async function resetToken(): Promise<string> {
  const row = await env.DB.prepare(
    "SELECT json_extract(payload, '$.name') AS name FROM outbox WHERE kind = 'reset-password' ORDER BY id DESC",
  ).first<{ name: string }>()
  return deriveLinkToken('sessions of the tests, long enough', row?.name ?? '')
}

describe('[API8] [F1] no line of the log has a credential', () => {
  test('after sign-in, refresh, reset, a provider, a guest cart, a card order and webhooks, with success and failure', async () => {
    const readLog = recordLog()
    const stripe = new StripeSandbox()
    vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
      const { host } = new URL(input instanceof Request ? input.url : String(input))
      if (host === 'stripe.example') return stripe.fetch(input, init)
      return Promise.reject(new Error(`fetch ${String(input)} ${String(init?.body)} failed`))
    })
    const secrets = new Map<string, string>()
    const keep = (name: string, secret: string | undefined) => {
      if (!secret || secret.length < 6) throw new Error(`there is no ${name}`)
      secrets.set(name, secret)
    }
    const keepCookies = (browser: Browser) => {
      for (const name of ['session', 'cart', 'chat', 'device', 'social-start']) {
        const value = browser.cookies.get(`__Host-${name}`)
        if (value) keep(`the cookie ${name} ${secrets.size}`, decodeURIComponent(value))
      }
    }

    // A client of the API.
    keep('the password', 'tread-and-true-26')
    const { token, refreshToken } = await signInThroughApi()
    keep('the access token', token)
    keep('the refresh token', refreshToken)
    keep('its key', hashToken(refreshToken) ?? '')
    const again = await call<string>('POST', 'user/refresh', { refreshToken })
    keep('the second access token', again.result)
    await call('POST', 'user/refresh', { refreshToken: 'r'.repeat(43) })
    await call('GET', `user/me?token=${token}x`)
    const { result: cartId } = await call<string>('POST', 'cart/create?token=')
    keep('the cart token', cartId)
    const item = { cartItem: { sku: 'TL-2001-1', qty: 1 } }
    await call('POST', `cart/update?token=&cartId=${cartId}`, item)

    // A browser: sign-in, a wrong password, a reset link, and a new password.
    const browser = new Browser(SOCIAL)
    await browser.fetch('/cart/form/', form({ action: 'add', sku: 'TL-2001-1' }))
    await browser.fetch('/chat/form/', form({ action: 'say', text: 'Hello' }))
    await browser.signIn()
    keepCookies(browser)
    await browser.signIn({ email: 'riley@example.com', password: 'wrong-guess-26' })
    keep('the wrong password', 'wrong-guess-26')
    await new Browser().form({ action: 'forgot', emailAddress: 'riley@example.com' })
    keep('the reset token', await resetToken())
    const next = { password: 'another-road-26', rPassword: 'another-road-26' }
    keep('the next password', next.password)
    await browser.fetch(`/customer/account/createpassword/?token=${secrets.get('the reset token')}`)
    await new Browser().form({ action: 'reset', token: secrets.get('the reset token') ?? '', ...next })

    // The captcha and Google do not answer.
    keep('the captcha’s answer', '0.captcha-answer-of-the-widget')
    const person = { customer: { email: 'p@example.com', firstname: 'Ada', lastname: 'Lane' }, ...next }
    await browser.fetch('/api/user/create', {
      method: 'POST',
      body: JSON.stringify(person),
      headers: { 'x-recaptcha': '0.captcha-answer-of-the-widget' },
    })
    const out = await browser.fetch('/auth-login/start?provider=google')
    const state = new URL(out.headers.get('Location') ?? '').searchParams.get('state') ?? ''
    keep('the state', state)
    keep('the code', '4/0-code-of-google')
    keepCookies(browser)
    await browser.fetch(`/auth-login/?state=${state}&code=4/0-code-of-google`)

    // Cards: one that is declined, one that pays, and a webhook with a wrong signature.
    const { path = '', init } = sampleRequest('POST /api/order') ?? {}
    const orderBody = JSON.parse(String(init?.().body)) as { addressInformation: object }
    const order = (confirmation_token: string, more: object) => {
      const payment_method_additional = { confirmation_token }
      const about = {
        ...orderBody.addressInformation,
        payment_method_code: 'stripe',
        payment_method_additional,
      }
      return call('POST', path.slice(5), { ...orderBody, ...more, addressInformation: about })
    }
    keep('the card’s token', 'ctoken_declined')
    expect((await order('ctoken_declined', { cart_id: cartId })).code).toBe(402)
    expect((await order('ctoken_ok', { cart_id: cartId })).code).toBe(200)
    for (const { client_secret: secret } of stripe.intents.values()) keep('the card’s secret', secret ?? '')
    await browser.fetch('/webhooks/stripe', {
      method: 'POST',
      body: JSON.stringify({ client_secret: secrets.get('the card’s secret') }),
      headers: {
        'stripe-signature': 't=1,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
      },
    })

    // The same requests while D1 fails and its errors contain the parameters.
    const failing = new Browser({ ...SOCIAL, DB: failingDatabase() })
    for (const [name, value] of browser.cookies) failing.cookies.set(name, value)
    await failing.signIn()
    for (const address of [
      `/api/user/me?token=${token}`,
      `/api/cart/pull?token=&cartId=${cartId}`,
      `/api/cart/totals?token=${token}&cartId=${cartId}`,
      '/customer/account/',
      '/checkout/',
      `/auth-login/?state=${state}&code=4/0-code-of-google`,
    ]) {
      await failing.fetch(address)
    }
    for (const [address, body] of [
      ['/api/user/refresh', { refreshToken }],
      ['/api/user/login', { username: 'riley@example.com', password: 'another-road-26' }],
      [
        '/api/user/create-password',
        {
          email: 'riley@example.com',
          resetToken: secrets.get('the reset token'),
          newPassword: 'a-third-road',
        },
      ],
      [`/api/order?token=${token}`, { ...orderBody, cart_id: cartId }],
    ] as const) {
      await failing.fetch(address, { method: 'POST', body: JSON.stringify(body) })
    }

    const log = readLog()
    const found = [...secrets].filter(([, secret]) => log.includes(secret)).map(([name]) => name)
    expect(found).toEqual([])
    // The log has entries, but no mail addresses.
    expect(log).toContain('Failed query')
    expect(log).toContain('captcha')
    expect(log).not.toContain('riley@example.com')
    for (const name of [
      'google-secret-of-tests',
      '0xcaptcha-secret',
      'sk_test_treadline',
      'whsec_treadline',
    ]) {
      expect(log).not.toContain(name)
    }
  })

  test('a URL in the log has no query', async () => {
    const readLog = recordLog()
    const browser = new Browser({ DB: failingDatabase() })
    await browser.fetch('/api/stock/check/TL-1001?token=secret-in-the-query&sku=x')
    await browser.fetch('/nobody-knows/this?token=secret-in-the-query')
    expect(readLog()).toContain('"route":"/api/stock/check/:sku"')
    expect(readLog()).not.toContain('secret-in-the-query')
  })
})
