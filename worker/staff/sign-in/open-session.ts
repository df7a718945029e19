/** A new session of a staff member on this device (H14a). */
import type { Context } from 'hono'
import type { AppEnv } from '../../env.ts'
import { STAFF_SESSION_MS } from '../../identity/staff/current-staff.ts'
import type { NewStaffSession } from '../../identity/staff/staff-account.sql.ts'
import { hashToken, newSecretToken } from '../../platform/security/secret-token.ts'

/** Returns a session and the secret of its cookie. */
export function newStaffSession(
  c: Context<AppEnv>,
  staffId: number,
  now: number,
): { secret: string; session: NewStaffSession } {
  const secret = newSecretToken()
  const cf =
    'cf' in c.req.raw ? (c.req.raw.cf as { city?: string; regionCode?: string } | undefined) : undefined
  const place = [cf?.city, cf?.regionCode].filter(Boolean).join(', ')
  const device = (c.req.header('User-Agent') ?? '').slice(0, 300)
  const id = hashToken(secret) ?? ''
  return { secret, session: { id, staffId, device, place, now, expiresAt: now + STAFF_SESSION_MS } }
}
