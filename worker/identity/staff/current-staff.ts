/**
 * The signed-in staff member of a request (H14). Their cookie is apart from that of customers; pages of the shop ignore it. It is
 * accepted for changes only from the shop's own origin.
 */
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { type Grant, pinRole } from '../../../schema/identity/staff/permissions.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../schema/platform/duration.ts'
import type { AppEnv } from '../../env.ts'
import { isSameOrigin } from '../../platform/http/same-origin.ts'
import { hashToken } from '../../platform/security/secret-token.ts'
import { sign, verifySignature } from '../session/signature.ts'
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
/** Who signed in last on this device. It outlives the session, so that the device is offered the sign-in, and opens nothing. */
const LAST_COOKIE = 'staff-last'
const LAST_MS = 30 * DAY_MS

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

const cache = new WeakMap<Context, Promise<StaffSession | null>>()

/** Returns the signed-in staff member with their current role; `null` for everybody else. Reads once per request. */
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

/** Sets the cookies of a new session. */
export function setStaffCookie(c: Context<AppEnv>, secret: string, staffId: number): void {
  const options = { prefix: 'host', path: '/', secure: true, httpOnly: true, sameSite: 'Lax' } as const
  setCookie(c, COOKIE, secret, { ...options, maxAge: STAFF_SESSION_MS / 1000 })
  const { sessionSecret } = c.get('config')
  setCookie(c, LAST_COOKIE, lastStaffText(sessionSecret, staffId), { ...options, maxAge: LAST_MS / 1000 })
}

/** Returns the signed text that names a person as the last one on a device. */
export function lastStaffText(sessionSecret: string, staffId: number): string {
  return `${staffId}.${sign(sessionSecret, `staff-last:${staffId}`)}`
}

/** Returns who signed in last on the device of this request, as signed text; `null` on a device that staff never used. */
export function readLastStaff(c: Context<AppEnv>): string | null {
  const text = getCookie(c, LAST_COOKIE, 'host') ?? ''
  const [id = '', signature = ''] = text.split('.')
  return verifySignature(c.get('config').sessionSecret, `staff-last:${id}`, signature) ? text : null
}

/** Deletes the cookies, and what this request knows of the session. */
export function clearStaffCookie(c: Context): void {
  cache.delete(c)
  for (const name of [COOKIE, LAST_COOKIE]) deleteCookie(c, name, { prefix: 'host', path: '/', secure: true })
}
