/** The cookie with the message of a form endpoint for the next page, which clears the cookie. */
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import {
  type FlashFormState,
  parseFlashFormState,
} from '../../../schema/platform/forms/flash-form-state.api.ts'

const COOKIE = 'form-notice'
/** Lifetime in seconds, long enough for a redirect over a slow connection. */
const MAX_AGE_SECONDS = 120
const VALUE_LENGTH = 150

const HOST = { prefix: 'host', path: '/', secure: true } as const

/** Stores the flash state for the next page; long field values are shortened to fit into a cookie. */
export function setFlashState(c: Context, notice: FlashFormState): void {
  const fields = Object.fromEntries(
    Object.entries(notice.fields).map(([name, value]) => [name, value.slice(0, VALUE_LENGTH)]),
  )
  setCookie(c, COOKIE, JSON.stringify({ ...notice, fields }), {
    ...HOST,
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: MAX_AGE_SECONDS,
  })
}

/** Returns the flash state and clears it. The page must not be cached. */
export function consumeFlashState(c: Context): FlashFormState | null {
  const text = getCookie(c, COOKIE, 'host')
  if (text === undefined) return null
  deleteCookie(c, COOKIE, HOST)
  return parseFlashFormState(text)
}
