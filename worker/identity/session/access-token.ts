/**
 * Access tokens of the wire: a JWT for a quarter of an hour, made and read by `jose`. It names a session, and the
 * session's row decides: a token of an ended session is none.
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

/** `now` in milliseconds. */
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

/** The session that a token of ours names; `null` for any other, and for one that has run out. */
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

/** A customer's group for lookups: it changes nothing while price tiers are off, and opens nothing. */
export function issueGroupToken({ sessionSecret, siteUrl }: Keys, groupId: number): Promise<string> {
  return new SignJWT({ group_id: groupId })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'group+jwt' })
    .setIssuer(siteUrl)
    .sign(keyOf(sessionSecret, 'group-token'))
}

// The label keeps one use of the secret apart from every other.
function keyOf(secret: string, label: string): Uint8Array {
  return createHmac('sha256', secret).update(label).digest()
}
