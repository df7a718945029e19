/**
 * Access tokens of the API: a JWT that lives 15 minutes, created and verified by `jose`. The token names a session and is
 * valid only while the session's row exists.
 */
import { createHmac } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import type { Config } from '../../config.ts'

/** Seconds. */
const ACCESS_TOKEN_LIFE = 15 * 60

const ALGORITHM = 'HS256'
const AUDIENCE = 'wire'
const TYPE = 'at+jwt'

type Keys = Pick<Config, 'sessionSecret' | 'siteUrl'>

/** Creates the access token of a session. `now` is in milliseconds. */
export function issueAccessToken(
  { sessionSecret, siteUrl }: Keys,
  claims: { customerId: number; sessionId: string },
  now: number,
): Promise<string> {
  const issued = Math.floor(now / 1000)
  return new SignJWT({ sid: claims.sessionId })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setSubject(String(claims.customerId))
    .setIssuer(siteUrl)
    .setAudience(AUDIENCE)
    .setIssuedAt(issued)
    .setExpirationTime(issued + ACCESS_TOKEN_LIFE)
    .sign(keyOf(sessionSecret, 'access-token'))
}

/** Returns the session of a token; `null` for an expired token and for one that the shop did not sign. */
export async function readAccessToken(
  { sessionSecret, siteUrl }: Keys,
  token: string,
  now: number,
): Promise<{ customerId: number; sessionId: string } | null> {
  try {
    const { payload } = await jwtVerify(token, keyOf(sessionSecret, 'access-token'), {
      algorithms: [ALGORITHM],
      typ: TYPE,
      issuer: siteUrl,
      audience: AUDIENCE,
      requiredClaims: ['exp', 'sub', 'sid'],
      currentDate: new Date(now),
    })
    const customerId = Number(payload.sub)
    const { sid } = payload
    return Number.isSafeInteger(customerId) && typeof sid === 'string' ? { customerId, sessionId: sid } : null
  } catch {
    return null
  }
}

/** Creates the group token of clients' lookups. It has no effect while price tiers are off, and grants no access. */
export function issueGroupToken({ sessionSecret, siteUrl }: Keys, groupId: number): Promise<string> {
  return new SignJWT({ group_id: groupId })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'group+jwt' })
    .setIssuer(siteUrl)
    .sign(keyOf(sessionSecret, 'group-token'))
}

// The label derives a separate key for each use of the secret.
function keyOf(secret: string, label: string): Uint8Array {
  return createHmac('sha256', secret).update(label).digest()
}
