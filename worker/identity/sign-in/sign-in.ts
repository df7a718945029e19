/** Signing in and out: who it is, and the session that says so from then on. */
import type { Context } from 'hono'
import type { AppEnv } from '../../env.ts'
import { hashToken, newSecretToken } from '../../platform/security/secret-token.ts'
import { issueAccessToken } from '../session/access-token.ts'
import { clearCurrentCustomerCache } from '../session/current-customer.ts'
import { setTrustedDevice } from '../session/device-cookie.ts'
import {
  addSession,
  endSession,
  findSession,
  type SessionKind,
  touchSession,
} from '../session/session.sql.ts'
import { networkHash, SESSION_TTL_MS, sessionExpiresAt, userAgentHash } from '../session/session.ts'
import {
  clearSessionCookies,
  readSessionCookie,
  setNameCookie,
  setSessionCookie,
} from '../session/session-cookie.ts'
import { type CustomerSecret, findCustomerByEmail, replaceHash } from './customer.sql.ts'
import { hashPassword, needsRehash, verifyDummyPassword, verifyPassword } from './password.ts'
import { registerSignInAttempt } from './sign-in-rate-limit.ts'

/**
 * The customer of this address and password; `null` for every other pair, without saying why, and after as long a time.
 * A hash of old parameters is replaced, because only now its password is known.
 */
export async function checkCredentials(
  c: Context<AppEnv>,
  email: string,
  password: string,
): Promise<CustomerSecret | null> {
  const guess = await registerSignInAttempt(c, email)
  if (!guess.allowed) return null
  const customer = await findCustomerByEmail(c.env.DB, email)
  const hash = customer?.passwordHash
  const isRight = hash ? await verifyPassword(password, hash) : await verifyDummyPassword(password)
  if (!isRight || !customer || !hash) return null
  await guess.wasRight()
  if (needsRehash(hash)) await replaceHash(c.env.DB, customer.id, hash, await hashPassword(password))
  return customer
}

export type PasswordResult = 'right' | 'wrong' | 'too-many'

/**
 * Whether this is the password of who is signed in; it counts as a guess like any other. Unlike at the sign-in, too many of
 * them say so: the caller is signed in, and a right password must not be called wrong.
 */
export async function verifyCurrentPassword(
  c: Context<AppEnv>,
  { email, passwordHash }: Pick<CustomerSecret, 'email' | 'passwordHash'>,
  password: string,
): Promise<PasswordResult> {
  const guess = await registerSignInAttempt(c, email)
  if (!guess.allowed) return 'too-many'
  if (passwordHash === null || !(await verifyPassword(password, passwordHash))) return 'wrong'
  await guess.wasRight()
  return 'right'
}

/** A new session of this customer. The secret is given to the browser or client and never stored. */
async function startSession(
  c: Context<AppEnv>,
  customerId: number,
  kind: SessionKind,
): Promise<{ id: string; secret: string }> {
  const secret = newSecretToken()
  const id = hashToken(secret) ?? ''
  const now = Date.now()
  const bound = { agent: userAgentHash(c), network: networkHash(c) }
  await addSession(c.env.DB, {
    id,
    kind,
    customerId,
    ...bound,
    now,
    expiresAt: sessionExpiresAt(now, now),
  }).run()
  return { id, secret }
}

/**
 * Starts a session in this browser. The session that the browser had before ends, in case somebody else planted it
 * there. The cart of the browser stays as it is.
 */
export async function startBrowserSession(
  c: Context<AppEnv>,
  customer: { id: number; email: string; firstname: string },
): Promise<void> {
  const before = hashToken(readSessionCookie(c))
  if (before !== null) await endSession(c.env.DB, before)
  const { secret } = await startSession(c, customer.id, 'page')
  setSessionCookie(c, secret, SESSION_TTL_MS / 1000)
  setNameCookie(c, customer.firstname, SESSION_TTL_MS / 1000)
  setTrustedDevice(c, customer.email)
  clearCurrentCustomerCache(c)
}

/** Signs a client of the wire in: a token for a quarter of an hour, and one to get the next. */
export async function signInWire(
  c: Context<AppEnv>,
  customerId: number,
): Promise<{ token: string; refreshToken: string }> {
  const { id, secret } = await startSession(c, customerId, 'wire')
  const token = await issueAccessToken(c.get('config'), { customerId, sessionId: id }, Date.now())
  return { token, refreshToken: secret }
}

/**
 * A new access token. The refresh token stays the same, for clients never store another. Seen in
 * another family of browsers and from another network at once it was carried off: then the session ends.
 */
export async function refreshWire(c: Context<AppEnv>, refreshToken: string): Promise<string | null> {
  const id = hashToken(refreshToken)
  const now = Date.now()
  const session = id === null ? null : await findSession(c.env.DB, id, 'wire', now)
  if (!session) return null
  const network = networkHash(c)
  if (session.agent !== userAgentHash(c) && session.network !== network) {
    await endSession(c.env.DB, session.id)
    console.warn('A refresh token was used from elsewhere; its session ended.')
    return null
  }
  const expiresAt = sessionExpiresAt(session.createdAt, now)
  await touchSession(c.env.DB, { id: session.id, network, now, expiresAt })
  const claims = { customerId: session.customerId, sessionId: session.id }
  return issueAccessToken(c.get('config'), claims, now)
}

/** Ends the session of this browser, in its cookies and in the table. */
export async function endBrowserSession(c: Context<AppEnv>): Promise<void> {
  const id = hashToken(readSessionCookie(c))
  if (id !== null) await endSession(c.env.DB, id)
  clearSessionCookies(c)
  clearCurrentCustomerCache(c)
}
