import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Browser, openShop } from '../../account/testing/account.harness.ts'
import { checkCaptcha } from './captcha.ts'

const CAPTCHA = { secret: 'captcha-secret', siteKey: 'site-key', url: 'https://captcha.example' }
const CAPTCHA_ENV = {
  CAPTCHA_SECRET: CAPTCHA.secret,
  CAPTCHA_SITE_KEY: CAPTCHA.siteKey,
  CAPTCHA_URL: CAPTCHA.url,
}

beforeAll(openShop)
afterEach(() => {
  vi.restoreAllMocks()
})

/** Mocks the service, which accepts the response `person` only. */
function mockService() {
  return vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    const fields = new URLSearchParams(String(init?.body))
    return Response.json({
      success: fields.get('response') === 'person' && fields.get('secret') === CAPTCHA.secret,
    })
  })
}

test('[F1] without a configured captcha every form is accepted', async () => {
  const service = mockService()
  expect(await checkCaptcha({ captcha: null }, undefined, '10.0.0.1')).toBe(true)
  expect(service).not.toHaveBeenCalled()
})

test('[F1] the service decides; an empty or too long response and a failing service are a refusal', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const service = mockService()
  const check = (response: string | null) => checkCaptcha({ captcha: CAPTCHA }, response, '10.0.0.1')
  expect(await check('person')).toBe(true)
  expect(String(service.mock.calls[0]?.[0])).toBe('https://captcha.example/turnstile/v0/siteverify')
  expect(await check('robot')).toBe(false)
  const calls = service.mock.calls.length
  for (const response of [null, '', 'x'.repeat(2049)]) expect(await check(response)).toBe(false)
  expect(service.mock.calls).toHaveLength(calls)
  service.mockResolvedValue(new Response('<html>', { status: 502 }))
  expect(await check('person')).toBe(false)
  service.mockRejectedValue(new Error('down'))
  expect(await check('person')).toBe(false)
})

test('[F1] a registration requires the captcha, in a header of the API and in a field of the form', async () => {
  mockService()
  const browser = new Browser(CAPTCHA_ENV)
  const create = async (headers: Record<string, string>) => {
    const customer = { email: 'captcha@example.com', firstname: 'Ada', lastname: 'Lane' }
    const body = JSON.stringify({ customer, password: 'rubber-meets-road' })
    return (await browser.fetch('/api/user/create', { method: 'POST', body, headers })).status
  }
  expect(await create({})).toBe(400)
  expect(await create({ 'x-recaptcha': 'robot' })).toBe(400)
  expect(await create({ 'x-recaptcha': 'person' })).toBe(200)
  const form = (more: Record<string, string>) =>
    browser.form({
      ...{ action: 'register', emailAddress: 'captcha2@example.com', firstName: 'Ada', lastName: 'Lane' },
      ...{ password: 'rubber-meets-road', rPassword: 'rubber-meets-road', acceptTermsAndConditions: 'on' },
      ...more,
    })
  expect((await form({})).headers.get('Location')).toBe('/register/')
  expect((await form({ 'cf-turnstile-response': 'person' })).headers.get('Location')).toBe(
    '/customer/account/',
  )
})

test('[F1] without the captcha the API does not reveal accounts, and the form sends no link', async () => {
  mockService()
  const browser = new Browser(CAPTCHA_ENV)
  const reset = async (email: string, headers: Record<string, string> = {}) => {
    const body = JSON.stringify({ email })
    return (await browser.fetch('/api/user/reset-password', { method: 'POST', body, headers })).json()
  }
  expect(await reset('nobody@example.com')).toEqual({ code: 200, result: true })
  expect(await reset('riley@example.com')).toEqual({ code: 200, result: true })
  expect(await reset('nobody@example.com', { 'x-recaptcha': 'person' })).toMatchObject({ code: 404 })
  const links = async () =>
    (await env.DB.prepare('SELECT count(*) AS n FROM password_reset').first<{ n: number }>())?.n
  const before = await links()
  await browser.form({ action: 'forgot', emailAddress: 'riley@example.com' })
  expect(await links()).toBe(before)
})

test('[H13c] photos that the page of the captcha cannot repeat are not lost in silence', async () => {
  mockService()
  const sku = await env.DB.prepare(
    "SELECT sku FROM product WHERE type_id = 'simple' AND visibility > 1 LIMIT 1",
  ).first<string>('sku')
  const browser = new Browser(CAPTCHA_ENV)
  const send = (fields: Record<string, string>, photo?: File) => {
    const body = new FormData()
    const texts = { rating: '5', title: 'Dry', detail: 'Good on dry roads.', nickname: 'Ada', ...fields }
    for (const [name, value] of Object.entries(texts)) body.set(name, value)
    if (photo) body.append('photos', photo)
    return browser.fetch(`/reviews/form/?sku=${sku}`, { method: 'POST', body })
  }
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const captcha = await (await send({}, new File([png], 'tire.png'))).text()
  expect(captcha).toContain('name="photosLeft" value="1"')
  const sent = await send({ photosLeft: '1', 'cf-turnstile-response': 'person' })
  const thanks = await browser.fetch(sent.headers.get('Location') ?? '')
  expect(await thanks.text()).toContain('Your photos weren’t sent')
})

test('[G2] [G3] [G4] contact, newsletter and reviews show the captcha on a page of its own, which repeats the typed fields', async () => {
  mockService()
  await env.DB.prepare(
    "INSERT OR REPLACE INTO config (path, value) VALUES ('contact/email/recipient_email', 'help@shop.example')",
  ).run()
  const browser = new Browser(CAPTCHA_ENV)
  const contact = {
    name: 'Ada Lane',
    email: 'ada@example.com',
    phone: '3125550142',
    topic: 'tire',
    message: 'Is it "<b>there</b>"?',
  }
  const product = await env.DB.prepare(
    "SELECT sku FROM product WHERE type_id = 'simple' AND visibility > 1 LIMIT 1",
  ).first<{
    sku: string
  }>()
  const review = { rating: '5', title: 'Quiet', detail: 'Quiet and round all winter long.', nickname: 'Ada' }
  const endpoints: [string, Record<string, string>, string][] = [
    ['/contacts/form/', contact, '/contacts/?sent=1'],
    ['/newsletter/form/', { action: 'subscribe', email: 'ada@example.com' }, '/newsletter/?state=subscribed'],
    [`/reviews/form/?sku=${product?.sku}`, review, `/reviews/form/?sku=${product?.sku}&sent=1`],
  ]
  for (const [endpoint, fields, to] of endpoints) {
    const send = (more: Record<string, string>, headers: Record<string, string> = {}) =>
      browser.fetch(endpoint, { method: 'POST', body: new URLSearchParams({ ...fields, ...more }), headers })
    const refused = await send({})
    expect([endpoint, refused.status, refused.headers.get('Cache-Control')]).toEqual([
      endpoint,
      422,
      'private, no-store',
    ])
    const html = await refused.text()
    expect(html).toContain('data-sitekey="site-key"')
    expect(html).toMatch(/<script src="https:\/\/captcha\.example\/turnstile\/v0\/api\.js" nonce="[^"]+"/)
    expect(refused.headers.get('Content-Security-Policy')).toMatch(
      /frame-src [^;]*https:\/\/captcha\.example/,
    )
    expect(html).toContain('This check needs JavaScript.')
    for (const [name, value] of Object.entries(fields)) {
      const written = value.replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
      expect(html).toContain(`name="${name}" value="${written}"`)
    }
    expect(await (await send({ 'cf-turnstile-response': 'robot' })).text()).toContain('you’re not a robot')
    expect((await send({}, { Accept: 'application/json' })).status).toBe(428)
    const accepted = await send({ 'cf-turnstile-response': 'person' })
    expect([accepted.status, accepted.headers.get('Location')]).toEqual([303, to])
  }
  // Leaving the newsletter requires no captcha.
  const leave = new URLSearchParams({ action: 'unsubscribe', email: 'ada@example.com' })
  const left = await browser.fetch('/newsletter/form/', { method: 'POST', body: leave })
  expect(left.headers.get('Location')).toBe('/newsletter/?state=asked')
})

test('[audit A5] creating an account with an order requires the captcha, before the order and after it', async () => {
  mockService()
  const browser = new Browser(CAPTCHA_ENV)
  const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    browser.fetch(path, { method: 'POST', body: new URLSearchParams(fields), headers })
  const accounts = (email: string) =>
    env.DB.prepare('SELECT count(*) AS n FROM customer WHERE email = ?').bind(email).first<number>('n')
  const person = { 'cf-turnstile-response': 'person' }
  const wanted = { createAccount: 'on', password: 'rubber-meets-road' }
  const home = {
    ...{ streetAddress: '1458 N Wood St', apartmentNumber: '', zipCode: '60612', city: 'Chicago' },
    ...{ firstName: 'Ada', lastName: 'Lane', state: 'Illinois', phoneNumber: '3125550186' },
  }
  const personal = (email: string, more: Record<string, string>) => ({
    ...{ step: 'personal', emailAddress: email, firstName: 'Ada', lastName: 'Lane', ...more },
  })
  const order = async () => {
    await post('/checkout/form/', {
      ...{ step: 'shipping', ...home, shippingMethod: 'freeshipping:freeshipping' },
    })
    const pay = { step: 'payment', paymentMethod: 'cashondelivery', billingSameAsShipping: 'on' }
    return (await post('/checkout/form/', pay)).headers.get('Location')
  }
  await post('/cart/form/', { action: 'add', sku: 'TL-2001-2' })
  const step = personal('with@order.example', wanted)
  expect((await post('/checkout/form/', step)).status).toBe(422)
  expect((await post('/checkout/form/', step, { Accept: 'application/json' })).status).toBe(428)
  expect((await post('/checkout/form/', { ...step, ...person })).status).toBe(303)
  expect(await order()).toBe('/checkout/onepage/success/')
  expect(await accounts('with@order.example')).toBe(1)
  await browser.form({ action: 'sign-out' })
  await post('/cart/form/', { action: 'add', sku: 'TL-2001-2' })
  // An order as a guest requires no captcha.
  expect((await post('/checkout/form/', personal('after@order.example', {}))).status).toBe(303)
  await order()
  const keep = { action: 'keep-order', password: 'rubber-meets-road' }
  expect((await browser.form(keep)).status).toBe(422)
  expect(await accounts('after@order.example')).toBe(0)
  await browser.form({ ...keep, ...person })
  expect(await accounts('after@order.example')).toBe(1)
})
