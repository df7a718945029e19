import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Browser, openShop } from '../api/account-rig.ts'
import { checkCaptcha } from './captcha.ts'

const CAPTCHA = { secret: 'captcha-secret', siteKey: 'site-key', url: 'https://captcha.example' }
const ASKED = {
  CAPTCHA_SECRET: CAPTCHA.secret,
  CAPTCHA_SITE_KEY: CAPTCHA.siteKey,
  CAPTCHA_URL: CAPTCHA.url,
}

beforeAll(openShop)
afterEach(() => {
  vi.restoreAllMocks()
})

/** The service knows one person. */
function service() {
  return vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    const fields = new URLSearchParams(String(init?.body))
    return Response.json({
      success: fields.get('response') === 'person' && fields.get('secret') === CAPTCHA.secret,
    })
  })
}

test('[F1] where none is configured nobody is asked', async () => {
  const asked = service()
  expect(await checkCaptcha({ captcha: null }, undefined, '10.0.0.1')).toBe(true)
  expect(asked).not.toHaveBeenCalled()
})

test('[F1] the service decides; nothing, too much and no answer are no', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const asked = service()
  const check = (response: string | null) => checkCaptcha({ captcha: CAPTCHA }, response, '10.0.0.1')
  expect(await check('person')).toBe(true)
  expect(String(asked.mock.calls[0]?.[0])).toBe('https://captcha.example/turnstile/v0/siteverify')
  expect(await check('robot')).toBe(false)
  const calls = asked.mock.calls.length
  for (const response of [null, '', 'x'.repeat(2049)]) expect(await check(response)).toBe(false)
  expect(asked.mock.calls).toHaveLength(calls)
  asked.mockResolvedValue(new Response('<html>', { status: 502 }))
  expect(await check('person')).toBe(false)
  asked.mockRejectedValue(new Error('down'))
  expect(await check('person')).toBe(false)
})

test('[F1] registering asks for it, in the header on the wire and in a field of the form', async () => {
  service()
  const browser = new Browser(ASKED)
  const create = async (headers: Record<string, string>) => {
    const customer = { email: 'captcha@example.com', firstname: 'Ada', lastname: 'Lane' }
    const body = JSON.stringify({ customer, password: 'rubber-meets-road' })
    return (await browser.ask('/api/user/create', { method: 'POST', body, headers })).status
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

test('[F1] without it the wire does not say who has an account, and the form sends nothing', async () => {
  service()
  const browser = new Browser(ASKED)
  const reset = async (email: string, headers: Record<string, string> = {}) => {
    const body = JSON.stringify({ email })
    return (await browser.ask('/api/user/reset-password', { method: 'POST', body, headers })).json()
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
