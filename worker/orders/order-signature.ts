/**
 * The signature in the link to an order. Mails of the order contain the link, and it opens the page for anyone who has it.
 * It does not expire, because buyers look up an order when its tires are worn. The order's number alone is not enough.
 */
import { sign, verifySignature } from '../identity/session/signature.ts'

/** Returns the signature of an order's link. */
export function signOrderLink(secret: string, orderNumber: string): string {
  return sign(secret, `order:${orderNumber}`)
}

/** Returns whether this shop made `signature` for this order. */
export function verifyOrderLink(secret: string, orderNumber: string, signature: string): boolean {
  return verifySignature(secret, `order:${orderNumber}`, signature)
}
