/**
 * Who is signed in. Clients of the wire send a token, our own pages a cookie; either names a session, and the session's
 * row decides. A change by cookie must come from a page of the shop, because the cookie acts for the shopper.
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
  isStaff: boolean
  kind: SessionKind
  /** Milliseconds. */
  signedInAt: number
}

const asked = new WeakMap<Context, Promise<CustomerSession | null>>()

/** The customer who asks; `null` for a guest. One read by primary key, once per request. */
export function getCurrentCustomer(c: Context): Promise<CustomerSession | null> {
  let answer = asked.get(c)
  if (!answer) {
    answer = find(c)
    asked.set(c, answer)
  }
  return answer
}

/** After a sign-in or sign-out within this request. */
export function clearCurrentCustomerCache(c: Context): void {
  asked.delete(c)
}

async function find(c: Context): Promise<CustomerSession | null> {
  const now = Date.now()
  const token = readUserToken(c)
  const row = token === '' ? await byCookie(c, now) : await byToken(c, token, now)
  if (!row) return null
  const { id: sessionId, customerId, groupId, isStaff, kind, createdAt: signedInAt } = row
  return { customerId, sessionId, groupId, isStaff, kind, signedInAt }
}

async function byToken(c: Context, token: string, now: number): Promise<SessionRow | null> {
  const claims = await readAccessToken(c.get('config') as Config, token, now)
  if (!claims) return null
  const row = await findSession(c.env.DB, claims.sessionId, 'wire', now)
  return row?.customerId === claims.customerId ? row : null
}

const SAFE = ['GET', 'HEAD']
/** How often the use of a session is noted. */
const NOTED_MS = DAY_MS

async function byCookie(c: Context, now: number): Promise<SessionRow | null> {
  const secret = readSessionCookie(c)
  const id = hashToken(secret)
  if (secret === null || id === null) return null
  if (!SAFE.includes(c.req.method) && !isSameOrigin(c.req.raw)) return null
  const row = await findSession(c.env.DB, id, 'page', now)
  if (row && now - row.seenAt > NOTED_MS) {
    const expiresAt = sessionExpiresAt(row.createdAt, now)
    await touchSession(c.env.DB, { id, network: networkHash(c), now, expiresAt })
    const seconds = Math.ceil((expiresAt - now) / 1000)
    setSessionCookie(c, secret, seconds)
    extendNameCookie(c, seconds)
  }
  return row
}
