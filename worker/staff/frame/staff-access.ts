/** The access check of every page, form and call of the back office (H14). */
import type { Context } from 'hono'
import { hasPermission, type StaffPermission } from '../../../schema/identity/staff/permissions.ts'
import type { AppEnv } from '../../env.ts'
import { getCurrentStaff, type StaffSession } from '../../identity/staff/current-staff.ts'
import { reply } from '../../platform/http/reply.ts'
import { explainRefusal, refusePermission } from './refuse-permission.tsx'

type StaffHandler = (c: Context<AppEnv>, staff: StaffSession) => Promise<Response> | Response

const NOT_SIGNED_IN = 'Sign in as staff first.'

/**
 * Wraps the handler of a page or form. Visitors get the shop's page for unknown addresses, staff without the permission a plain
 * page with 403. `null` opens it to all staff.
 */
export function staffRoute(
  permission: StaffPermission | null,
  handle: StaffHandler,
): (c: Context<AppEnv>) => Promise<Response> {
  return async (c) => {
    const staff = await getCurrentStaff(c)
    if (!staff) return c.notFound()
    return permission === null || hasPermission(staff.role, permission)
      ? handle(c, staff)
      : refusePermission(c, staff.role, permission)
  }
}

/** Wraps the handler of a call: 401 without a session of staff, 403 without the permission. */
export function withStaff(
  permission: StaffPermission,
  handle: StaffHandler,
): (c: Context<AppEnv>) => Promise<Response> {
  return async (c) => {
    const staff = await getCurrentStaff(c)
    if (!staff) return reply(c, 401, NOT_SIGNED_IN)
    if (hasPermission(staff.role, permission)) return handle(c, staff)
    return reply(c, 403, explainRefusal(staff.role, permission))
  }
}
