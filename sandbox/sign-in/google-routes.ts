import { type Context, Hono } from 'hono'
import type { Env } from '../env.ts'
import { consentPage } from './consent-page.ts'
import { newAccessToken, newCode, takeCode } from './grants.ts'
import { idTokenOf, publishedKeys } from './id-token.ts'
import { PEOPLE } from './people.ts'

/** Google's OAuth: consent page, token call, keys. */
export const googleRoutes = new Hono<{ Bindings: Env }>()

googleRoutes.get('/o/oauth2/v2/auth', (c) => {
  const query = c.req.query()
  const { client_id: clientId = '', redirect_uri: redirectUri = '', state = '' } = query
  const problem =
    clientId !== c.env.GOOGLE_CLIENT_ID
      ? 'invalid_client'
      : query.response_type !== 'code' || !URL.canParse(redirectUri)
        ? 'invalid_request'
        : query.code_challenge_method !== 'S256' || !query.code_challenge
          ? 'invalid_request: code_challenge'
          : !(query.scope ?? '').split(' ').includes('openid')
            ? 'invalid_scope'
            : null
  if (problem) return c.text(`Error 400: ${problem}`, 400)
  if (!query.person) return c.html(consentPage('Google', 'Treadline', new URL(c.req.url).searchParams))
  const person = PEOPLE.find(({ id }) => id === query.person)
  const back = new URL(redirectUri)
  back.searchParams.set('state', state)
  if (!person) back.searchParams.set('error', 'access_denied')
  else {
    const code = newCode({
      provider: 'google',
      clientId,
      redirectUri,
      challenge: query.code_challenge ?? null,
      nonce: query.nonce ?? null,
      person,
    })
    back.searchParams.set('code', code)
  }
  return c.redirect(back.href, 302)
})

googleRoutes.post('/token', async (c) => {
  const form = new URLSearchParams((await c.req.parseBody()) as Record<string, string>)
  if (!isClient(c, form)) return c.json({ error: 'invalid_client', error_description: 'Unauthorized' }, 401)
  if (form.get('grant_type') !== 'authorization_code') return c.json({ error: 'unsupported_grant_type' }, 400)
  const grant = takeCode(form.get('code') ?? '')
  const verifier = await challengeOf(form.get('code_verifier') ?? '')
  const isValid =
    grant?.provider === 'google' &&
    grant.redirectUri === form.get('redirect_uri') &&
    grant.challenge === verifier
  if (!grant || !isValid) return c.json({ error: 'invalid_grant', error_description: 'Bad Request' }, 400)
  return c.json({
    access_token: newAccessToken(grant),
    expires_in: 3599,
    scope: 'openid https://www.googleapis.com/auth/userinfo.email',
    token_type: 'Bearer',
    id_token: await idTokenOf(grant, new URL(c.req.url).origin),
  })
})

googleRoutes.get('/oauth2/v3/certs', async (c) => c.json(await publishedKeys()))

function isClient(c: Context<{ Bindings: Env }>, form: URLSearchParams): boolean {
  const basic = /^Basic (.+)$/.exec(c.req.header('authorization') ?? '')?.[1]
  const credentials = basic ? atob(basic) : `${form.get('client_id')}:${form.get('client_secret')}`
  return credentials === `${c.env.GOOGLE_CLIENT_ID}:${c.env.GOOGLE_CLIENT_SECRET}`
}

async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  const text = btoa(String.fromCharCode(...new Uint8Array(digest)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}
