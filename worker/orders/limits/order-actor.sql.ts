/** Who orders are counted for. What counts is read from the orders themselves: refused and released ones do not. */
import { tiresHeld } from '../../../schema/cart/order-size.ts'
import type { OrderActor } from '../../../schema/orders/limits/order-limits.ts'
import type { OrderDraft } from '../../../schema/orders/order.ts'
import { CASH_METHOD } from '../../../schema/orders/payment.ts'
import { DAY, HOUR } from '../../../schema/platform/limits/limit-row.ts'

/**
 * For the batch that holds an order, behind its row: counts it for each actor. One that is beyond a limit fails the batch with
 * `order_limit`.
 */
export function insertActors(
  db: D1Database,
  draft: Pick<OrderDraft, 'orderNumber' | 'lines' | 'placedAt'>,
  actors: readonly OrderActor[],
): D1PreparedStatement {
  return db
    .prepare(
      `WITH past AS (
         SELECT x.actor, count(*) AS day, count(*) FILTER (WHERE x.placed_at > ?3 - ${HOUR}) AS hour,
           count(*) FILTER (WHERE s.status = 'pending_payment') AS holds,
           sum(x.tires) FILTER (WHERE s.status = 'pending_payment'
             OR (s.status = 'processing' AND s.payment_method = ?5)) AS unpaid
         FROM order_actor AS x JOIN sales_order AS s ON s.id = x.order_id
         WHERE x.actor IN (SELECT value ->> '$.id' FROM json_each(?1)) AND x.placed_at > ?3 - ${DAY}
           AND s.status <> 'canceled'
         GROUP BY x.actor)
       INSERT INTO order_actor (order_id, actor, placed_at, tires, excess)
       SELECT o.id, a.value ->> '$.id', ?3, ?4,
         coalesce(past.hour, 0) >= a.value ->> '$.hour' OR coalesce(past.day, 0) >= a.value ->> '$.day'
           OR coalesce(past.holds, 0) >= a.value ->> '$.holds'
           OR coalesce(past.unpaid, 0) + ?4 > a.value ->> '$.unpaid'
       FROM sales_order AS o, json_each(?1) AS a LEFT JOIN past ON past.actor = a.value ->> '$.id'
       WHERE o.order_number = ?2`,
    )
    .bind(JSON.stringify(actors), draft.orderNumber, draft.placedAt, tiresHeld(draft.lines), CASH_METHOD)
}

/** Carts of this actor's orders that await payment, the oldest first, and whether one of `own` placed it. */
export async function findHolds(
  db: D1Database,
  actor: string,
  own: readonly string[],
): Promise<{ quoteId: string; isOwn: boolean }[]> {
  const { results } = await db
    .prepare(
      `SELECT s.quote_id AS quoteId, EXISTS (SELECT 1 FROM order_actor AS o WHERE o.order_id = x.order_id
         AND o.actor IN (SELECT value FROM json_each(?2))) AS isOwn
       FROM order_actor AS x JOIN sales_order AS s ON s.id = x.order_id
       WHERE x.actor = ?1 AND s.status = 'pending_payment' ORDER BY x.placed_at, x.order_id`,
    )
    .bind(actor, JSON.stringify(own))
    .all<{ quoteId: string; isOwn: number }>()
  return results.map(({ quoteId, isOwn }) => ({ quoteId, isOwn: isOwn === 1 }))
}

/** Forgets who placed orders before `before`. */
export async function deleteActors(db: D1Database, before: number): Promise<void> {
  await db.prepare('DELETE FROM order_actor WHERE placed_at < ?1').bind(before).run()
}
