/**
 * The signature in the link to an order. Mails about the order contain the link, and anyone who has it can
 * open the page. The signature does not expire, because buyers look up an order years later, when its tires
 * are worn. The order's number alone does not open the page.
 */
import { sign, verifySignature } from '../identity/session/signature.ts'

/** Returns the signature of an order's link. */
export function signOrderLink(secret: string, orderNumber: string): string {
  return sign(secret, `order:${orderNumber}`)
}

/** Returns whether this shop created `signature` for this order. */
export function verifyOrderLink(secret: string, orderNumber: string, signature: string): boolean {
  return verifySignature(secret, `order:${orderNumber}`, signature)
}
