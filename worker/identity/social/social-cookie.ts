/**
 * Two cookies of a sign-in at a provider: the OAuth state, so that only the browser that started the sign-in can finish it,
 * and the identity that waits until its customer has signed in with the password of the existing account.
 */
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import * as v from 'valibot'

const STATE_COOKIE = 'social-start'
const IDENTITY_COOKIE = 'social-link'
/** Seconds, long enough to read a consent page. */
const MAX_AGE = 600

const HOST = { prefix: 'host', path: '/', secure: true } as const

const START = v.object({
  provider: v.picklist(['google', 'facebook']),
  state: v.string(),
  verifier: v.string(),
  nonce: v.string(),
  back: v.string(),
})
export type OAuthState = v.InferOutput<typeof START>

export function setOAuthState(c: Context, start: OAuthState): void {
  set(c, STATE_COOKIE, JSON.stringify(start))
}

/** Returns the OAuth state of this browser and deletes the cookie. */
export function takeOAuthState(c: Context): OAuthState | null {
  const text = getCookie(c, STATE_COOKIE, 'host')
  if (text === undefined) return null
  deleteCookie(c, STATE_COOKIE, HOST)
  try {
    const parsed = v.safeParse(START, JSON.parse(text))
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}

/** Stores a token that only worker/identity/social/social-sign-in.ts creates and reads. */
export function setPendingIdentity(c: Context, token: string): void {
  set(c, IDENTITY_COOKIE, token)
}

/** Returns the token of the pending identity and deletes the cookie. */
export function takePendingIdentity(c: Context): string | null {
  const token = getCookie(c, IDENTITY_COOKIE, 'host') ?? null
  if (token !== null) deleteCookie(c, IDENTITY_COOKIE, HOST)
  return token
}

function set(c: Context, name: string, value: string): void {
  // `Lax` sends the cookie when a provider redirects back from its own site.
  setCookie(c, name, value, { ...HOST, httpOnly: true, sameSite: 'Lax', maxAge: MAX_AGE })
}
