/** Decides whether a shopper without an account may see an order: by number and e-mail together. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import type { AppEnv } from '../../env.ts'
import { isRateLimited } from '../../platform/limits/rate-limit.ts'
import { findOrderEmail } from './guest-order.sql.ts'

/**
 * Returns whether the order was placed with this e-mail. An unknown number and the order of somebody else take the same
 * read and the same comparison, so that the time of the answer reveals nothing.
 */
export async function matchesOrderEmail(
  db: D1Database,
  orderNumber: string,
  email: string,
): Promise<boolean> {
  const found = await findOrderEmail(db, orderNumber)
  const same = timingSafeEqual(digest(email.trim().toLowerCase()), digest(found ?? ''))
  return found !== null && same
}

/** Returns whether this network, or all networks together for this number, have tried too often. */
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
