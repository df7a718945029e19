/** The cookie of a shared phone (H14a): it stays when people sign out, and opens nothing without a PIN. */
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { DAY_MS } from '../../../schema/platform/duration.ts'
import type { AppEnv } from '../../env.ts'
import { findPhone } from '../../identity/staff/staff-phone.sql.ts'
import { hashToken } from '../../platform/security/secret-token.ts'

const COOKIE = 'staff-phone'
const LIFETIME_MS = 365 * DAY_MS

/** Returns the enrolled phone that sends this request; `null` for every other device. */
export async function findThisPhone(c: Context<AppEnv>): Promise<{ id: string; label: string } | null> {
  const id = hashToken(getCookie(c, COOKIE, 'host'))
  const phone = id === null ? null : await findPhone(c.env.DB, id)
  return id !== null && phone ? { id, ...phone } : null
}

/** Makes this device an enrolled phone. */
export function setPhoneCookie(c: Context<AppEnv>, secret: string): void {
  setCookie(c, COOKIE, secret, {
    ...{ prefix: 'host', path: '/', secure: true, httpOnly: true, sameSite: 'Lax' },
    maxAge: LIFETIME_MS / 1000,
  })
}
