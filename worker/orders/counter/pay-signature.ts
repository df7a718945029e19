/** The signature in the link that pays a sale of the counter (H14p). It shows the sale to nobody who was not sent the link. */
import { sign, verifySignature } from '../../identity/session/signature.ts'

const toClaim = (sale: number) => `pay:${sale}`

/** Returns the signature of a sale's link. */
export function signPayLink(secret: string, sale: number): string {
  return sign(secret, toClaim(sale))
}

/** Returns whether this shop created `signature` for this sale. */
export function verifyPayLink(secret: string, sale: number, signature: string): boolean {
  return verifySignature(secret, toClaim(sale), signature)
}
