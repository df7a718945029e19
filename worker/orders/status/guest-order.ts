/** Whose an order is, for who has no account: number and e-mail together. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { findOrderEmail } from './guest-order.sql.ts'

/**
 * True when the order was placed with this e-mail. An order that nobody has and somebody else's take the same read and
 * the same comparison, so that nothing can be told from the time it takes.
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

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
