/** Short proofs that a link or a token came from the shop: an HMAC over words that say what it is for. */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** `claim` begins with its use (`newsletter-stop:17`), so that a proof for one thing is none for another. */
export function sign(secret: string, claim: string): string {
  return digest(secret, claim).toString('base64url')
}

/** True when we made this proof for exactly this claim. Constant time. */
export function verifySignature(secret: string, claim: string, proof: string): boolean {
  const given = Buffer.from(proof, 'base64url')
  const ours = digest(secret, claim)
  // One spelling only: base64url lets the last characters vary.
  const isWhole = given.length === ours.length && given.toString('base64url') === proof
  return isWhole && timingSafeEqual(given, ours)
}

function digest(secret: string, claim: string): Buffer {
  return createHmac('sha256', secret).update(claim).digest().subarray(0, 18)
}
