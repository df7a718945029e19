/** Calls that only a customer may make. */
import type { Context } from 'hono'
import type { AppEnv } from '../../env.ts'
import { reply } from '../../platform/http/reply.ts'
import { type CustomerSession, getCurrentCustomer } from '../session/current-customer.ts'
import { isSameOrigin } from '../session/same-origin.ts'
import { clearSessionCookies, hasNameCookie } from '../session/session-cookie.ts'
import { readUserToken } from '../session/user-token.ts'

/** Clients up to 1.9 know an expired token by the words "not authorized", later ones by the code (wire.md §0). */
export const NOT_AUTHORIZED = 'Consumer is not authorized to access %resources'

/** A handler that gets the customer, behind the refusal of everybody else: 401 in the envelope. */
export function withCustomer(
  handle: (c: Context<AppEnv>, customer: CustomerSession) => Promise<Response> | Response,
): (c: Context<AppEnv>) => Promise<Response> {
  return async (c) => {
    const customer = await getCurrentCustomer(c)
    if (customer) return handle(c, customer)
    clearExpiredNameCookie(c)
    return reply(c, 401, NOT_AUTHORIZED)
  }
}

/** Whom a call by cookie finds without a session is shown as signed in no longer; a token says nothing of the cookies. */
export function clearExpiredNameCookie(c: Context<AppEnv>): void {
  if (readUserToken(c) === '' && hasNameCookie(c) && isSameOrigin(c.req.raw)) clearSessionCookies(c)
}

/**
 * True for a browser that still shows somebody's name although his session has ended. Where that matters (an order is
 * somebody's) it is asked to sign in again, or to go on as a guest.
 */
export async function isSessionExpired(c: Context<AppEnv>): Promise<boolean> {
  return hasNameCookie(c) && (await getCurrentCustomer(c)) === null
}
