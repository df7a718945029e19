import { Hono } from 'hono'
import { expect, test, vi } from 'vitest'
import type { AppEnv } from '../../env.ts'
import { requireConfig } from './require-config.ts'

const REQUIRED = {
  SITE_URL: 'https://shop.example',
  CART_SECRET: 'a secret of the tests, long enough',
  SESSION_SECRET: 'sessions of the tests, long enough',
}

test('[G10] the log names each payment method without keys once', async () => {
  const warnSpy = vi.spyOn(console, 'warn').mockReturnValue()
  const app = new Hono<AppEnv>().use(requireConfig()).get('/', (c) => c.text('shop'))
  const env = { ...REQUIRED, AFTERPAY_MERCHANT_ID: 'merchant', AFTERPAY_SECRET_KEY: 'secret-12345678' }
  for (let count = 0; count < 2; count += 1) expect((await app.request('/', {}, env)).status).toBe(200)
  expect(warnSpy.mock.calls.map(([text]) => String(text).split(' ')[0])).toEqual([
    'STRIPE_SECRET_KEY',
    'PAYPAL_CLIENT_ID',
    'AFFIRM_PUBLIC_KEY',
  ])
})
