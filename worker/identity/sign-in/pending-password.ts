/**
 * The password for an account that a guest creates with an order. Until the order is placed, an encrypted cookie stores the
 * password, so that the shop stores none and computes no hash for an order that is never placed.
 */
import { createHmac } from 'node:crypto'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { EncryptJWT, jwtDecrypt } from 'jose'
import type { Config } from '../../config.ts'
import { cartKey } from '../session/cart-id.ts'

const COOKIE = 'wanted-password'
/** Lifetime in seconds; after a longer checkout, the thank-you page prompts for the password again. */
const LIFE = 2 * 3600

const HOST = { prefix: 'host', path: '/', secure: true } as const

/** Stores the password for the account of this cart. */
export async function setPendingPassword(c: Context, quoteId: string, password: string): Promise<void> {
  const sealed = await new EncryptJWT({ password })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setAudience(cartKey(quoteId))
    .setExpirationTime(`${LIFE}s`)
    .encrypt(keyOf(c))
  setCookie(c, COOKIE, sealed, { ...HOST, httpOnly: true, sameSite: 'Lax', maxAge: LIFE })
}

/** Returns the password for the account of this cart and deletes the cookie. */
export async function takePendingPassword(c: Context, quoteId: string): Promise<string | null> {
  const sealed = getCookie(c, COOKIE, 'host')
  if (sealed === undefined) return null
  deleteCookie(c, COOKIE, HOST)
  const read = await jwtDecrypt(sealed, keyOf(c), { audience: cartKey(quoteId) }).catch(() => null)
  const password = read?.payload.password
  return typeof password === 'string' ? password : null
}

// The label separates this use of the secret from others.
function keyOf(c: Context): Uint8Array {
  return createHmac('sha256', (c.get('config') as Config).sessionSecret)
    .update('wanted-password')
    .digest()
}
