/** Sign-in with Google: authorization code with PKCE, and the person of an id token, verified by Google's keys. */
import { CodeChallengeMethod, OAuth2Client } from 'arctic'
import { createLocalJWKSet, decodeProtectedHeader, errors, type JSONWebKeySet, jwtVerify } from 'jose'
import * as v from 'valibot'
import type { Config } from '../../config.ts'
import { withTimeout } from '../../platform/http/with-timeout.ts'
import { describeError } from '../../platform/security/log-redaction.ts'
import type { Identity } from './identity.ts'

type Google = NonNullable<Config['google']>

const SCOPES = ['openid', 'email', 'profile']
const TIMEOUT_MS = 8_000

/** The secrets of one sign-in, stored in a cookie until Google redirects back. */
export interface GoogleSignInSecrets {
  state: string
  verifier: string
  nonce: string
}

/** Returns the URL of Google's page that starts the sign-in. */
export function googleStart(google: Google, redirectUri: string, secrets: GoogleSignInSecrets): URL {
  const client = new OAuth2Client(google.clientId, google.clientSecret, redirectUri)
  const endpoint = `${google.accountsUrl}/o/oauth2/v2/auth`
  const { state, verifier, nonce } = secrets
  const url = client.createAuthorizationURLWithPKCE(
    endpoint,
    state,
    CodeChallengeMethod.S256,
    verifier,
    SCOPES,
  )
  url.searchParams.set('nonce', nonce)
  url.searchParams.set('prompt', 'select_account')
  return url
}

/** Returns the person of an authorization code; `null` when Google does not confirm the code. */
export async function googleFinish(
  google: Google,
  redirectUri: string,
  code: string,
  secrets: GoogleSignInSecrets,
): Promise<Identity | null> {
  try {
    const client = new OAuth2Client(google.clientId, google.clientSecret, redirectUri)
    // The library has no timeout.
    const exchange = client.validateAuthorizationCode(`${google.apiUrl}/token`, code, secrets.verifier)
    const tokens = await withTimeout(exchange, TIMEOUT_MS)
    return tokens && (await verifyGoogleIdToken(google, tokens.idToken(), secrets.nonce))
  } catch (error) {
    console.warn('google', describeError(error))
    return null
  }
}

const CLAIMS = v.object({
  sub: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
  email: v.optional(v.string(), ''),
  email_verified: v.optional(v.union([v.boolean(), v.string()]), false),
  given_name: v.optional(v.string(), ''),
  family_name: v.optional(v.string(), ''),
  name: v.optional(v.string(), ''),
})

/** Returns the person of a Google id token; `null` for an expired or forged token and for one issued to another shop. */
export async function verifyGoogleIdToken(
  google: Google,
  idToken: string,
  nonce: string | null = null,
): Promise<Identity | null> {
  try {
    const keyId = keyIdOf(idToken)
    if (keyId === null) return null
    const keys = createLocalJWKSet(await keysOf(google.keysUrl, keyId))
    const { payload } = await jwtVerify(idToken, keys, {
      algorithms: ['RS256'],
      audience: google.clientId,
      // Google uses both forms.
      issuer: [google.accountsUrl, new URL(google.accountsUrl).host],
      requiredClaims: ['exp', 'sub'],
    })
    if (nonce !== null && payload.nonce !== nonce) return null
    const claims = v.safeParse(CLAIMS, payload)
    if (!claims.success) return null
    const { sub, email, given_name: first, family_name: last, name } = claims.output
    const isVerified = String(claims.output.email_verified) === 'true'
    return {
      provider: 'google',
      subject: sub,
      email: isVerified && email !== '' ? email.trim().toLowerCase() : null,
      firstname: first || name.split(' ')[0] || '',
      lastname: last || name.split(' ').slice(1).join(' '),
    }
  } catch (error) {
    // Anybody can send invalid tokens, so they are not logged; that Google does not answer is.
    if (!(error instanceof errors.JOSEError)) console.warn('google', describeError(error))
    return null
  }
}

/** Returns the id of the key that signed a token, empty without one; `null` for a text that is no token. */
function keyIdOf(idToken: string): string | null {
  try {
    return decodeProtectedHeader(idToken).kid ?? ''
  } catch {
    return null
  }
}

const KEYS = v.object({ keys: v.array(v.looseObject({ kty: v.string() })) })
/** How long Google's keys are cached; an unknown key id is requested at once. */
const KEYS_TTL_MS = 600_000
let cached: { url: string; at: number; keys: JSONWebKeySet } | null = null

/** Returns Google's keys. Caches plain data, never a pending fetch: on Workers a request must not wait for another's I/O. */
async function keysOf(url: string, kid: string): Promise<JSONWebKeySet> {
  const now = Date.now()
  const isKnown =
    cached?.url === url && now - cached.at < KEYS_TTL_MS && cached.keys.keys.some((key) => key.kid === kid)
  if (cached && isKnown) return cached.keys
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  const keys = v.parse(KEYS, await response.json()) as JSONWebKeySet
  cached = { url, at: now, keys }
  return keys
}
