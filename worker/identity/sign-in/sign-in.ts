/** Signing in and out: checks credentials, starts and ends sessions. */
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
 * Returns the customer of an e-mail address and password. For a wrong pair returns `null` without a reason and after the same
 * time, so that callers do not learn of accounts. Replaces a hash of old parameters, because only now the password is known.
 */
export async function checkCredentials(
  c: Context<AppEnv>,
  email: string,
  password: string,
): Promise<CustomerSecret | null> {
  const attempt = await registerSignInAttempt(c, email)
  if (!attempt.allowed) return null
  const customer = await findCustomerByEmail(c.env.DB, email)
  const hash = customer?.passwordHash
  const isRight = hash ? await verifyPassword(password, hash) : await verifyDummyPassword(password)
  if (!isRight || !customer || !hash) return null
  await attempt.reset()
  if (needsRehash(hash)) await replaceHash(c.env.DB, customer.id, hash, await hashPassword(password))
  return customer
}

export type PasswordResult = 'right' | 'wrong' | 'too-many'

/**
 * Checks the password of a signed-in customer, as an attempt like a sign-in. Unlike a sign-in, the result reports too many
 * attempts: a right password must not be reported as wrong.
 */
export async function verifyCurrentPassword(
  c: Context<AppEnv>,
  { email, passwordHash }: Pick<CustomerSecret, 'email' | 'passwordHash'>,
  password: string,
): Promise<PasswordResult> {
  const attempt = await registerSignInAttempt(c, email)
  if (!attempt.allowed) return 'too-many'
  if (passwordHash === null || !(await verifyPassword(password, passwordHash))) return 'wrong'
  await attempt.reset()
  return 'right'
}

/** Starts a session. The secret goes to the browser or client and is never stored. */
async function startSession(
  c: Context<AppEnv>,
  customerId: number,
  kind: SessionKind,
): Promise<{ id: string; secret: string }> {
  const secret = newSecretToken()
  const id = hashToken(secret) ?? ''
  const now = Date.now()
  await addSession(c.env.DB, {
    id,
    kind,
    customerId,
    agent: userAgentHash(c),
    network: networkHash(c),
    now,
    expiresAt: sessionExpiresAt(now, now),
  }).run()
  return { id, secret }
}

/**
 * Starts a session in this browser and ends the previous one, which an attacker may have planted (session fixation). The cart
 * of the browser stays unchanged.
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

/** Signs in a client of the API: returns an access token for 15 minutes, and a refresh token to renew it. */
export async function signInApiClient(
  c: Context<AppEnv>,
  customerId: number,
): Promise<{ token: string; refreshToken: string }> {
  const { id, secret } = await startSession(c, customerId, 'wire')
  const token = await issueAccessToken(c.get('config'), { customerId, sessionId: id }, Date.now())
  return { token, refreshToken: secret }
}

/**
 * Returns a new access token; the refresh token stays the same, because clients never store another one. A refresh token
 * that arrives from another user agent and another network at once is taken for stolen, and its session ends.
 */
export async function refreshAccessToken(c: Context<AppEnv>, refreshToken: string): Promise<string | null> {
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
