/** Signatures of the links to unsubscribe. A link needs no sign-in and works for one subscriber only. */
import { sign, verifySignature } from '../../identity/session/signature.ts'

/** Returns the signature of a subscriber's link. */
export function signUnsubscribe(secret: string, subscriberId: number): string {
  return sign(secret, `newsletter-stop:${subscriberId}`)
}

/** Returns whether the signature is valid for this subscriber. */
export function verifyUnsubscribeSignature(secret: string, subscriberId: number, signature: string): boolean {
  return verifySignature(secret, `newsletter-stop:${subscriberId}`, signature)
}
