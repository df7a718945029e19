/**
 * The signed-in staff member of a request (H14). Their cookie is apart from that of customers; pages of the shop ignore it. It is
 * accepted for changes only from the shop's own origin.
 */
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { type Grant, pinRole } from '../../../schema/identity/staff/permissions.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../schema/platform/duration.ts'
import { isSameOrigin } from '../../platform/http/same-origin.ts'
import { hashToken } from '../../platform/security/secret-token.ts'
import { findStaffSession, touchStaffSession } from './staff-account.sql.ts'

/** A session ends at this age; the next working day begins with a passkey. */
export const STAFF_SESSION_MS = 12 * HOUR_MS
/** On a shared phone a session ends when nobody used it for this long. */
const SHARED_IDLE_MS = 30 * MINUTE_MS
/** How often the last use of a session is written. */
const TOUCH_INTERVAL_MS = 5 * MINUTE_MS
/** Acts on people, roles and large refunds need a passkey that was used within this time. */
export const STEP_UP_MS = 10 * MINUTE_MS
const COOKIE = 'staff'

export interface StaffSession extends Grant {
  staffId: number
  name: string
  email: string
  sessionId: string
  /** When a passkey was used last, in milliseconds. */
  verifiedAt: number
  /** The key of the program that acts for this person. */
  keyId?: string
}

/** The cookie outlives its session, so that a device of staff is offered the sign-in. */
const COOKIE_MS = 30 * DAY_MS

/** Checks whether the request comes from a device on which staff signed in. It says nothing about who uses it now. */
export function hasStaffCookie(c: Context): boolean {
  return hashToken(getCookie(c, COOKIE, 'host')) !== null
}

const cache = new WeakMap<Context, Promise<StaffSession | null>>()

/** Returns the signed-in staff member with their role of now; `null` for everybody else. Reads once per request. */
export function getCurrentStaff(c: Context): Promise<StaffSession | null> {
  let session = cache.get(c)
  if (!session) {
    session = readSession(c)
    cache.set(c, session)
  }
  return session
}

async function readSession(c: Context): Promise<StaffSession | null> {
  const id = hashToken(getCookie(c, COOKIE, 'host'))
  if (id === null) return null
  if (!['GET', 'HEAD'].includes(c.req.method) && !isSameOrigin(c.req.raw)) return null
  const now = Date.now()
  const row = await findStaffSession(c.env.DB, id, now)
  if (!row || (row.phoneId !== null && now - row.seenAt > SHARED_IDLE_MS)) return null
  if (now - row.seenAt > TOUCH_INTERVAL_MS) await touchStaffSession(c.env.DB, id, now)
  const { id: staffId, name, email, sessionId, verifiedAt, phoneId } = row
  const role = phoneId === null ? row.role : pinRole(row.role)
  return role && { staffId, name, email, role, sessionId, verifiedAt }
}

/** Sets the cookie of a new session. */
export function setStaffCookie(c: Context, secret: string): void {
  setCookie(c, COOKIE, secret, {
    ...{ prefix: 'host', path: '/', secure: true, httpOnly: true, sameSite: 'Lax' },
    maxAge: COOKIE_MS / 1000,
  })
}

/** Deletes the cookie, and what this request knows of the session. */
export function clearStaffCookie(c: Context): void {
  cache.delete(c)
  deleteCookie(c, COOKIE, { prefix: 'host', path: '/', secure: true })
}
