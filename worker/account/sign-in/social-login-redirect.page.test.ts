import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { parseFlashFormState } from '../../../schema/platform/forms/flash-form-state.api.ts'
import { app } from '../../app.ts'
import { expectDescribed } from '../../compat/calls/testing/openapi-conformance.harness.ts'
import { Browser, call, openShop, RILEY, SITE } from '../testing/account.harness.ts'

const GOOGLE = 'https://google.example'
const FACEBOOK = 'https://facebook.example'
const CLIENT = 'shop.apps.googleusercontent.com'
const APP = '1000001'
const SOCIAL = {
  ...env,
  GOOGLE_CLIENT_ID: CLIENT,
  GOOGLE_CLIENT_SECRET: 'google-secret',
  GOOGLE_ACCOUNTS_URL: GOOGLE,
  GOOGLE_API_URL: GOOGLE,
  GOOGLE_KEYS_URL: `${GOOGLE}/certs`,
  FACEBOOK_APP_ID: APP,
  FACEBOOK_APP_SECRET: 'facebook-secret',
  FACEBOOK_URL: FACEBOOK,
  FACEBOOK_GRAPH_URL: FACEBOOK,
}

const keys = generateKeyPair('RS256', { extractable: true })
/** The person in the next reply of the providers. */
let person = { id: 'g-1', email: 'jordan@example.com', verified: true, first: 'Jordan', last: 'Reyes' }
let nonce = ''
let requests: URL[] = []
let facebookApp = APP
let browser: Browser

beforeAll(openShop)
beforeEach(() => {
  browser = new Browser(SOCIAL)
  requests = []
  facebookApp = APP
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.spyOn(globalThis, 'fetch').mockImplementation(provider)
})
afterEach(() => {
  vi.restoreAllMocks()
})

async function idToken(more: JWTPayload = {}, key?: CryptoKey): Promise<string> {
  const { id, email, verified, first, last } = person
  const payload = { email, email_verified: verified, given_name: first, family_name: last, nonce, ...more }
  return new SignJWT(payload)
    .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
    .setIssuer(more.iss ?? GOOGLE)
    .setAudience(more.aud ?? CLIENT)
    .setSubject(id)
    .setExpirationTime(more.exp ?? '5m')
    .sign(key ?? (await keys).privateKey)
}

const provider: typeof fetch = async (input, init) => {
  const request = new Request(input, init)
  const url = new URL(request.url)
  requests.push(url)
  const { id, email, verified, first, last } = person
  switch (`${url.origin}${url.pathname}`) {
    case `${GOOGLE}/certs`:
      return Response.json({
        keys: [{ ...(await exportJWK((await keys).publicKey)), kid: 'k1', alg: 'RS256' }],
      })
    case `${GOOGLE}/token`: {
      const form = await request.formData()
      if (!form.get('code_verifier')) return Response.json({ error: 'invalid_grant' }, { status: 400 })
      return Response.json({
        access_token: 'a',
        token_type: 'Bearer',
        expires_in: 60,
        id_token: await idToken(),
      })
    }
    case `${FACEBOOK}/v23.0/oauth/access_token`:
      return Response.json({ access_token: 'fb-token' })
    case `${FACEBOOK}/v23.0/debug_token`:
      return Response.json({ data: { app_id: facebookApp, is_valid: true, user_id: id } })
    case `${FACEBOOK}/v23.0/me`:
      return Response.json({ id, first_name: first, last_name: last, ...(verified ? { email } : {}) })
    default:
      return new Response(null, { status: 404 })
  }
}

/** Starts the sign-in and returns the URL of the provider. */
async function startSignIn(name: string, back = ''): Promise<URL> {
  const response = await browser.fetch(`/auth-login/start?provider=${name}&back=${encodeURIComponent(back)}`)
  const to = new URL(response.headers.get('Location') ?? '', SITE)
  nonce = to.searchParams.get('nonce') ?? ''
  return to
}

async function finishSignIn(
  to: URL,
  more: Record<string, string> = { code: 'code' },
): Promise<string | null> {
  const query = new URLSearchParams({ state: to.searchParams.get('state') ?? '', ...more })
  return (await browser.fetch(`/auth-login/?${query}`)).headers.get('Location')
}

const readNotice = () =>
  parseFlashFormState(decodeURIComponent(browser.cookies.get('__Host-form-notice') ?? ''))
const me = async () =>
  (
    await (
      await browser.fetch('/api/user/me')
    ).json<{ code: number; result: { id: number; email: string } }>()
  ).result
const identities = async () =>
  (
    await env.DB.prepare(
      'SELECT provider, subject, customer_id FROM customer_identity ORDER BY subject',
    ).all()
  ).results

describe('[F3] signing in with Google', () => {
  test('redirects with PKCE and a state of this browser, and creates one account', async () => {
    person = { id: 'g-1', email: 'Jordan@example.com', verified: true, first: 'Jordan', last: 'Reyes 3' }
    const to = await startSignIn('google', '/checkout/')
    expect(Object.fromEntries(to.searchParams)).toMatchObject({
      client_id: CLIENT,
      redirect_uri: `${SITE}/auth-login/`,
      code_challenge_method: 'S256',
      scope: 'openid email profile',
    })
    expect(await finishSignIn(to)).toBe('/checkout/')
    const first = await me()
    expect(first).toMatchObject({ email: 'jordan@example.com', lastname: 'Reyes' })
    // The same person with another e-mail address is the same customer.
    person = { ...person, email: 'jordan.reyes@example.com' }
    browser = new Browser(SOCIAL)
    expect(await finishSignIn(await startSignIn('google'))).toBe('/customer/account/')
    expect((await me()).id).toBe(first.id)
  })

  test('an existing account is connected only after its owner has signed in with the password', async () => {
    person = { id: 'g-riley', email: RILEY.email, verified: true, first: 'R', last: 'M' }
    expect(await finishSignIn(await startSignIn('google', '/cart/'))).toBe('/login/?back=%2Fcart%2F')
    expect(readNotice()).toMatchObject({ form: 'auth-login', fields: { emailAddress: RILEY.email } })
    expect((await browser.fetch('/api/user/me')).status).toBe(401)
    // Another account that signs in with the same cookies is not connected.
    const other = new Browser(SOCIAL)
    other.cookies = new Map(browser.cookies)
    await other.signIn({ email: 'dealer@example.com', password: 'forty-four-rims-26' })
    expect(await identities()).not.toContainEqual(expect.objectContaining({ subject: 'g-riley' }))
    await browser.signIn()
    expect(await identities()).toContainEqual({ provider: 'google', subject: 'g-riley', customer_id: 1 })
    browser = new Browser(SOCIAL)
    expect(await finishSignIn(await startSignIn('google'))).toBe('/customer/account/')
    expect((await me()).id).toBe(1)
  })

  test('a code that this browser did not request, or has used before, does not sign in', async () => {
    person = { id: 'g-9', email: 'nine@example.com', verified: true, first: 'N', last: 'N' }
    const to = await startSignIn('google')
    const thief = browser
    browser = new Browser(SOCIAL)
    expect(await finishSignIn(to)).toBe('/login/')
    expect(readNotice()?.message).toContain('started in another browser')
    browser = thief
    expect(await finishSignIn(new URL(`${SITE}/?state=guessed`))).toBe('/login/')
    expect(await finishSignIn(to)).toBe('/login/')
    expect(requests.filter(({ pathname }) => pathname === '/token')).toEqual([])
  })

  test('a canceled sign-in, an unconfirmed address and a token of another sign-in have their own messages', async () => {
    expect(await finishSignIn(await startSignIn('google'), { error: 'access_denied' })).toBe('/login/')
    expect(readNotice()?.message).toBe('You didn’t sign in with Google.')
    person = { id: 'g-3', email: 'casey@example.com', verified: false, first: 'C', last: 'L' }
    await finishSignIn(await startSignIn('google'))
    expect(readNotice()?.message).toContain('a confirmed email address')
    person = { ...person, verified: true }
    const to = await startSignIn('google')
    nonce = 'of another sign-in'
    await finishSignIn(to)
    expect(readNotice()?.message).toContain('isn’t responding properly')
    expect((await browser.fetch('/api/user/me')).status).toBe(401)
  })

  test('is not started by a prefetch, and is unavailable when not configured', async () => {
    const ahead = await browser.fetch('/auth-login/start?provider=google', {
      headers: { 'Sec-Purpose': 'prefetch' },
    })
    expect([ahead.status, browser.cookies.size]).toEqual([503, 0])
    for (const provider of ['google', 'facebook', 'myspace']) {
      const response = await new Browser().fetch(`/auth-login/start?provider=${provider}`)
      expect(response.headers.get('Location')).toBe('/login/')
    }
  })
})

describe('[F3] signing in with Facebook', () => {
  test('requests the e-mail address and signs in', async () => {
    person = { id: 'f-1', email: 'frances@example.com', verified: true, first: 'Frances', last: 'Bay' }
    const to = await startSignIn('facebook')
    expect([to.origin, to.searchParams.get('scope')]).toEqual([FACEBOOK, 'public_profile,email'])
    expect(await finishSignIn(to)).toBe('/customer/account/')
    expect(await me()).toMatchObject({ email: 'frances@example.com' })
    expect(
      requests.find(({ pathname }) => pathname.endsWith('/me'))?.searchParams.get('appsecret_proof'),
    ).toMatch(/^[0-9a-f]{64}$/)
  })

  test('refuses a token of another app', async () => {
    person = { id: 'f-1', email: 'frances@example.com', verified: true, first: 'Frances', last: 'Bay' }
    facebookApp = '666'
    expect(await finishSignIn(await startSignIn('facebook'))).toBe('/login/')
    expect((await callSocialLogin({ provider: 'facebook', token: 'fb-token' })).code).toBe(401)
  })
})

describe('[F3] POST /api/ext/social-login', () => {
  test('exchanges a token of a provider for tokens of the shop', async () => {
    person = {
      id: 'g-wire',
      email: 'wire@example.com',
      verified: true,
      first: 'W',
      last: 'W',
    }
    const { code, result, meta } = await callSocialLogin({ provider: 'google', token: await idToken() })
    expect(code).toBe(200)
    expect(String(meta?.refreshToken)).toHaveLength(43)
    const profile = await call<{ email: string }>('GET', `user/me?token=${result.token}`)
    expect(profile.result.email).toBe('wire@example.com')
    person = {
      id: 'f-wire',
      email: 'wire.f@example.com',
      verified: true,
      first: 'W',
      last: 'W',
    }
    expect((await callSocialLogin({ options: { provider: 'Facebook', accessToken: 'fb-token' } })).code).toBe(
      200,
    )
  })

  test('reports an existing account', async () => {
    person = { id: 'g-counter', email: 'counter@example.com', verified: true, first: 'C', last: 'C' }
    const { code, result } = await callSocialLogin({ provider: 'google', credential: await idToken() })
    expect([code, result]).toEqual([
      409,
      {
        errorMessage: expect.stringContaining('already an account with this email address'),
        hasExistingAccount: true,
      },
    ])
  })

  test('refuses tokens that are forged, expired or issued to others, without a line of the log each', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    person = { id: 'g-bad', email: 'bad@example.com', verified: true, first: 'B', last: 'B' }
    const { privateKey } = await generateKeyPair('RS256')
    const [, payload = ''] = (await idToken()).split('.')
    const none = `${btoa('{"alg":"none","kid":"k1"}').replace(/=+$/, '')}.${payload}.`
    for (const token of [
      await idToken({}, privateKey),
      await idToken({ aud: 'another-app' }),
      await idToken({ iss: 'https://evil.example' }),
      await idToken({ exp: 1 }),
      none,
      'nonsense',
    ]) {
      expect((await callSocialLogin({ provider: 'google', token })).code).toBe(401)
    }
    expect(warn.mock.calls.filter(([provider]) => provider === 'google')).toEqual([])
    warn.mockRestore()
    for (const body of [{}, { provider: 'google' }, { provider: 'x', token: 'y' }]) {
      expect((await callSocialLogin(body)).code).toBe(400)
    }
  })
})

async function callSocialLogin(body: object) {
  const response = await app.request(
    `${SITE}/api/ext/social-login`,
    { method: 'POST', body: JSON.stringify(body), headers: { 'CF-Connecting-IP': browser.network } },
    SOCIAL,
    createExecutionContext(),
  )
  await expectDescribed('POST', '/api/ext/social-login', response)
  return response.json<{ code: number; result: { token: string }; meta?: { refreshToken: string } }>()
}
