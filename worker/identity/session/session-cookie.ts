/**
 * The two cookies of a session: the secret, which no script can read, and the first name for cached pages, which grants no
 * access.
 */
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'

const SESSION_COOKIE = 'session'
const NAME_COOKIE = 'signed-in'
const NAME_LENGTH = 60

export function readSessionCookie(c: Context): string | null {
  return getCookie(c, SESSION_COOKIE, 'host') ?? null
}

export function setSessionCookie(c: Context, secret: string, maxAgeSeconds: number): void {
  setCookie(c, SESSION_COOKIE, secret, {
    prefix: 'host',
    path: '/',
    secure: true,
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: maxAgeSeconds,
  })
}

/** Sets the name cookie; `setCookie` encodes the name as a URI component. */
export function setNameCookie(c: Context, firstname: string, maxAgeSeconds: number): void {
  setCookie(c, NAME_COOKIE, [...firstname].slice(0, NAME_LENGTH).join(''), {
    path: '/',
    secure: new URL(c.req.url).protocol === 'https:',
    sameSite: 'Lax',
    maxAge: maxAgeSeconds,
  })
}

/** Extends the name cookie together with its session. */
export function extendNameCookie(c: Context, maxAgeSeconds: number): void {
  const name = getCookie(c, NAME_COOKIE)
  if (name !== undefined) setNameCookie(c, name, maxAgeSeconds)
}

export function clearSessionCookies(c: Context): void {
  deleteCookie(c, SESSION_COOKIE, { prefix: 'host', path: '/', secure: true })
  deleteCookie(c, NAME_COOKIE, { path: '/' })
}

/** Returns whether the browser still shows a customer's name, even after the session has ended. */
export function hasNameCookie(c: Context): boolean {
  return getCookie(c, NAME_COOKIE) !== undefined
}
