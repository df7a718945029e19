/** Data of the sign-in pages, and of the session for any page. */
import type { Context } from 'hono'
import {
  isSignInPath,
  type SignInOptions,
  type SignInView,
} from '../../../schema/identity/sign-in/sign-in.api.ts'
import { paths } from '../../../schema/paths.ts'
import type { AppEnv } from '../../env.ts'
import { consumeFlashState } from '../../platform/forms/flash-cookie.ts'
import { safeRedirectPath } from '../../platform/http/same-origin.ts'
import { hashToken } from '../../platform/security/secret-token.ts'
import { getCurrentCustomer } from '../session/current-customer.ts'
import { clearSessionCookies, hasNameCookie } from '../session/session-cookie.ts'
import { readCustomer } from './customer.sql.ts'
import { findPasswordReset } from './password-reset.sql.ts'

/** Returns the signed-in customer and the ways to sign in; clears the cookies of a session that has ended. */
export async function readSignInOffer(c: Context<AppEnv>): Promise<SignInOptions> {
  const signedIn = await getCurrentCustomer(c)
  const customer = signedIn && (await readCustomer(c.env.DB, signedIn.customerId))
  if (!customer && hasNameCookie(c)) clearSessionCookies(c)
  const { google, facebook, captcha } = c.get('config')
  return {
    firstname: customer?.firstname ?? null,
    providers: [...(google ? ['google' as const] : []), ...(facebook ? ['facebook' as const] : [])],
    captcha: captcha && {
      siteKey: captcha.siteKey,
      scriptUrl: `${captcha.url}/turnstile/v0/api.js?render=explicit`,
    },
  }
}

/** Returns the data of a sign-in page. A link by mail opens the page to choose a password, so no other page looks its token up. */
export async function readSignInView(c: Context<AppEnv>): Promise<SignInView> {
  const isPasswordPage = c.req.path === paths.createPassword
  const linkToken = (isPasswordPage && c.req.query('token')?.slice(0, 200)) || null
  const [offer, isValid] = await Promise.all([readSignInOffer(c), isResetLinkValid(c, linkToken)])
  return {
    ...offer,
    back: previousPage(c),
    token: isValid ? linkToken : null,
    hasLinkExpired: linkToken !== null && !isValid,
    notice: consumeFlashState(c),
  }
}

async function isResetLinkValid(c: Context<AppEnv>, linkToken: string | null): Promise<boolean> {
  const id = linkToken === null ? null : hashToken(linkToken)
  return id !== null && (await findPasswordReset(c.env.DB, id, Date.now())) !== null
}

/** Returns the page in the query, else the page of the shop that linked here; `null` without one. */
function previousPage(c: Context<AppEnv>): string | null {
  const back = safeRedirectPath(c.req.query('back'))
  if (back !== null) return isSignInPath(back) ? null : back
  const referer = c.req.header('Referer')
  if (!referer || !URL.canParse(referer)) return null
  const { origin, pathname, search } = new URL(referer)
  if (origin !== new URL(c.req.url).origin || isSignInPath(pathname)) return null
  return safeRedirectPath(pathname + search)
}
