/**
 * The link to an order: the order's mails have it, and it opens the page for anyone who has it. It does not expire, for an
 * order is looked up when its tires wear out; who knows the order's number alone cannot make it.
 */
import { sign, verifySignature } from '../identity/session/signature.ts'

export function signOrderLink(secret: string, orderNumber: string): string {
  return sign(secret, `order:${orderNumber}`)
}

export function verifyOrderLink(secret: string, orderNumber: string, proof: string): boolean {
  return verifySignature(secret, `order:${orderNumber}`, proof)
}
