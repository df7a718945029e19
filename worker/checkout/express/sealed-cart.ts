/**
 * The cart's id in the address of PayPal's shipping callback. The id gives access to the cart, so it is encrypted, and
 * the address can only be used to compute totals.
 */
import { createHmac } from 'node:crypto'
import { EncryptJWT, jwtDecrypt } from 'jose'

/** PayPal deletes an order that is not approved within some hours. */
const LIFE = '6h'

/** Encrypts the id of a cart for six hours. */
export function sealCart(secret: string, quoteId: string): Promise<string> {
  return new EncryptJWT({ quoteId })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setExpirationTime(LIFE)
    .encrypt(keyOf(secret))
}

/** Returns the id of the cart; `null` for a text that this shop has not encrypted, or an expired one. */
export async function openSealedCart(secret: string, sealed: string): Promise<string | null> {
  const read = await jwtDecrypt(sealed, keyOf(secret)).catch(() => null)
  const quoteId = read?.payload.quoteId
  return typeof quoteId === 'string' ? quoteId : null
}

// The label separates this use of the secret from others.
function keyOf(secret: string): Uint8Array {
  return createHmac('sha256', secret).update('express-cart').digest()
}
