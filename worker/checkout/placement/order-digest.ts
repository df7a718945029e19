/**
 * What decides an order, as text that two requests have in common when they ask for the same one. A token, campaign data
 * and what a client adds when it sends an order again decide nothing. The lines stand apart, because not every endpoint names them.
 */
import { createHash } from 'node:crypto'
import type { PlaceOrderRequest } from '../../../schema/orders/order.ts'

export function orderDigest(request: PlaceOrderRequest): string {
  const { lines, email, shippingAddress, billingAddress, shippingMethod, paymentMethod } = request
  const rest = [email.trim().toLowerCase(), shippingAddress, billingAddress, shippingMethod, paymentMethod]
  const sold = lines?.map(({ sku, qty, option }) => JSON.stringify([sku, qty, option])).sort()
  return `${hashOf(rest)}:${sold ? hashOf(sold) : ''}`
}

/** Whether a request asks for the order with this digest. For a digest of an earlier release that is unknown. */
export function isSameOrder(digest: string, request: PlaceOrderRequest): boolean {
  const [rest, lines] = digest.split(':')
  const [wantedRest, wantedLines] = orderDigest(request).split(':')
  if (lines === undefined) return true
  return rest === wantedRest && (lines === '' || wantedLines === '' || lines === wantedLines)
}

/** Returns the SHA-256 of a value's JSON, in hex. */
export function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}
