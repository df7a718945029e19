/** The access check of every page, form and call of the back office (H14). */
import type { Context } from 'hono'
import { hasRight, type StaffRight } from '../../../schema/identity/staff/rights.ts'
import type { AppEnv } from '../../env.ts'
import { getCurrentStaff, type StaffSession } from '../../identity/staff/current-staff.ts'
import { reply } from '../../platform/http/reply.ts'
import { explainRefusal, refuseRight } from './refuse-right.tsx'

type StaffHandler = (c: Context<AppEnv>, staff: StaffSession) => Promise<Response> | Response

const NOT_SIGNED_IN = 'Sign in as staff first.'

/**
 * Wraps the handler of a page or form. Visitors get the shop's page for unknown addresses, staff without the right a plain
 * page with 403. `null` opens it to all staff.
 */
export function staffRoute(
  right: StaffRight | null,
  handle: StaffHandler,
): (c: Context<AppEnv>) => Promise<Response> {
  return async (c) => {
    const staff = await getCurrentStaff(c)
    if (!staff) return c.notFound()
    return right === null || hasRight(staff.role, right)
      ? handle(c, staff)
      : refuseRight(c, staff.role, right)
  }
}

/** Wraps the handler of a call: 401 without a session of staff, 403 without the right. */
export function withStaff(
  right: StaffRight,
  handle: StaffHandler,
): (c: Context<AppEnv>) => Promise<Response> {
  return async (c) => {
    const staff = await getCurrentStaff(c)
    if (!staff) return reply(c, 401, NOT_SIGNED_IN)
    if (hasRight(staff.role, right)) return handle(c, staff)
    return reply(c, 403, explainRefusal(staff.role, right))
  }
}
