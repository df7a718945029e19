/**
 * The signature of a download link: an HMAC of order, file and expiry, which only the shop can create. Links
 * are not stored, and a guessed link is refused without a read of D1 or R2.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** The signed values of a link. `expires` in milliseconds since the epoch. */
export interface DownloadClaim {
  orderNumber: string
  linkId: number
  expires: number
}

/** Returns the signature of a download link. */
export function signDownload(secret: string, claim: DownloadClaim): string {
  return computeHmac(secret, claim).toString('base64url')
}

/**
 * Returns whether the shop created `signature` for this claim, in constant time. Does not check the expiry.
 */
export function verifyDownloadSignature(secret: string, claim: DownloadClaim, signature: string): boolean {
  const received = Buffer.from(signature, 'base64url')
  const expected = computeHmac(secret, claim)
  return received.length === expected.length && timingSafeEqual(received, expected)
}

// The label distinguishes this use of the secret from other uses.
function computeHmac(secret: string, { orderNumber, linkId, expires }: DownloadClaim): Buffer {
  return createHmac('sha256', secret)
    .update(`download:${orderNumber}:${linkId}:${expires}`)
    .digest()
    .subarray(0, 18)
}
