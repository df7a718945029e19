/** The access check of every page, form and call of the back office (H14). */
import type { Context } from 'hono'
import { hasPermission, isGranted, type StaffPermission } from '../../../schema/identity/staff/permissions.ts'
import type { AppEnv } from '../../env.ts'
import { getCurrentStaff, type StaffSession } from '../../identity/staff/current-staff.ts'
import { reply } from '../../platform/http/reply.ts'
import { isRateLimited, TOO_MANY } from '../../platform/limits/rate-limit.ts'
import { currentKey } from '../api/current-key.ts'
import { explainKeyRefusal, explainRefusal, refusePermission } from './refuse-permission.tsx'
import { answerSignedOut } from './signed-out.tsx'

type StaffHandler = (c: Context<AppEnv>, staff: StaffSession) => Promise<Response> | Response

const NOT_SIGNED_IN = 'Sign in as staff first.'
const UNKNOWN_KEY = 'This key is unknown or has ended.'

/**
 * Wraps the handler of a page or form. Visitors get the shop's page for unknown addresses, a device whose session has ended the
 * sign-in, staff without the permission a plain page with 403. `null` opens it to all staff.
 */
export function staffRoute(
  permission: StaffPermission | null,
  handle: StaffHandler,
): (c: Context<AppEnv>) => Promise<Response> {
  return async (c) => {
    const staff = await getCurrentStaff(c)
    if (!staff) return answerSignedOut(c)
    return permission === null || hasPermission(staff.role, permission)
      ? handle(c, staff)
      : refusePermission(c, staff.role, permission)
  }
}

/**
 * Wraps the handler of a call: 401 without a session of staff or a key, 403 without the permission. A request with a key acts with
 * the permissions of the key alone, whatever cookies it has; because browsers never add a key by themselves, it needs no origin.
 */
export function withStaff(
  permission: StaffPermission,
  handle: StaffHandler,
): (c: Context<AppEnv>) => Promise<Response> {
  return async (c) => {
    const key = await currentKey(c)
    if (key === 'unknown') return reply(c, 401, UNKNOWN_KEY)
    const staff = key ?? (await getCurrentStaff(c))
    if (!staff) return reply(c, 401, NOT_SIGNED_IN)
    if (key && (await isRateLimited(c, 'WIDE_300_LIMIT', 'api-key', key.keyId)))
      return reply(c, 429, TOO_MANY)
    if (isGranted(staff, permission)) return handle(c, staff)
    return reply(c, 403, key ? explainKeyRefusal(permission) : explainRefusal(staff.role, permission))
  }
}
