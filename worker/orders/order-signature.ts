/**
 * The link to an order: it stands in the order's mails and opens its page for whoever has it. It does not expire, for an
 * order is looked up when its tires wear out; who knows the order's number alone cannot make it.
 */
import { isProof, prove } from '../identity/session/signature.ts'

export function proveOrder(secret: string, orderNumber: string): string {
  return prove(secret, `order:${orderNumber}`)
}

export function isOrderProof(secret: string, orderNumber: string, proof: string): boolean {
  return isProof(secret, `order:${orderNumber}`, proof)
}
