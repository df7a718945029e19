/** The two cookies of a cart: its name, which no script may read, and the number beside the word "Cart". */
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { CART_TTL_MS } from '../../schema/cart/cart.ts'
import type { Config } from '../config.ts'
import { newQuoteId, verifyQuoteId } from '../identity/session/cart-id.ts'
import { randomBytes } from '../platform/security/random-bytes.ts'

const CART_COOKIE = 'cart'
const COUNT_COOKIE = 'cart-count'
const MAX_AGE_SECONDS = CART_TTL_MS / 1_000

/** Set by the guard that parses the configuration, before any route runs. */
function secretOf(c: Context): string {
  return (c.get('config') as Config).cartSecret
}

/** The quote id that this browser holds; `null` when there is none or it is not ours. No object is touched. */
export function readCartIdCookie(c: Context): string | null {
  const id = getCookie(c, CART_COOKIE, 'host')
  return verifyQuoteId(secretOf(c), id) ? id : null
}

/** A new quote id for this browser; its object comes to be with the first change. */
export function issueCartId(c: Context): string {
  const id = newQuoteId(secretOf(c), randomBytes)
  setCartIdCookie(c, id)
  return id
}

/** Lets the cookie live another 30 days. */
export function setCartIdCookie(c: Context, quoteId: string): void {
  setCookie(c, CART_COOKIE, quoteId, {
    prefix: 'host',
    path: '/',
    secure: true,
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: MAX_AGE_SECONDS,
  })
}

/** The number that pages show; scripts read it, so it is no secret and decides nothing. */
export function setCartCountCookie(c: Context, count: number): void {
  setCookie(c, COUNT_COOKIE, String(count), {
    path: '/',
    secure: new URL(c.req.url).protocol === 'https:',
    sameSite: 'Lax',
    maxAge: MAX_AGE_SECONDS,
  })
}

/** This browser has no cart any more; the cart itself stays. */
export function clearCartCookies(c: Context): void {
  deleteCookie(c, CART_COOKIE, { prefix: 'host', path: '/', secure: true })
  deleteCookie(c, COUNT_COOKIE, { path: '/' })
}
