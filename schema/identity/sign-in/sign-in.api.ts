/** What the pages for signing in show, and GET /api/ext/session: who is signed in here and what the shop offers. */
import * as v from 'valibot'
import { paths } from '../../paths.ts'
import type { FlashFormState } from '../../platform/forms/flash-form-state.api.ts'
import type { AccountAction } from './account-form.api.ts'

/** Who else may say who somebody is. */
export const SIGN_IN_PROVIDERS = ['google', 'facebook'] as const
export type SignInProvider = (typeof SIGN_IN_PROVIDERS)[number]
export const PROVIDER_NAMES: Readonly<Record<SignInProvider, string>> = {
  google: 'Google',
  facebook: 'Facebook',
}

export const SIGN_IN_OPTIONS = v.object({
  /** `null` for a guest. */
  firstname: v.nullable(v.string()),
  /** Those that are configured. */
  providers: v.array(v.picklist(SIGN_IN_PROVIDERS)),
  /** `null` where nobody is asked whether he is a person. */
  captcha: v.nullable(v.object({ siteKey: v.string(), scriptUrl: v.string() })),
})
export type SignInOptions = v.InferOutput<typeof SIGN_IN_OPTIONS>

export interface SignInView extends SignInOptions {
  /** Where the shopper was, on this site; `null` when that is not known. */
  back: string | null
  /** The token of the link that a mail brought; `null` without one. */
  token: string | null
  /** What a plain form said before this page. */
  notice: FlashFormState | null
}

/** Titles of what went wrong. */
export const SIGN_IN_TITLES: Readonly<Partial<Record<AccountAction, string>>> = {
  register: 'Registration error',
  forgot: 'Error while sending reset password e-mail',
}

export const RESET_OFFLINE = 'Reset password feature does not work while offline!'

/** In the middle of the checkout. */
export const SESSION_OVER = 'Your session has ended. What you typed is kept.'

/** Pages about signing in itself are nowhere to come back to. */
export function isSignInPath(path: string): boolean {
  const own: readonly string[] = [paths.login, paths.register, paths.authLogin, paths.createPassword]
  return own.includes(path.replace(/[?#].*$/, '').replace(/\/?$/, '/'))
}

/** True when a guard sent the shopper here: the pages of an account are shown to nobody else. */
export function isGuarded(back: string | null): boolean {
  return back?.startsWith(paths.account) === true && !isSignInPath(back)
}

/** A page for signing in that leads back to where the shopper was. */
export function signInHref(page: string, back: string | null): string {
  return back === null ? page : `${page}?back=${encodeURIComponent(back)}`
}

/** Where the way to a provider begins. */
export function socialHref(provider: SignInProvider, back: string | null): string {
  const query = `provider=${provider}${back === null ? '' : `&back=${encodeURIComponent(back)}`}`
  return `${paths.authLogin}start?${query}`
}
