/** Access to the calls of intake. */
import type { Context } from 'hono'
import { hasRight } from '../../../schema/identity/staff/rights.ts'
import type { AppEnv } from '../../env.ts'
import { getCurrentStaff, type StaffSession } from '../../identity/staff/current-staff.ts'
import { reply } from '../../platform/http/reply.ts'

const SIGN_IN = 'Please sign in. What you typed stays on this device.'
const NOT_ALLOWED = 'Your role can’t take in tires.'

/** Wraps a handler for staff who take in units; others get 401 or 403. */
export function withIntake(run: (c: Context<AppEnv>, staff: StaffSession) => Promise<Response>) {
  return async (c: Context<AppEnv>): Promise<Response> => {
    const staff = await getCurrentStaff(c)
    if (!staff) return reply(c, 401, SIGN_IN)
    return hasRight(staff.role, 'intake') ? run(c, staff) : reply(c, 403, NOT_ALLOWED)
  }
}
