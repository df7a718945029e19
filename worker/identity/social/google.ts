/** Sign-in with Google: authorization code with PKCE, and what an id token says, verified by Google's keys. */
import { CodeChallengeMethod, OAuth2Client } from 'arctic'
import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose'
import * as v from 'valibot'
import type { Config } from '../../config.ts'
import { withTimeout } from '../../platform/http/with-timeout.ts'
import { describeError } from '../../platform/security/log-redaction.ts'
import type { Identity } from './identity.ts'

type Google = NonNullable<Config['google']>

const SCOPES = ['openid', 'email', 'profile']
const TIMEOUT_MS = 8_000

/** The secrets of this sign-in; stored in the browser until it comes back. */
export interface Started {
  state: string
  verifier: string
  nonce: string
}

export function googleStart(google: Google, redirectUri: string, started: Started): URL {
  const client = new OAuth2Client(google.clientId, google.clientSecret, redirectUri)
  const endpoint = `${google.accountsUrl}/o/oauth2/v2/auth`
  const { state, verifier, nonce } = started
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

/** Who came back with this code; `null` when Google does not say so. */
export async function googleFinish(
  google: Google,
  redirectUri: string,
  code: string,
  started: Started,
): Promise<Identity | null> {
  try {
    const client = new OAuth2Client(google.clientId, google.clientSecret, redirectUri)
    // The library waits for ever by itself.
    const asked = client.validateAuthorizationCode(`${google.apiUrl}/token`, code, started.verifier)
    const tokens = await withTimeout(asked, TIMEOUT_MS)
    return tokens && (await googleIdentity(google, tokens.idToken(), started.nonce))
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

/** Whom an id token of Google names; `null` when it is not made for this shop, has run out or was made by others. */
export async function googleIdentity(
  google: Google,
  idToken: string,
  nonce: string | null = null,
): Promise<Identity | null> {
  try {
    const { kid } = decodeProtectedHeader(idToken)
    const keys = createLocalJWKSet(await keysOf(google.keysUrl, kid ?? ''))
    const { payload } = await jwtVerify(idToken, keys, {
      algorithms: ['RS256'],
      audience: google.clientId,
      // Google signs with either.
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
    console.warn('google', describeError(error))
    return null
  }
}

const KEYS = v.object({ keys: v.array(v.looseObject({ kty: v.string() })) })
/** How long Google's keys are good without asking again; an unknown one is asked for at once. */
const KEYS_MS = 600_000
let cached: { url: string; at: number; keys: JSONWebKeySet } | null = null

/** Plain data in memory, never a request under way: requests must not wait for each other's. */
async function keysOf(url: string, kid: string): Promise<JSONWebKeySet> {
  const now = Date.now()
  const isKnown =
    cached?.url === url && now - cached.at < KEYS_MS && cached.keys.keys.some((key) => key.kid === kid)
  if (cached && isKnown) return cached.keys
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  const keys = v.parse(KEYS, await response.json()) as JSONWebKeySet
  cached = { url, at: now, keys }
  return keys
}
