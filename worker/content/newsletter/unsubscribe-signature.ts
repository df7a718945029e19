/** The link that ends the newsletter: it works for everyone who has the mail, and for that subscriber only. */
import { sign, verifySignature } from '../../identity/session/signature.ts'

export function signUnsubscribe(secret: string, subscriberId: number): string {
  return sign(secret, `newsletter-stop:${subscriberId}`)
}

export function verifyUnsubscribeSignature(secret: string, subscriberId: number, proof: string): boolean {
  return verifySignature(secret, `newsletter-stop:${subscriberId}`, proof)
}
