/**
 * Redirects to a sign-in provider and back. `/auth-login/start?provider=google` redirects to the provider, which redirects
 * back to `/auth-login/` with a code. Without a code `/auth-login/` is a page of the app.
 */
import { generateCodeVerifier, generateState } from 'arctic'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { PROVIDER_NAMES, SIGN_IN_PROVIDERS } from '../../../schema/identity/sign-in/sign-in.api.ts'
import { paths } from '../../../schema/paths.ts'
import type { AppEnv } from '../../env.ts'
import { facebookFinish, facebookStart } from '../../identity/social/facebook.ts'
import { googleFinish, googleStart } from '../../identity/social/google.ts'
import type { Identity } from '../../identity/social/identity.ts'
import { type OAuthState, setOAuthState, takeOAuthState } from '../../identity/social/social-cookie.ts'
import {
  linkPendingIdentity,
  signInWithIdentity,
  storePendingIdentity,
} from '../../identity/social/social-sign-in.ts'
import { setFlashState } from '../../platform/forms/flash-cookie.ts'
import { safeRedirectPath } from '../../platform/http/same-origin.ts'
import { isRateLimited, TOO_MANY } from '../../platform/limits/rate-limit.ts'
import { timingSafeEqualText } from '../../platform/security/secret-token.ts'
import { signInBrowser } from './browser-sign-in.ts'

export const authLogin = new Hono<AppEnv>()

authLogin.get('/auth-login/start', (c) => {
  const provider = SIGN_IN_PROVIDERS.find((known) => known === c.req.query('provider'))
  // Some browsers prefetch links; a prefetch must not start a sign-in.
  if (c.req.header('Sec-Purpose')?.includes('prefetch')) return c.body(null, 503)
  const { google, facebook } = c.get('config')
  const start: Omit<OAuthState, 'provider'> = {
    state: generateState(),
    verifier: generateCodeVerifier(),
    nonce: generateState(),
    back: safeRedirectPath(c.req.query('back')) ?? paths.account,
  }
  const to =
    provider === 'google' && google
      ? googleStart(google, redirectUri(c), start)
      : provider === 'facebook' && facebook
        ? facebookStart(facebook, redirectUri(c), start.state)
        : null
  if (!provider || !to) return c.redirect(paths.login, 303)
  setOAuthState(c, { provider, ...start })
  return c.redirect(to.href, 303)
})

/** Handles the redirect back from the provider; other requests go to the app. */
export const oauthCallback: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { state, code, error } = c.req.query()
  if (state === undefined || (code === undefined && error === undefined)) return next()
  const start = takeOAuthState(c)
  if (!start || !timingSafeEqualText(state, start.state)) {
    return redirectToLogin(c, 'This sign-in started in another browser, or too long ago. Please try again.')
  }
  const name = PROVIDER_NAMES[start.provider]
  if (code === undefined || code.length > 2000)
    return redirectToLogin(c, `You didn’t sign in with ${name}.`, start)
  if (await isRateLimited(c, 'SIGN_IN_LIMIT', 'sign-in')) return redirectToLogin(c, TOO_MANY, start)
  const identity = await finishOAuth(c, start, code)
  if (!identity) return redirectToLogin(c, `${name} isn’t responding properly. Please try again.`, start)
  const outcome = await signInWithIdentity(c, identity)
  if (outcome.ok) {
    await signInBrowser(c, outcome.customer)
    await linkPendingIdentity(c, outcome.customer)
    return c.redirect(start.back, 303)
  }
  if (outcome.hasExistingAccount) await storePendingIdentity(c, identity)
  return redirectToLogin(c, outcome.message, start, outcome.email)
}

function finishOAuth(c: Context<AppEnv>, start: OAuthState, code: string): Promise<Identity | null> {
  const { google, facebook } = c.get('config')
  if (start.provider === 'google' && google) return googleFinish(google, redirectUri(c), code, start)
  if (start.provider === 'facebook' && facebook) return facebookFinish(facebook, redirectUri(c), code)
  return Promise.resolve(null)
}

function redirectUri(c: Context<AppEnv>): string {
  return `${c.get('config').siteUrl}${paths.authLogin}`
}

/** Redirects to the sign-in page, which shows the message. */
function redirectToLogin(
  c: Context<AppEnv>,
  message: string,
  start: OAuthState | null = null,
  emailAddress = '',
): Response {
  const fields = emailAddress ? { emailAddress } : {}
  setFlashState(c, { form: 'auth-login', ok: false, message, errors: {}, fields })
  const back = start && start.back !== paths.account ? `?back=${encodeURIComponent(start.back)}` : ''
  return c.redirect(`${paths.login}${back}`, 303)
}
