/** The cookie that carries the message of a form endpoint to the next page, which clears it. */
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import {
  type FlashFormState,
  parseFlashFormState,
} from '../../../schema/platform/forms/flash-form-state.api.ts'

const COOKIE = 'form-notice'
/** Long enough for a redirect over a slow line. */
const MAX_AGE_SECONDS = 120
const VALUE_LENGTH = 150

const HOST = { prefix: 'host', path: '/', secure: true } as const

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

/** Returns the notice for this page, once. The page must not be cached. */
export function takeFlashState(c: Context): FlashFormState | null {
  const text = getCookie(c, COOKIE, 'host')
  if (text === undefined) return null
  deleteCookie(c, COOKIE, HOST)
  return parseFlashFormState(text)
}
