/**
 * The signed-in customer of a request. Clients of the API send a token, the shop's own pages a cookie; both name a session,
 * whose row must exist. A cookie is accepted for changes only from the shop's own origin (protection against CSRF).
 */

import type { Context } from 'hono'
import { DAY_MS } from '../../../schema/platform/duration.ts'
import type { Config } from '../../config.ts'
import { isSameOrigin } from '../../platform/http/same-origin.ts'
import { hashToken } from '../../platform/security/secret-token.ts'
import { readAccessToken } from './access-token.ts'
import { findSession, type SessionKind, type SessionRow, touchSession } from './session.sql.ts'
import { networkHash, sessionExpiresAt } from './session.ts'
import { extendNameCookie, readSessionCookie, setSessionCookie } from './session-cookie.ts'
import { readUserToken } from './user-token.ts'

export interface CustomerSession {
  customerId: number
  sessionId: string
  groupId: number
  kind: SessionKind
  /** Milliseconds. */
  signedInAt: number
}

const cache = new WeakMap<Context, Promise<CustomerSession | null>>()

/** Returns the signed-in customer; `null` for a guest. One read by primary key, once per request. */
export function getCurrentCustomer(c: Context): Promise<CustomerSession | null> {
  let session = cache.get(c)
  if (!session) {
    session = readSession(c)
    cache.set(c, session)
  }
  return session
}

/** Clears the cached customer after a sign-in or sign-out within this request. */
export function clearCurrentCustomerCache(c: Context): void {
  cache.delete(c)
}

async function readSession(c: Context): Promise<CustomerSession | null> {
  const now = Date.now()
  const token = readUserToken(c)
  const row = token === '' ? await byCookie(c, now) : await byToken(c, token, now)
  if (!row) return null
  const { id: sessionId, customerId, groupId, kind, createdAt: signedInAt } = row
  return { customerId, sessionId, groupId, kind, signedInAt }
}

async function byToken(c: Context, token: string, now: number): Promise<SessionRow | null> {
  const claims = await readAccessToken(c.get('config') as Config, token, now)
  if (!claims) return null
  const row = await findSession(c.env.DB, claims.sessionId, 'wire', now)
  return row?.customerId === claims.customerId ? row : null
}

const SAFE_METHODS = ['GET', 'HEAD']
/** How often the last use of a session is written. */
const TOUCH_INTERVAL_MS = DAY_MS

async function byCookie(c: Context, now: number): Promise<SessionRow | null> {
  const secret = readSessionCookie(c)
  const id = hashToken(secret)
  if (secret === null || id === null) return null
  if (!SAFE_METHODS.includes(c.req.method) && !isSameOrigin(c.req.raw)) return null
  const row = await findSession(c.env.DB, id, 'page', now)
  if (row && now - row.seenAt > TOUCH_INTERVAL_MS) {
    const expiresAt = sessionExpiresAt(row.createdAt, now)
    await touchSession(c.env.DB, { id, network: networkHash(c), now, expiresAt })
    const seconds = Math.ceil((expiresAt - now) / 1000)
    setSessionCookie(c, secret, seconds)
    extendNameCookie(c, seconds)
  }
  return row
}
