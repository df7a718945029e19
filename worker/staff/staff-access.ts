/** Access to API calls for staff. */
import type { Context } from 'hono'
import type { AppEnv } from '../env.ts'
import { type CustomerSession, getCurrentCustomer } from '../identity/session/current-customer.ts'
import { NOT_AUTHORIZED } from '../identity/sign-in/customer-access.ts'
import { reply } from '../platform/http/reply.ts'

/** Wraps a handler for staff, which gets the staff member's session; a guest gets 401, a customer 403. */
export function withStaff(
  handle: (c: Context<AppEnv>, staff: CustomerSession) => Promise<Response> | Response,
): (c: Context<AppEnv>) => Promise<Response> {
  return async (c) => {
    const customer = await getCurrentCustomer(c)
    if (!customer) return reply(c, 401, NOT_AUTHORIZED)
    return customer.isStaff ? handle(c, customer) : reply(c, 403, NOT_AUTHORIZED)
  }
}
