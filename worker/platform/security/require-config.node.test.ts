import { Hono } from 'hono'
import { expect, test, vi } from 'vitest'
import type { AppEnv } from '../../env.ts'
import { requireConfig } from './require-config.ts'

const REQUIRED = {
  SITE_URL: 'https://shop.example',
  CART_SECRET: 'a secret of the tests, long enough',
  SESSION_SECRET: 'sessions of the tests, long enough',
}

test('[G10] the log names once each payment method without keys', async () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue()
  const app = new Hono<AppEnv>().use(requireConfig()).get('/', (c) => c.text('shop'))
  const env = { ...REQUIRED, AFTERPAY_MERCHANT_ID: 'merchant', AFTERPAY_SECRET_KEY: 'secret-12345678' }
  for (let twice = 0; twice < 2; twice += 1) expect((await app.request('/', {}, env)).status).toBe(200)
  expect(warned.mock.calls.map(([text]) => String(text).split(' ')[0])).toEqual([
    'STRIPE_SECRET_KEY',
    'PAYPAL_CLIENT_ID',
    'AFFIRM_PUBLIC_KEY',
  ])
  warned.mockRestore()
})
