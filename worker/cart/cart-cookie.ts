/** The two cookies of a cart: the quote id, hidden from scripts, and the number beside the word "Cart". */
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { CART_TTL_MS } from '../../schema/cart/cart.ts'
import type { Config } from '../config.ts'
import { newQuoteId, verifyQuoteId } from '../identity/session/cart-id.ts'
import { randomBytes } from '../platform/security/random-bytes.ts'

const CART_COOKIE = 'cart'
const COUNT_COOKIE = 'cart-count'
const MAX_AGE_SECONDS = CART_TTL_MS / 1_000

/** Returns the secret from the configuration, which a middleware parses before any route runs. */
function cartSecretOf(c: Context): string {
  return (c.get('config') as Config).cartSecret
}

/** Returns the verified quote id of this browser's cookie, or `null`. Calls no object. */
export function readCartIdCookie(c: Context): string | null {
  const id = getCookie(c, CART_COOKIE, 'host')
  return verifyQuoteId(cartSecretOf(c), id) ? id : null
}

/** Sets a new quote id in this browser; the first change creates the cart in its object. */
export function issueCartId(c: Context): string {
  const id = newQuoteId(cartSecretOf(c), randomBytes)
  setCartIdCookie(c, id)
  return id
}

/** Sets the cookie for the next 30 days. */
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

/** Sets the number that pages show. Scripts read the cookie; the server does not trust it. */
export function setCartCountCookie(c: Context, count: number): void {
  setCookie(c, COUNT_COOKIE, String(count), {
    path: '/',
    secure: new URL(c.req.url).protocol === 'https:',
    sameSite: 'Lax',
    maxAge: MAX_AGE_SECONDS,
  })
}

/** Removes the cart from this browser; the cart itself stays stored. */
export function clearCartCookies(c: Context): void {
  deleteCookie(c, CART_COOKIE, { prefix: 'host', path: '/', secure: true })
  deleteCookie(c, COUNT_COOKIE, { path: '/' })
}
