/** Access to endpoints that require a signed-in customer. */
import type { Context } from 'hono'
import { ACCOUNT_MESSAGES } from '../../../schema/identity/sign-in/account-form.api.ts'
import { signInHref } from '../../../schema/identity/sign-in/sign-in.api.ts'
import { paths } from '../../../schema/paths.ts'
import type { AppEnv } from '../../env.ts'
import { setFlashState } from '../../platform/forms/flash-cookie.ts'
import { reply } from '../../platform/http/reply.ts'
import { isSameOrigin } from '../../platform/http/same-origin.ts'
import { type CustomerSession, getCurrentCustomer } from '../session/current-customer.ts'
import { clearSessionCookies, hasNameCookie } from '../session/session-cookie.ts'
import { readUserToken } from '../session/user-token.ts'

/** Clients up to 1.9 recognize an expired token by the text "not authorized", later clients by the code. */
export const NOT_AUTHORIZED = 'Consumer is not authorized to access %resources'

/** Wraps a handler that receives the customer; a guest gets a 401 in the envelope. */
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

/** Clears the cookies of a session that has ended. A call with a token leaves the cookies unchanged. */
export function clearExpiredNameCookie(c: Context<AppEnv>): void {
  if (readUserToken(c) === '' && hasNameCookie(c) && isSameOrigin(c.req.raw)) clearSessionCookies(c)
}

/** Redirects to the sign-in page, which shows the reason and then leads to `back`. */
export function redirectToSignIn(c: Context<AppEnv>, back: string): Response {
  clearExpiredNameCookie(c)
  const message = ACCOUNT_MESSAGES.loginNeeded
  setFlashState(c, { form: 'sign-in', ok: false, message, errors: {}, fields: {} })
  return c.redirect(signInHref(paths.login, back), 303)
}

/**
 * Returns whether a browser still shows a name although the session has ended. An order then requires a new sign-in, or the
 * choice to continue as a guest.
 */
export async function isSessionExpired(c: Context<AppEnv>): Promise<boolean> {
  return hasNameCookie(c) && (await getCurrentCustomer(c)) === null
}
