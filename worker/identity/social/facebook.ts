/** Sign-in with Facebook: authorization code (Facebook has no PKCE for it), and whom an access token names. */
import { createHmac } from 'node:crypto'
import { OAuth2Client } from 'arctic'
import * as v from 'valibot'
import type { Config } from '../../config.ts'
import { redact } from '../../platform/security/log-redaction.ts'
import type { Identity } from './identity.ts'

type Facebook = NonNullable<Config['facebook']>

/** The version of the Graph API that the fields below are of. */
const VERSION = 'v23.0'
const TIMEOUT_MS = 8_000

export function facebookStart(facebook: Facebook, redirectUri: string, state: string): URL {
  const client = new OAuth2Client(facebook.appId, null, redirectUri)
  const url = client.createAuthorizationURL(`${facebook.url}/${VERSION}/dialog/oauth`, state, [])
  // Facebook's own separator.
  url.searchParams.set('scope', 'public_profile,email')
  return url
}

const TOKEN = v.object({ access_token: v.string() })

/** Who came back with this code; `null` when Facebook does not say so. */
export async function facebookFinish(
  facebook: Facebook,
  redirectUri: string,
  code: string,
): Promise<Identity | null> {
  const { appId, appSecret } = facebook
  const fields = { client_id: appId, client_secret: appSecret, redirect_uri: redirectUri, code }
  const token = v.safeParse(TOKEN, await ask(facebook, 'oauth/access_token', fields))
  return token.success ? facebookIdentity(facebook, token.output.access_token) : null
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
 * Whom an access token names; `null` when it was given to another app: such a token is all that another site needs to
 * be its users here.
 */
export async function facebookIdentity(facebook: Facebook, accessToken: string): Promise<Identity | null> {
  const { appId, appSecret } = facebook
  const app = `${appId}|${appSecret}`
  const check = v.safeParse(
    CHECK,
    await ask(facebook, 'debug_token', { input_token: accessToken, access_token: app }),
  )
  if (!check.success || !check.output.data.is_valid || check.output.data.app_id !== appId) return null
  const proof = createHmac('sha256', appSecret).update(accessToken).digest('hex')
  const fields = {
    fields: 'id,email,first_name,last_name',
    access_token: accessToken,
    appsecret_proof: proof,
  }
  const person = v.safeParse(PERSON, await ask(facebook, 'me', fields))
  if (!person.success || person.output.id !== check.output.data.user_id) return null
  const { id, email, first_name: firstname, last_name: lastname } = person.output
  return {
    provider: 'facebook',
    subject: id,
    // Facebook gives an address only after it was confirmed.
    email: email === '' ? null : email.trim().toLowerCase(),
    firstname,
    lastname,
  }
}

/** The answer of the Graph API; `null` when there is none or it is a refusal. Secrets stay out of the log. */
async function ask(facebook: Facebook, path: string, fields: Record<string, string>): Promise<unknown> {
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
