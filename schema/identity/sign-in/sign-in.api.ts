/** Data of the sign-in pages, and GET /api/ext/session: the current customer and the ways to sign in. */
import * as v from 'valibot'
import { paths } from '../../paths.ts'
import type { FlashFormState } from '../../platform/forms/flash-form-state.api.ts'
import type { AccountAction } from './account-form.api.ts'

/** Providers of social sign-in. */
export const SIGN_IN_PROVIDERS = ['google', 'facebook'] as const
export type SignInProvider = (typeof SIGN_IN_PROVIDERS)[number]
export const PROVIDER_NAMES: Readonly<Record<SignInProvider, string>> = {
  google: 'Google',
  facebook: 'Facebook',
}

export const SIGN_IN_OPTIONS = v.object({
  /** `null` for a guest. */
  firstname: v.nullable(v.string()),
  /** The configured providers. */
  providers: v.array(v.picklist(SIGN_IN_PROVIDERS)),
  /** `null` without a captcha. */
  captcha: v.nullable(v.object({ siteKey: v.string(), scriptUrl: v.string() })),
})
export type SignInOptions = v.InferOutput<typeof SIGN_IN_OPTIONS>

export interface SignInView extends SignInOptions {
  /** The shopper's previous page on this site; `null` when unknown. */
  back: string | null
  /** The token of a valid link sent by mail; `null` without one. */
  token: string | null
  /** Whether the page was opened by a link that has expired or was used. */
  hasLinkExpired: boolean
  /** The outcome of a form that was sent without script. */
  notice: FlashFormState | null
}

/** Titles of error messages. */
export const SIGN_IN_TITLES: Readonly<Partial<Record<AccountAction, string>>> = {
  register: 'Registration error',
  forgot: 'Error while sending reset password e-mail',
}

export const RESET_OFFLINE = 'Reset password feature does not work while offline!'

/** Shown when the session ends while the shopper fills in a form. */
export const SESSION_OVER = 'Your session has ended. We’ve saved what you typed.'

/** Returns whether a path is a sign-in page, to which a sign-in never leads back. */
export function isSignInPath(path: string): boolean {
  const own: readonly string[] = [paths.login, paths.register, paths.authLogin, paths.createPassword]
  return own.includes(path.replace(/[?#].*$/, '').replace(/\/?$/, '/'))
}

/** Returns whether a path is an account page, which only its customer may see. */
export function isGuarded(back: string | null): boolean {
  return back?.startsWith(paths.account) === true && !isSignInPath(back)
}

/** Returns the URL of a sign-in page that leads back to the shopper's page. */
export function signInHref(page: string, back: string | null): string {
  return back === null ? page : `${page}?back=${encodeURIComponent(back)}`
}

/** Returns the URL that starts a provider's sign-in. */
export function socialHref(provider: SignInProvider, back: string | null): string {
  const query = `provider=${provider}${back === null ? '' : `&back=${encodeURIComponent(back)}`}`
  return `${paths.authLogin}start?${query}`
}
