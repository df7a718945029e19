/** Checks access to an order without an account, by its number and e-mail together. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import type { AppEnv } from '../../env.ts'
import { isRateLimited } from '../../platform/limits/rate-limit.ts'
import { findOrderEmail } from './guest-order.sql.ts'

/**
 * Returns whether the order was placed with this e-mail. An unknown number and another buyer's order need the
 * same read and the same comparison, so that the response time does not reveal which numbers exist.
 */
export async function matchesOrderEmail(
  db: D1Database,
  orderNumber: string,
  email: string,
): Promise<boolean> {
  const found = await findOrderEmail(db, orderNumber)
  const isSame = timingSafeEqual(digest(email.trim().toLowerCase()), digest(found ?? ''))
  return found !== null && isSame
}

/** Returns whether this network, or all networks together for this number, have made too many attempts. */
export async function isOrderLookupRateLimited(c: Context<AppEnv>, orderNumber: string): Promise<boolean> {
  const [network, number] = await Promise.all([
    isRateLimited(c, 'FORM_LIMIT', 'guest-order'),
    isRateLimited(c, 'FORM_LIMIT', 'guest-order-number', orderNumber),
  ])
  return network || number
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
