/**
 * Links to bought files: order, file and the moment they end, under an HMAC that only the shop can make. Nothing is
 * stored for a link, and a guessed one is refused before D1 or R2 is asked.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a link is for. `expires` in milliseconds since the epoch. */
export interface DownloadClaim {
  orderNumber: string
  linkId: number
  expires: number
}

export function signDownload(secret: string, claim: DownloadClaim): string {
  return proofOf(secret, claim).toString('base64url')
}

/** True when we made this proof for exactly this claim. Constant time; says nothing about whether it has expired. */
export function verifyDownloadSignature(secret: string, claim: DownloadClaim, proof: string): boolean {
  const given = Buffer.from(proof, 'base64url')
  const ours = proofOf(secret, claim)
  return given.length === ours.length && timingSafeEqual(given, ours)
}

// The label keeps this use of the secret apart from every other one.
function proofOf(secret: string, { orderNumber, linkId, expires }: DownloadClaim): Buffer {
  return createHmac('sha256', secret)
    .update(`download:${orderNumber}:${linkId}:${expires}`)
    .digest()
    .subarray(0, 18)
}
