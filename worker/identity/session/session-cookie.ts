/**
 * The two cookies of a session: its secret, which no script may read, and the first name that cached pages show. The
 * name decides nothing.
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

/** `setCookie` encodes it as a URI component. */
export function setNameCookie(c: Context, firstname: string, maxAgeSeconds: number): void {
  setCookie(c, NAME_COOKIE, [...firstname].slice(0, NAME_LENGTH).join(''), {
    path: '/',
    secure: new URL(c.req.url).protocol === 'https:',
    sameSite: 'Lax',
    maxAge: maxAgeSeconds,
  })
}

/** The name that the browser has stays as long as the session that was just prolonged. */
export function extendNameCookie(c: Context, maxAgeSeconds: number): void {
  const name = getCookie(c, NAME_COOKIE)
  if (name !== undefined) setNameCookie(c, name, maxAgeSeconds)
}

export function clearSessionCookies(c: Context): void {
  deleteCookie(c, SESSION_COOKIE, { prefix: 'host', path: '/', secure: true })
  deleteCookie(c, NAME_COOKIE, { path: '/' })
}

/** True when the browser still shows somebody's name, whether or not the session is still valid. */
export function hasNameCookie(c: Context): boolean {
  return getCookie(c, NAME_COOKIE) !== undefined
}
