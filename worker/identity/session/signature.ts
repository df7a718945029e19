/** Short signatures of links and tokens: an HMAC over a claim that names the purpose. */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** Signs a claim. It begins with its purpose (`newsletter-stop:17`), so that no signature works for another purpose. */
export function sign(secret: string, claim: string): string {
  return digest(secret, claim).toString('base64url')
}

/** Returns whether the shop created this signature for exactly this claim. Constant time. */
export function verifySignature(secret: string, claim: string, signature: string): boolean {
  const actual = Buffer.from(signature, 'base64url')
  const expected = digest(secret, claim)
  // Accepts the canonical encoding only: base64url decoders ignore some bits of the last character.
  const isCanonical = actual.length === expected.length && actual.toString('base64url') === signature
  return isCanonical && timingSafeEqual(actual, expected)
}

function digest(secret: string, claim: string): Buffer {
  return createHmac('sha256', secret).update(claim).digest().subarray(0, 18)
}
