/** Calls that only a customer may make. */
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

/** Clients up to 1.9 know an expired token by the words "not authorized", later ones by the code. */
export const NOT_AUTHORIZED = 'Consumer is not authorized to access %resources'

/** Hands the customer to a handler, and answers everybody else 401 in the envelope. */
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

/** Clears the name cookie of a session that has ended; a call by token says nothing about the cookies. */
export function clearExpiredNameCookie(c: Context<AppEnv>): void {
  if (readUserToken(c) === '' && hasNameCookie(c) && isSameOrigin(c.req.raw)) clearSessionCookies(c)
}

/** Sends a browser to the sign-in page, which says why and leads back to `back`. */
export function redirectToSignIn(c: Context<AppEnv>, back: string): Response {
  clearExpiredNameCookie(c)
  const message = ACCOUNT_MESSAGES.loginNeeded
  setFlashState(c, { form: 'sign-in', ok: false, message, errors: {}, fields: {} })
  return c.redirect(signInHref(paths.login, back), 303)
}

/**
 * Returns whether a browser still shows a name although the session has ended. An order then asks its customer to sign in
 * again, or to continue as a guest.
 */
export async function isSessionExpired(c: Context<AppEnv>): Promise<boolean> {
  return hasNameCookie(c) && (await getCurrentCustomer(c)) === null
}
