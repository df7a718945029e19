/** Restocks the lines of an order and releases the use of its coupon. */
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { coupon, couponUse } from '../../../schema/cart/coupon/coupon.table.ts'
import { stock } from '../../../schema/catalog/product/stock.table.ts'
import { salesOrderLine } from '../../../schema/orders/order.table.ts'
import { connect, inList, toStatement } from '../../platform/drizzle.sql.ts'
import { orderId } from '../order.sql.ts'

interface Restock {
  orderNumber: string
  /** Item ids of the lines to restock; `null` restocks all lines. */
  items: readonly number[] | null
  /** Whether to release the use of the coupon. */
  coupon: boolean
  now: number
  /** Restocks only if it is true. */
  condition: SQL
}

const { parts, qty, setqty, stockSku } = salesOrderLine
/** The parts of a line. A line that was stored before lines had parts is its own part. */
export const LINE_PARTS = sql`case ${parts} when '[]'
  then json_array(json_object('stockSku', ${stockSku}, 'qty', 1, 'setqty', ${setqty})) else ${parts} end`
/** Tires of one part in the whole line, where `part` is a row of `json_each`. */
export const TIRES_OF_PART = sql`(${qty} * (part.value ->> '$.qty') * (part.value ->> '$.setqty'))`
/** Pieces of a line, as `piecesOf` counts them. */
export const LINE_PIECES = sql`(case when json_array_length(${parts}) > 1 then ${qty}
  else ${qty} * coalesce(${parts} ->> '$[0].qty', 1) * coalesce(${parts} ->> '$[0].setqty', ${setqty}) end)`

/**
 * Returns statements for the batch of a change; they must precede the statement that makes `condition` false.
 */
export function restockStatements(
  db: D1Database,
  { orderNumber, items, coupon: withCoupon, now, condition }: Restock,
): D1PreparedStatement[] {
  const client = connect(db)
  const order = orderId(orderNumber)
  const { restockedPieces } = salesOrderLine
  const lines = and(
    eq(salesOrderLine.orderId, order),
    isNull(salesOrderLine.restockedAt),
    items === null ? undefined : inArray(salesOrderLine.itemId, inList(items)),
  )
  // Pieces that returns have restocked before are not restocked again.
  const pools = sql`(
    select part.value ->> '$.stockSku' as sku,
      sum(${TIRES_OF_PART} * (${LINE_PIECES} - ${restockedPieces}) / ${LINE_PIECES}) as tires
    from ${salesOrderLine}, json_each(${LINE_PARTS}) as part
    where ${lines} group by 1) as pool`
  const uses = eq(couponUse.orderId, order)
  const codes = client.select({ code: couponUse.code }).from(couponUse).where(uses)
  const queries = [
    client
      .update(stock)
      .set({ qty: sql`${stock.qty} + pool.tires`, updatedAt: now })
      .from(pools)
      .where(and(sql`${stock.stockSku} = pool.sku`, eq(stock.manage, true), condition)),
    client.update(salesOrderLine).set({ restockedAt: now }).where(and(lines, condition)),
    ...(withCoupon
      ? [
          client
            .update(coupon)
            .set({ timesUsed: sql`max(0, ${coupon.timesUsed} - 1)` })
            .where(and(inArray(coupon.code, codes), condition)),
          client.delete(couponUse).where(and(uses, condition)),
        ]
      : []),
  ]
  return queries.map((query) => toStatement(db, query))
}
