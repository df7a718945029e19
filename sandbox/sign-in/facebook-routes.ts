import { type Context, Hono } from 'hono'
import type { Env } from '../env.ts'
import { hexHmac } from '../hmac.ts'
import { consentPage } from './consent-page.ts'
import { findToken, newAccessToken, newCode, takeCode } from './grants.ts'
import { PEOPLE } from './people.ts'

/** Facebook's OAuth and the calls of the Graph API that a shop uses: token, debug_token, me. */
export const facebookRoutes = new Hono<{ Bindings: Env }>()

facebookRoutes.get('/:version{v[0-9.]+}/dialog/oauth', (c) => {
  const {
    client_id: clientId = '',
    redirect_uri: redirectUri = '',
    state = '',
    person: chosen,
  } = c.req.query()
  if (clientId !== c.env.FACEBOOK_APP_ID || !URL.canParse(redirectUri)) {
    return c.text('Invalid App ID or redirect_uri', 400)
  }
  if (!chosen) return c.html(consentPage('Facebook', 'Treadline', new URL(c.req.url).searchParams))
  const person = PEOPLE.find(({ id }) => id === chosen)
  const back = new URL(redirectUri)
  back.searchParams.set('state', state)
  if (!person) back.searchParams.set('error', 'access_denied')
  else {
    const grant = {
      provider: 'facebook',
      clientId,
      redirectUri,
      challenge: null,
      nonce: null,
      person,
    } as const
    back.searchParams.set('code', newCode(grant))
  }
  return c.redirect(back.href, 302)
})

facebookRoutes.get('/:version{v[0-9.]+}/oauth/access_token', (c) => {
  const { client_id: id, client_secret: secret, redirect_uri: redirectUri, code = '' } = c.req.query()
  const grant = takeCode(code)
  const isClient = id === c.env.FACEBOOK_APP_ID && secret === c.env.FACEBOOK_APP_SECRET
  if (!isClient) return refused(c, 'Error validating client secret.')
  if (grant?.provider !== 'facebook' || grant.redirectUri !== redirectUri) {
    return refused(c, 'This authorization code has been used or has expired.')
  }
  return c.json({ access_token: newAccessToken(grant), token_type: 'bearer', expires_in: 5_183_944 })
})

facebookRoutes.get('/:version{v[0-9.]+}/debug_token', (c) => {
  const { input_token: token = '', access_token: app } = c.req.query()
  if (app !== `${c.env.FACEBOOK_APP_ID}|${c.env.FACEBOOK_APP_SECRET}`)
    return refused(c, 'Invalid OAuth access token.')
  const grant = findToken(token)
  if (grant?.provider !== 'facebook') return c.json({ data: { is_valid: false, scopes: [] } })
  return c.json({
    data: {
      app_id: grant.clientId,
      type: 'USER',
      is_valid: true,
      user_id: grant.person.id,
      scopes: ['email', 'public_profile'],
    },
  })
})

facebookRoutes.get('/:version{v[0-9.]+}/me', async (c) => {
  const { access_token: token = '', appsecret_proof: proof } = c.req.query()
  const grant = findToken(token)
  if (grant?.provider !== 'facebook') return refused(c, 'Invalid OAuth access token.')
  if (proof !== (await hexHmac(c.env.FACEBOOK_APP_SECRET, token)))
    return refused(c, 'Invalid appsecret_proof provided in the API argument')
  const { id, firstName, lastName, email, verified } = grant.person
  const person = { id, first_name: firstName, last_name: lastName, name: `${firstName} ${lastName}` }
  return c.json({ ...person, ...(email && verified ? { email } : {}) })
})

function refused(c: Context, message: string): Response {
  return c.json({ error: { message, type: 'OAuthException', code: 190 } }, 400)
}
