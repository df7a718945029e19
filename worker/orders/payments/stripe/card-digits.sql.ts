/** The last four digits of cards that paid orders (H14o). */
import { and, desc, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import { paymentAttempt } from '../../../../schema/orders/order.table.ts'
import { CARD_METHOD } from '../../../../schema/orders/payment.ts'
import { connect } from '../../../platform/drizzle.sql.ts'

/** Returns card payments since `since` (ms) whose digits were not read yet, the newest first. */
export async function findCardsToRead(
  db: D1Database,
  since: number,
  limit: number,
): Promise<{ id: number; intentId: string }[]> {
  const { id, providerRef, provider, status, updatedAt, cardLast4 } = paymentAttempt
  const rows = await connect(db)
    .select({ id, intentId: providerRef })
    .from(paymentAttempt)
    .where(
      and(
        eq(status, 'settled'),
        gt(updatedAt, since),
        eq(provider, CARD_METHOD),
        isNull(cardLast4),
        isNotNull(providerRef),
      ),
    )
    .orderBy(desc(updatedAt))
    .limit(limit)
  return rows.flatMap(({ id, intentId }) => (intentId === null ? [] : [{ id, intentId }]))
}

/** Stores the digits; an empty text for a payment without a card. */
export async function recordCardDigits(db: D1Database, attemptId: number, digits: string): Promise<void> {
  await connect(db).update(paymentAttempt).set({ cardLast4: digits }).where(eq(paymentAttempt.id, attemptId))
}
