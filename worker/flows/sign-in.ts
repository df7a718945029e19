/** Signing in and out: who it is, and the session that says so from then on. */
import type { Context } from 'hono'
import { issueAccessToken } from '../auth/access-token.ts'
import { forgetCustomer } from '../auth/customer-of.ts'
import { isPassword } from '../auth/password.ts'
import { newSecretToken, tokenKey } from '../auth/secret-token.ts'
import { agentKey, networkKey, SESSION_LIFE_MS, sessionEnd } from '../auth/session.ts'
import { type CustomerSecret, findCustomerByEmail } from '../db/customer.ts'
import { addSession, endSession, type SessionKind } from '../db/session.ts'
import type { AppEnv } from '../env.ts'
import {
  dropSessionCookies,
  keepSessionCookie,
  keepSignedInName,
  sessionSecretOf,
} from '../http/session-cookie.ts'

/** The customer of this address and password; `null` for every other pair, without saying why. */
export async function judgePassword(
  c: Context<AppEnv>,
  email: string,
  password: string,
): Promise<CustomerSecret | null> {
  const customer = await findCustomerByEmail(c.env.DB, email)
  const hash = customer?.passwordHash
  return customer && hash && (await isPassword(password, hash)) ? customer : null
}

/** A new session of this customer. The secret is given to the browser or client and never kept. */
async function startSession(
  c: Context<AppEnv>,
  customerId: number,
  kind: SessionKind,
): Promise<{ id: string; secret: string }> {
  const secret = newSecretToken()
  const id = tokenKey(secret) ?? ''
  const now = Date.now()
  const bound = { agent: agentKey(c), network: networkKey(c) }
  await addSession(c.env.DB, { id, kind, customerId, ...bound, now, expiresAt: sessionEnd(now, now) }).run()
  return { id, secret }
}

/** Signs a browser in. What session it came with ends: nobody may have handed it one. */
export async function signInPage(
  c: Context<AppEnv>,
  customer: { id: number; firstname: string },
): Promise<void> {
  const before = tokenKey(sessionSecretOf(c))
  if (before !== null) await endSession(c.env.DB, before)
  const { secret } = await startSession(c, customer.id, 'page')
  keepSessionCookie(c, secret, SESSION_LIFE_MS / 1000)
  keepSignedInName(c, customer.firstname, SESSION_LIFE_MS / 1000)
  forgetCustomer(c)
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

/** Ends the session of this browser, here and in the table. */
export async function signOutPage(c: Context<AppEnv>): Promise<void> {
  const id = tokenKey(sessionSecretOf(c))
  if (id !== null) await endSession(c.env.DB, id)
  dropSessionCookies(c)
  forgetCustomer(c)
}
