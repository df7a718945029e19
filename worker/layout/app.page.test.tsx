import { applyD1Migrations, createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { Hono } from 'hono'
import { beforeAll, expect, test } from 'vitest'
import { addToCart } from '../cart/update-cart.ts'
import { loadFixture } from '../catalog/index/testing/catalog.fixture.ts'
import { parseConfig } from '../config.ts'
import type { AppEnv } from '../env.ts'
import { newQuoteId } from '../identity/session/cart-id.ts'
import { randomBytes } from '../platform/security/random-bytes.ts'
import { requireConfig } from '../platform/security/require-config.ts'
import { appPage } from './app.page.tsx'
import { pageLayout } from './document.tsx'

const parsed = parseConfig(env)
const secret = parsed.ok ? parsed.config.cartSecret : ''
const app = new Hono<AppEnv>().use(pageLayout()).use(requireConfig()).get('*', appPage)

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
})

async function open(path: string, quoteId?: string) {
  const headers = quoteId ? { Cookie: `__Host-cart=${quoteId}` } : {}
  const response = await app.request(`https://shop.test${path}`, { headers }, env, createExecutionContext())
  return { response, html: await response.text() }
}

async function cartWith(sku: string): Promise<string> {
  const quoteId = newQuoteId(secret, randomBytes)
  await addToCart(env, quoteId, { sku, parentSku: null, option: null, qty: 1 }, Date.now())
  return quoteId
}

test('[A1] the cart, the checkout and the thank-you page are rendered on the server', async () => {
  const quoteId = await cartWith('TL-2001-2')
  const cart = await open('/cart/', quoteId)
  expect(cart.response.status).toBe(200)
  expect(cart.html).toContain('Cart, <!-- -->2 tires')
  expect(cart.html).toContain('<title>Cart | Treadline</title>')
  const checkout = await open('/checkout/', quoteId)
  expect(checkout.html).toContain('Customer information')
  expect(checkout.html).toContain('autoComplete="email"')
  expect((await open('/checkout/onepage/success/', quoteId)).html).toContain('No order in this browser')
})

test('[H5] cart and sign-in may be indexed at one canonical address each; pages about one order may not', async () => {
  const quoteId = await cartWith('TL-2001-2')
  const cart = await open('/cart/?notice=added', quoteId)
  expect(cart.html).toContain('<link rel="canonical" href="https://shop.example/cart/"')
  expect((await open('/login/?back=%2Fcart%2F')).html).toContain('href="https://shop.example/login/"')
  for (const { html } of [cart, await open('/login/')]) expect(html).not.toContain('noindex')
  for (const path of ['/checkout/', '/checkout/onepage/success/', '/register/']) {
    expect((await open(path, quoteId)).html, path).toContain('content="noindex"')
  }
})

test('[A11] the checkout has the minimal layout, the cart the default layout', async () => {
  const quoteId = await cartWith('TL-2001-2')
  expect((await open('/cart/', quoteId)).html).toContain('aria-label="Shop"')
  expect((await open('/checkout/', quoteId)).html).not.toContain('aria-label="Shop"')
})

test('every script has the nonce of its own response, and the page is not cached', async () => {
  const [first, second] = [await open('/cart/'), await open('/cart/')]
  const policy = first.response.headers.get('Content-Security-Policy') ?? ''
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
  expect(nonce).toHaveLength(24)
  expect(second.response.headers.get('Content-Security-Policy')).not.toContain(nonce)
  const scripts = first.html.match(/<script\b[^>]*>/g) ?? []
  expect(scripts.length).toBeGreaterThan(1)
  for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`)
  expect(first.response.headers.get('Cache-Control')).toBe('private, no-store')
})

test('the router’s own scripts are outside the element that the browser hydrates', async () => {
  const { html } = await open('/cart/', await cartWith('TL-2001-2'))
  const app = html.slice(html.indexOf('<div id="app">'), html.indexOf('</main>'))
  expect(app).toContain('Check out')
  expect(app).not.toContain('<script')
})

test('no cart id is in the page', async () => {
  const quoteId = await cartWith('TL-2001-2')
  for (const path of ['/cart/', '/checkout/']) expect((await open(path, quoteId)).html).not.toContain(quoteId)
})

test('an unknown notice in the address redirects to the address without it, and a known code is shown', async () => {
  const { response } = await open('/cart/?notice=Your+card+was+stolen')
  expect(response.status).toBe(307)
  expect(response.headers.get('Location')).toMatch(/^(https:\/\/shop\.test)?\/cart\/$/)
  const { html } = await open('/cart/?notice=coupon-refused')
  expect(html).toContain('entered an incorrect coupon code')
})
