import { env } from 'cloudflare:workers'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { toSandbox } from '../stripe/sdk-test-client.ts'
import { PEOPLE } from './people.ts'

const BACK = 'http://localhost:8787/auth-login/'
/** RFC 7636, appendix B. */
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
const [person] = PEOPLE

function consent(more: Record<string, string> = {}) {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: env.GOOGLE_CLIENT_ID,
    redirect_uri: BACK,
    state: 'st',
    nonce: 'no',
    scope: 'openid email profile',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    ...more,
  })
  return toSandbox(`/o/oauth2/v2/auth?${query}`, { redirect: 'manual' })
}

function exchange(code: string, more: Record<string, string> = {}) {
  return toSandbox('/token', {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${env.GOOGLE_CLIENT_ID}:${env.GOOGLE_CLIENT_SECRET}`)}` },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: BACK,
      code_verifier: VERIFIER,
      ...more,
    }),
  })
}

async function codeOf(response: Response): Promise<string> {
  return new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? ''
}

test('Google lets a person sign in, and its published key verifies the id token', async () => {
  expect(await (await consent()).text()).toContain('Jordan Reyes')
  const code = await codeOf(await consent({ person: person?.id ?? '' }))
  const tokens = await (await exchange(code)).json<{ id_token: string }>()
  const keys = await (await toSandbox('/oauth2/v3/certs')).json<Parameters<typeof createLocalJWKSet>[0]>()
  const { payload } = await jwtVerify(tokens.id_token, createLocalJWKSet(keys), {
    audience: env.GOOGLE_CLIENT_ID,
  })
  expect(payload).toMatchObject({ sub: person?.id, email: person?.email, email_verified: true, nonce: 'no' })
  expect((await exchange(code)).status).toBe(400)
})

test('Google refuses another verifier, another address and an unknown client', async () => {
  for (const more of [{ code_verifier: 'x'.repeat(43) }, { redirect_uri: 'http://evil.example/' }]) {
    const code = await codeOf(await consent({ person: person?.id ?? '' }))
    expect((await exchange(code, more)).status).toBe(400)
  }
  expect((await consent({ client_id: 'somebody' })).status).toBe(400)
  const denied = await consent({ person: 'nobody' })
  expect(denied.headers.get('location')).toContain('error=access_denied')
})

test('Facebook identifies the person of a token only to the app with its secret', async () => {
  const { FACEBOOK_APP_ID: id, FACEBOOK_APP_SECRET: secret } = env
  const query = new URLSearchParams({
    client_id: id,
    redirect_uri: BACK,
    state: 's',
    person: person?.id ?? '',
  })
  const code = await codeOf(await toSandbox(`/v23.0/dialog/oauth?${query}`, { redirect: 'manual' }))
  const fields = new URLSearchParams({ client_id: id, client_secret: secret, redirect_uri: BACK, code })
  const { access_token: token } = await (await toSandbox(`/v23.0/oauth/access_token?${fields}`)).json<{
    access_token: string
  }>()
  const check = await toSandbox(
    `/v23.0/debug_token?${new URLSearchParams({ input_token: token, access_token: `${id}|${secret}` })}`,
  )
  expect(await check.json()).toMatchObject({ data: { app_id: id, is_valid: true, user_id: person?.id } })
  expect((await toSandbox(`/v23.0/me?${new URLSearchParams({ access_token: token })}`)).status).toBe(400)
})

test('the captcha accepts a response once, and again with the same idempotency key', async () => {
  const verify = async (response: string, more: { secret?: string; idempotency_key?: string } = {}) => {
    const body = new URLSearchParams({ secret: env.CAPTCHA_SECRET, response, ...more })
    return (await toSandbox('/turnstile/v0/siteverify', { method: 'POST', body })).json<{
      success: boolean
    }>()
  }
  const response = `sandbox-person-${crypto.randomUUID()}`
  expect((await verify(response)).success).toBe(true)
  expect(await verify(response)).toMatchObject({ success: false, 'error-codes': ['timeout-or-duplicate'] })
  expect((await verify('robot')).success).toBe(false)
  expect((await verify(`sandbox-person-${crypto.randomUUID()}`, { secret: 'wrong' })).success).toBe(false)
  const other = `sandbox-person-${crypto.randomUUID()}`
  expect((await verify(other, { idempotency_key: 'a' })).success).toBe(true)
  expect((await verify(other, { idempotency_key: 'b' })).success).toBe(false)
  expect((await verify(other, { idempotency_key: 'a' })).success).toBe(true)
})
