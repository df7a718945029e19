/**
 * Two cookies of a sign-in elsewhere: what this browser set out with, so that nobody else's answer is taken for its own,
 * and who came back while the account still has to be opened by its password.
 */
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import * as v from 'valibot'

const STARTED = 'social-start'
const WAITING = 'social-link'
/** Seconds; consent pages are read slowly. */
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
  keep(c, STARTED, JSON.stringify(start))
}

/** What this browser set out with, once. */
export function takeOAuthState(c: Context): OAuthState | null {
  const text = getCookie(c, STARTED, 'host')
  if (text === undefined) return null
  deleteCookie(c, STARTED, HOST)
  try {
    const parsed = v.safeParse(START, JSON.parse(text))
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}

/** `proof` is made by worker/identity/social/social-sign-in.ts and read there alone. */
export function setPendingIdentity(c: Context, proof: string): void {
  keep(c, WAITING, proof)
}

export function takePendingIdentity(c: Context): string | null {
  const proof = getCookie(c, WAITING, 'host') ?? null
  if (proof !== null) deleteCookie(c, WAITING, HOST)
  return proof
}

function keep(c: Context, name: string, value: string): void {
  // Providers lead back from another site, which Lax allows for a link.
  setCookie(c, name, value, { ...HOST, httpOnly: true, sameSite: 'Lax', maxAge: MAX_AGE })
}
