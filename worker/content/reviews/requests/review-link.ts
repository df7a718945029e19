/** The signatures in the mail that asks for reviews. They don't expire: a buyer may rate tires when they are worn. */
import { sign, verifySignature } from '../../../identity/session/signature.ts'

/** Returns the signature of the links that rate the products of an order. */
export function signReviewLink(secret: string, orderNumber: string): string {
  return sign(secret, `review:${orderNumber}`)
}

/** Returns the order of a link, or `null` when the shop did not sign it. */
export function verifyReviewLink(
  secret: string,
  { order = '', proof = '' }: { order?: string | undefined; proof?: string | undefined },
): string | null {
  const isKnown = /^[\w-]{1,40}$/.test(order) && verifySignature(secret, `review:${order}`, proof)
  return isKnown ? order : null
}

/** Returns the signature of the link that stops these mails. */
export function signReviewStop(secret: string, orderNumber: string): string {
  return sign(secret, `review-stop:${orderNumber}`)
}

/** Returns the order of a link that stops these mails, or `null` for a forged link. */
export function verifyReviewStop(
  secret: string,
  { order = '', proof = '' }: { order?: string | undefined; proof?: string | undefined },
): string | null {
  const isKnown = /^[\w-]{1,40}$/.test(order) && verifySignature(secret, `review-stop:${order}`, proof)
  return isKnown ? order : null
}
