/** What the pages for signing in show, and what any page may ask about the session of this browser. */
import type { Context } from 'hono'
import {
  isSignInPath,
  type SignInOptions,
  type SignInView,
} from '../../../schema/identity/sign-in/sign-in.api.ts'
import type { AppEnv } from '../../env.ts'
import { takeFlashState } from '../../platform/forms/flash-cookie.ts'
import { safeRedirectPath } from '../../platform/http/same-origin.ts'
import { getCurrentCustomer } from '../session/current-customer.ts'
import { clearSessionCookies, hasNameCookie } from '../session/session-cookie.ts'
import { readCustomer } from './customer.sql.ts'

/** A name whose session has ended is shown no longer. */
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

export async function readSignInView(c: Context<AppEnv>): Promise<SignInView> {
  return {
    ...(await readSignInOffer(c)),
    back: backOf(c),
    token: c.req.query('token')?.slice(0, 200) || null,
    notice: takeFlashState(c),
  }
}

/** As the address says, or the page of the shop whose link was followed. */
function backOf(c: Context<AppEnv>): string | null {
  const named = safeRedirectPath(c.req.query('back'))
  if (named !== null) return isSignInPath(named) ? null : named
  const from = c.req.header('Referer')
  const here = new URL(c.req.url)
  if (!from || !URL.canParse(from)) return null
  const { origin, pathname, search } = new URL(from)
  if (origin !== here.origin || isSignInPath(pathname)) return null
  return safeRedirectPath(pathname + search)
}
