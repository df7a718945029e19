/**
 * Actors that orders are counted for. The limits read the status of the orders themselves: refused and
 * released orders do not count.
 */
import { and, eq, exists, inArray, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { countReservedTires } from '../../../schema/cart/order-size.ts'
import { orderActor } from '../../../schema/orders/limits/order-actor.table.ts'
import type { OrderActor } from '../../../schema/orders/limits/order-limits.ts'
import { salesOrder } from '../../../schema/orders/order.table.ts'
import type { OrderDraft } from '../../../schema/orders/order.ts'
import { CASH_METHOD } from '../../../schema/orders/payment.ts'
import { DAY_MS, HOUR_MS } from '../../../schema/platform/duration.ts'
import { connect, inList, insertFrom, listPlaceholder, prepareStatement } from '../../platform/drizzle.sql.ts'

/**
 * Returns the statement that counts an order for each actor, for the batch that reserves the order; it must
 * follow the insert of the order. An actor beyond a limit fails the batch with `order_limit`.
 */
export function insertActors(
  db: D1Database,
  draft: Pick<OrderDraft, 'orderNumber' | 'lines' | 'placedAt'>,
  actors: readonly OrderActor[],
): D1PreparedStatement {
  const { orderNumber, placedAt } = draft
  return insertActorsOf(db, {
    orderNumber,
    placedAt,
    tires: countReservedTires(draft.lines),
    actors: JSON.stringify(actors),
    ids: JSON.stringify(actors.map(({ id }) => id)),
    lastHour: placedAt - HOUR_MS,
    lastDay: placedAt - DAY_MS,
  })
}

const insertActorsOf = prepareStatement(() => {
  const { status, paymentMethod } = salesOrder
  const [placedAt, tires] = [sql.placeholder('placedAt'), sql.placeholder('tires')]
  const recent = sql`(
    select ${orderActor.actor} as actor, count(*) as day,
      count(*) filter (where ${orderActor.placedAt} > ${sql.placeholder('lastHour')}) as hour,
      count(*) filter (where ${status} = 'pending_payment') as holds,
      sum(${orderActor.tires}) filter (where ${status} = 'pending_payment'
        or (${status} = 'processing' and ${paymentMethod} = ${CASH_METHOD})) as unpaid
    from ${orderActor} join ${salesOrder} on ${salesOrder.id} = ${orderActor.orderId}
    where ${inArray(orderActor.actor, listPlaceholder('ids'))}
      and ${orderActor.placedAt} > ${sql.placeholder('lastDay')} and ${status} <> 'canceled'
    group by 1)`
  const excess = sql`coalesce(recent.hour, 0) >= a.value ->> '$.hour' or coalesce(recent.day, 0) >= a.value ->> '$.day'
    or coalesce(recent.holds, 0) >= a.value ->> '$.holds'
    or coalesce(recent.unpaid, 0) + ${tires} > a.value ->> '$.unpaid'`
  return insertFrom(
    orderActor,
    { orderId: salesOrder.id, actor: sql`a.value ->> '$.id'`, placedAt, tires, excess },
    sql`from ${salesOrder}, json_each(${sql.placeholder('actors')}) as a left join ${recent} as recent
      on recent.actor = a.value ->> '$.id' where ${salesOrder.orderNumber} = ${sql.placeholder('orderNumber')}`,
  )
})

/**
 * Returns the carts of this actor's unpaid orders, the oldest first, and whether one of the actors `own`
 * placed the order.
 */
export function findReservations(
  db: D1Database,
  actor: string,
  own: readonly string[],
): Promise<{ quoteId: string; isOwn: boolean }[]> {
  const other = alias(orderActor, 'other')
  const isOwn = exists(
    connect(db)
      .select({ one: sql`1` })
      .from(other)
      .where(and(eq(other.orderId, orderActor.orderId), inArray(other.actor, inList(own)))),
  )
  return connect(db)
    .select({ quoteId: salesOrder.quoteId, isOwn: isOwn.mapWith(Boolean) })
    .from(orderActor)
    .innerJoin(salesOrder, eq(salesOrder.id, orderActor.orderId))
    .where(and(eq(orderActor.actor, actor), eq(salesOrder.status, 'pending_payment')))
    .orderBy(orderActor.placedAt, orderActor.orderId)
}

/** Deletes the actors of orders that were placed before `before`. */
export async function deleteActors(db: D1Database, before: number): Promise<void> {
  await connect(db).delete(orderActor).where(lt(orderActor.placedAt, before))
}
