/** Tests the headers with which the Observatory grades A+ (npm run bench -- --only observatory). */
import { applyD1Migrations, createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { app } from '../../app.ts'
import { loadFixture } from '../../catalog/index/testing/catalog.fixture.ts'

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
})

async function headersOf(path: string, vars: object = {}): Promise<Headers> {
  const context = createExecutionContext()
  const bindings = { ...env, ...vars } as typeof env
  const response = await app.fetch(new Request(`https://shop.example${path}`), bindings, context)
  await response.arrayBuffer()
  await waitOnExecutionContext(context)
  return response.headers
}

/** Returns the values of each directive; fails for a duplicate directive. */
function directives(policy: string | null): Map<string, string> {
  const parts = (policy ?? '').split('; ').map((part) => part.split(' '))
  expect(new Set(parts.map(([name]) => name)).size).toBe(parts.length)
  return new Map(parts.map(([name = '', ...values]) => [name, values.join(' ')]))
}

const EVERY_PAGE = {
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains; preload',
  'Reporting-Endpoints': 'csp="/api/ext/security-report"',
}

test('[audit A17] addresses that grant access are sent to no other site', async () => {
  for (const path of [
    '/customer/account/createpassword/?token=abc',
    '/newsletter/stop/?id=1&proof=abc',
    '/reclaim/checkout/cart/?quote_id=abc',
    '/reclaim/stop/?id=1&proof=abc',
    '/download/TL-7K3M9QXA/1?expires=1&proof=abc',
    '/auth-login/?state=abc&code=def',
    '/checkout/return/affirm?order=TL-7K3M9QXA&checkout_token=abc',
    '/order/TL-7K3M9QXA/abc',
    '/contacts/?token=abc',
  ]) {
    const headers = await headersOf(path)
    expect(headers.get('Referrer-Policy'), path).toBe('no-referrer')
    expect(headers.get('X-Robots-Tag'), path).toBe('noindex')
    expect(headers.get('X-Page-Cache'), path).toBeNull()
  }
})

test('content and app pages have all headers, allow no type by default and require Trusted Types', async () => {
  for (const path of ['/', '/t/s/225-45r17', '/t/s/225-45r17', '/cart/', '/login/', '/nope', '/api/nope']) {
    const headers = await headersOf(path)
    const found = Object.fromEntries(Object.keys(EVERY_PAGE).map((name) => [name, headers.get(name)]))
    expect(found, path).toEqual(EVERY_PAGE)
    expect(headers.get('Permissions-Policy'), path).toMatch(/^camera=\(\).*geolocation=\(\).*payment=/)
    const policy = directives(headers.get('Content-Security-Policy'))
    expect(Object.fromEntries(policy), path).toMatchObject({
      'default-src': "'none'",
      'style-src': expect.stringMatching(/^'self'( 'nonce-[^']{24}')?$/),
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': 'treadline',
      'report-uri': '/api/ext/security-report',
      'report-to': 'csp',
    })
    expect(policy.get('script-src'), path).toMatch(/^('self'|'nonce-[^']{24}' 'strict-dynamic')$/)
  }
})

test('Trusted Types are enforced with scripts that support them; with other scripts violations are only reported', async () => {
  const checkout = await headersOf('/checkout/')
  expect(checkout.get('Content-Security-Policy')).toContain("require-trusted-types-for 'script'")
  expect(checkout.has('Content-Security-Policy-Report-Only')).toBe(false)
  const vars = {
    STRIPE_JS_URL: 'https://js.stripe.com/v3/',
    CAPTCHA_URL: 'https://challenges.cloudflare.com',
    CAPTCHA_SITE_KEY: '0x00000000',
    CAPTCHA_SECRET: '0x00000000',
  }
  for (const path of ['/cart/', '/checkout/', '/login/', '/register/']) {
    const headers = await headersOf(path, vars)
    expect(headers.get('Content-Security-Policy'), path).not.toContain('trusted-types')
    expect(headers.get('Content-Security-Policy-Report-Only'), path).toMatch(
      /^require-trusted-types-for 'script'; trusted-types treadline; report-uri /,
    )
  }
  // These pages have neither of the two scripts.
  for (const path of ['/reviews/', '/t/s/225-45r17']) {
    const headers = await headersOf(path, vars)
    expect(headers.get('Content-Security-Policy'), path).toContain("require-trusted-types-for 'script'")
    expect(headers.has('Content-Security-Policy-Report-Only'), path).toBe(false)
  }
})

test('pictures may be shown outside the shop: in mails and in link previews', async () => {
  for (const path of ['/icon.svg', '/icons/180.png'])
    expect((await headersOf(path)).get('Cross-Origin-Resource-Policy'), path).toBe('cross-origin')
})
