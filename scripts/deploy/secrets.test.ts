import { describe, expect, test } from 'vitest'
import { resolveVars } from './secrets.ts'

const input = (changes: Partial<Parameters<typeof resolveVars>[0]> = {}) => ({
  siteUrl: 'https://shop.example',
  account: '0123456789abcdef0123456789abcdef',
  dataset: 'treadline',
  formerUrl: null,
  canHaveWidget: false,
  wantsWidget: false,
  vars: {},
  known: ['CART_SECRET', 'SESSION_SECRET'],
  given: {},
  replaced: [],
  random: (bytes: number) => Buffer.alloc(bytes, 7),
  ...changes,
})
const problems = (changes: Parameters<typeof input>[0]) => {
  const result = resolveVars(input(changes))
  return result.ok ? [] : result.problems
}

describe('[H4] the secrets of a deployment', () => {
  test('that the shop makes itself are made once', () => {
    const made = Buffer.alloc(32, 7).toString('base64url')
    expect(resolveVars(input({ known: [] }))).toMatchObject({
      ok: true,
      value: {
        vars: { SITE_URL: 'https://shop.example', METRICS_DATASET: 'treadline' },
        newSecrets: { CART_SECRET: made, SESSION_SECRET: made },
        webhooks: [],
      },
    })
    expect(resolveVars(input())).toMatchObject({ ok: true, value: { newSecrets: {} } })
  })

  test('of a provider are complete or missing, whatever the Worker has already', () => {
    const given = { PAYPAL_CLIENT_ID: 'client-1', PAYPAL_CLIENT_SECRET: 'secret-1' }
    // The deployment registers the webhook itself, so its id is not missing.
    expect(problems({ given: { PAYPAL_CLIENT_ID: 'client-1' } })).toEqual([
      'PAYPAL_CLIENT_SECRET is missing: set PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET, PAYPAL_WEBHOOK_ID together, or none',
    ])
    expect(problems({ known: ['CART_SECRET', 'SESSION_SECRET', ...Object.keys(given)] })).toEqual([
      'PAYPAL_WEBHOOK_ID is missing: set PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET, PAYPAL_WEBHOOK_ID together, or none',
    ])
    const known = ['CART_SECRET', 'SESSION_SECRET', 'PAYPAL_WEBHOOK_ID']
    expect(resolveVars(input({ given, known }))).toMatchObject({ ok: true, value: { newSecrets: given } })
  })

  test('for the data points need the account, which the deployment knows', () => {
    const given = { METRICS_TOKEN: 'a-token-of-the-shop-that-reads' }
    expect(resolveVars(input({ given }))).toMatchObject({
      ok: true,
      value: { vars: { METRICS_ACCOUNT: '0123456789abcdef0123456789abcdef' }, newSecrets: given },
    })
  })

  test('of Stripe are not accepted in each other’s place, because browsers receive the publishable one', () => {
    const given = {
      STRIPE_SECRET_KEY: 'pk_live_of_the_shop',
      STRIPE_PUBLISHABLE_KEY: 'sk_live_of_the_shop',
      STRIPE_WEBHOOK_SECRET: 'whsec_of_the_shop',
    }
    expect(problems({ given })).toEqual([
      'STRIPE_SECRET_KEY should be sk_live_… or sk_test_…',
      'STRIPE_PUBLISHABLE_KEY should be pk_live_… or pk_test_…',
    ])
  })

  test('for mails need a sender', () => {
    const given = { MAIL_API_KEY: 're_12345678' }
    expect(problems({ given })).toEqual(['MAIL_FROM is missing: add it to "vars" of the environment’s file'])
    expect(problems({ given, vars: { MAIL_FROM: 'Shop <orders@shop.example>' } })).toEqual([])
  })

  test('do not stand in the file of an environment, and an older variable of the Worker does no harm', () => {
    expect(problems({ vars: { STRIPE_SECRET_KEY: 'sk_live_1' } })).toEqual([
      "STRIPE_SECRET_KEY is no variable of an environment's file",
    ])
    expect(problems({ known: ['CART_SECRET', 'SESSION_SECRET', 'CHILD_SKU'] })).toEqual([])
  })
})
