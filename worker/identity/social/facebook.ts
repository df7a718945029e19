/** Sign-in with Facebook: authorization code (Facebook has no PKCE for it), and the person of an access token. */
import { createHmac } from 'node:crypto'
import { OAuth2Client } from 'arctic'
import * as v from 'valibot'
import type { Config } from '../../config.ts'
import { redact } from '../../platform/security/log-redaction.ts'
import type { Identity } from './identity.ts'

type Facebook = NonNullable<Config['facebook']>

/** The version of the Graph API that has the fields below. */
const VERSION = 'v23.0'
const TIMEOUT_MS = 8_000

/** Returns the URL of Facebook's page that starts the sign-in. */
export function facebookStart(facebook: Facebook, redirectUri: string, state: string): URL {
  const client = new OAuth2Client(facebook.appId, null, redirectUri)
  const url = client.createAuthorizationURL(`${facebook.url}/${VERSION}/dialog/oauth`, state, [])
  // Facebook separates scopes by commas.
  url.searchParams.set('scope', 'public_profile,email')
  return url
}

const TOKEN = v.object({ access_token: v.string() })

/** Returns the person of an authorization code; `null` when Facebook does not confirm the code. */
export async function facebookFinish(
  facebook: Facebook,
  redirectUri: string,
  code: string,
): Promise<Identity | null> {
  const { appId, appSecret } = facebook
  const fields = { client_id: appId, client_secret: appSecret, redirect_uri: redirectUri, code }
  const token = v.safeParse(TOKEN, await callGraphApi(facebook, 'oauth/access_token', fields))
  return token.success ? verifyFacebookToken(facebook, token.output.access_token) : null
}

const CHECK = v.object({
  data: v.object({ app_id: v.string(), is_valid: v.boolean(), user_id: v.string() }),
})
const PERSON = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
  email: v.optional(v.string(), ''),
  first_name: v.optional(v.string(), ''),
  last_name: v.optional(v.string(), ''),
})

/**
 * Returns the person of an access token; `null` when the token was issued to another app, because another site could use its
 * users' tokens to sign in here as them.
 */
export async function verifyFacebookToken(facebook: Facebook, accessToken: string): Promise<Identity | null> {
  const { appId, appSecret } = facebook
  const app = `${appId}|${appSecret}`
  const check = v.safeParse(
    CHECK,
    await callGraphApi(facebook, 'debug_token', { input_token: accessToken, access_token: app }),
  )
  if (!check.success || !check.output.data.is_valid || check.output.data.app_id !== appId) return null
  const appSecretProof = createHmac('sha256', appSecret).update(accessToken).digest('hex')
  const fields = {
    fields: 'id,email,first_name,last_name',
    access_token: accessToken,
    appsecret_proof: appSecretProof,
  }
  const person = v.safeParse(PERSON, await callGraphApi(facebook, 'me', fields))
  if (!person.success || person.output.id !== check.output.data.user_id) return null
  const { id, email, first_name: firstname, last_name: lastname } = person.output
  return {
    provider: 'facebook',
    subject: id,
    // Facebook returns only confirmed addresses.
    email: email === '' ? null : email.trim().toLowerCase(),
    firstname,
    lastname,
  }
}

/** Returns the reply of the Graph API; `null` for an error or no reply. Secrets are redacted in the log. */
async function callGraphApi(
  facebook: Facebook,
  path: string,
  fields: Record<string, string>,
): Promise<unknown> {
  try {
    const response = await fetch(`${facebook.graphUrl}/${VERSION}/${path}?${new URLSearchParams(fields)}`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!response.ok) console.warn('facebook', redact(path), response.status)
    return response.ok ? await response.json() : null
  } catch {
    console.warn('facebook', redact(path), 'no answer')
    return null
  }
}
