import { expect, test } from 'vitest'
import { parseConfig } from './config.ts'

const minimal = {
  SITE_URL: 'https://shop.example/',
  CART_SECRET: 'x'.repeat(32),
  SESSION_SECRET: 'y'.repeat(32),
}

test('a minimal configuration has no card payment and no mail service', () => {
  const result = parseConfig(minimal)
  expect(result).toMatchObject({
    ok: true,
    config: { siteUrl: 'https://shop.example', card: null, mail: null },
  })
})

test('the problem of a missing or malformed value names the variable and its expected value', () => {
  expect(parseConfig({ ...minimal, SITE_URL: 'shop', CART_SECRET: '' })).toEqual({
    ok: false,
    problems: ['SITE_URL should be an absolute URL', 'CART_SECRET is missing'],
  })
  expect(parseConfig({ ...minimal, CART_SECRET: 'short' })).toEqual({
    ok: false,
    problems: ['CART_SECRET should be at least 32 random characters'],
  })
})

test('some keys of Stripe without the others are refused, and exactly the missing ones are named', () => {
  const one = { ...minimal, STRIPE_SECRET_KEY: 'sk_test_12345678' }
  expect(parseConfig(one)).toEqual({
    ok: false,
    problems: [
      'STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET are missing: set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET together, or none',
    ],
  })
  expect(parseConfig({ ...one, STRIPE_WEBHOOK_SECRET: 'whsec_12345678' })).toEqual({
    ok: false,
    problems: [
      'STRIPE_PUBLISHABLE_KEY is missing: set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET together, or none',
    ],
  })
})

test.each([
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET'],
  ['CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET'],
  ['AFTERPAY_MERCHANT_ID', 'AFTERPAY_SECRET_KEY'],
  ['AFFIRM_PUBLIC_KEY', 'AFFIRM_PRIVATE_KEY'],
])('[audit B9] one of %s and %s without the other is refused', (one, other) => {
  const refusal = (missing: string) => ({
    ok: false,
    problems: [`${missing} is missing: set ${one}, ${other} together, or none`],
  })
  expect(parseConfig({ ...minimal, [one]: '12345678' })).toEqual(refusal(other))
  expect(parseConfig({ ...minimal, [other]: '12345678' })).toEqual(refusal(one))
  expect(parseConfig({ ...minimal, [one]: '12345678', [other]: '12345678' })).toMatchObject({ ok: true })
})

test('[A3] the address of a variant has its sku in the path, unless the configuration sets the query', () => {
  expect(parseConfig(minimal)).toMatchObject({ config: { childSku: 'route' } })
  expect(parseConfig({ ...minimal, CHILD_SKU: 'query' })).toMatchObject({ config: { childSku: 'query' } })
  expect(parseConfig({ ...minimal, CHILD_SKU: 'both' })).toMatchObject({
    problems: ['CHILD_SKU should be route or query'],
  })
})
