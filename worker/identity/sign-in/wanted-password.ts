/**
 * The password of an account that is wanted with a purchase, until the order stands: sealed in the shopper's own browser,
 * so that the shop keeps none and computes no hash for somebody who only asks.
 */
import { createHmac } from 'node:crypto'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { EncryptJWT, jwtDecrypt } from 'jose'
import type { Config } from '../../config.ts'
import { cartKey } from '../session/cart-id.ts'

const COOKIE = 'wanted-password'
/** Seconds; a checkout that takes longer asks again on the page that thanks. */
const LIFE = 2 * 3600

const HOST = { prefix: 'host', path: '/', secure: true } as const

export async function keepWantedPassword(c: Context, quoteId: string, password: string): Promise<void> {
  const sealed = await new EncryptJWT({ password })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setAudience(cartKey(quoteId))
    .setExpirationTime(`${LIFE}s`)
    .encrypt(keyOf(c))
  setCookie(c, COOKIE, sealed, { ...HOST, httpOnly: true, sameSite: 'Lax', maxAge: LIFE })
}

/** What was wanted for this cart, once. */
export async function takeWantedPassword(c: Context, quoteId: string): Promise<string | null> {
  const sealed = getCookie(c, COOKIE, 'host')
  if (sealed === undefined) return null
  deleteCookie(c, COOKIE, HOST)
  const read = await jwtDecrypt(sealed, keyOf(c), { audience: cartKey(quoteId) }).catch(() => null)
  const password = read?.payload.password
  return typeof password === 'string' ? password : null
}

// The label keeps this use of the secret apart from every other.
function keyOf(c: Context): Uint8Array {
  return createHmac('sha256', (c.get('config') as Config).sessionSecret)
    .update('wanted-password')
    .digest()
}
