/**
 * The digest of an order request: two requests for the same order have the same digest. Tokens, campaign data and the
 * fields that a client adds to a repeated request are left out. The lines have a hash of their own, because not every
 * endpoint sends lines.
 */
import { createHash } from 'node:crypto'
import type { PlaceOrderRequest } from '../../../schema/orders/order.ts'

/** Returns the hash of the request without its lines and the hash of its lines, separated by a colon. */
export function orderDigest(request: PlaceOrderRequest): string {
  const { lines, email, shippingAddress, billingAddress, shippingMethod, paymentMethod } = request
  const rest = [email.trim().toLowerCase(), shippingAddress, billingAddress, shippingMethod, paymentMethod]
  const requested = lines?.map(({ sku, qty, option }) => JSON.stringify([sku, qty, option])).sort()
  return `${hashJson(rest)}:${requested ? hashJson(requested) : ''}`
}

/** Checks whether a request is for the order with this digest. Returns true for a digest of an earlier release. */
export function isSameOrder(digest: string, request: PlaceOrderRequest): boolean {
  const [rest, lines] = digest.split(':')
  const [wantedRest, wantedLines] = orderDigest(request).split(':')
  if (lines === undefined) return true
  return rest === wantedRest && (lines === '' || wantedLines === '' || lines === wantedLines)
}

/** Returns the SHA-256 of a value's JSON, in hex. */
export function hashJson(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}
