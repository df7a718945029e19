/** The link that ends the newsletter: it works for whoever has the mail, and for no other reader. */
import { isProof, prove } from '../../identity/session/signature.ts'

export function proveStop(secret: string, subscriberId: number): string {
  return prove(secret, `newsletter-stop:${subscriberId}`)
}

export function isStopProof(secret: string, subscriberId: number, proof: string): boolean {
  return isProof(secret, `newsletter-stop:${subscriberId}`, proof)
}
