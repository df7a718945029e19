/** Returns the stock and the coupon use of an order. */

interface Restock {
  orderNumber: string
  /** Item ids of the lines that go back; `null` is all of them. */
  items: readonly number[] | null
  /** The coupon may be used again. */
  coupon: boolean
  now: number
  /** A condition with its values in order: nothing goes back where it does not hold. */
  may: { sql: string; values: readonly (string | number)[] }
}

/** What lines took from each pool, in tires. A line that is back already gives nothing; one of before parts is its own part. */
const POOLS = `SELECT part.value ->> '$.stockSku' AS sku,
    sum(line.qty * (part.value ->> '$.qty') * (part.value ->> '$.setqty')) AS tires
  FROM sales_order AS o JOIN sales_order_line AS line ON line.order_id = o.id,
    json_each(CASE line.parts WHEN '[]'
      THEN json_array(json_object('stockSku', line.stock_sku, 'qty', 1, 'setqty', line.setqty)) ELSE line.parts END) AS part
  WHERE o.order_number = ? AND line.restocked_at IS NULL
    AND (? IS NULL OR line.item_id IN (SELECT value FROM json_each(?)))
  GROUP BY 1`

/** For the batch of the act that it belongs to, before the statement that makes `may` untrue. */
export function restockStatements(db: D1Database, what: Restock): D1PreparedStatement[] {
  const { orderNumber, now, may } = what
  const items = what.items === null ? null : JSON.stringify(what.items)
  const lines = [orderNumber, items, items]
  return [
    db
      .prepare(
        `UPDATE stock SET qty = qty + pool.tires, updated_at = ? FROM (${POOLS}) AS pool
         WHERE stock_sku = pool.sku AND manage = 1 AND ${may.sql}`,
      )
      .bind(now, ...lines, ...may.values),
    db
      .prepare(
        `UPDATE sales_order_line SET restocked_at = ?
         WHERE order_id = (SELECT id FROM sales_order WHERE order_number = ?) AND restocked_at IS NULL
           AND (? IS NULL OR item_id IN (SELECT value FROM json_each(?))) AND ${may.sql}`,
      )
      .bind(now, ...lines, ...may.values),
    ...(what.coupon ? couponBack(db, orderNumber, may) : []),
  ]
}

function couponBack(db: D1Database, orderNumber: string, may: Restock['may']): D1PreparedStatement[] {
  const uses =
    'SELECT code FROM coupon_use WHERE order_id = (SELECT id FROM sales_order WHERE order_number = ?)'
  return [
    db
      .prepare(`UPDATE coupon SET times_used = max(0, times_used - 1) WHERE code IN (${uses}) AND ${may.sql}`)
      .bind(orderNumber, ...may.values),
    db
      .prepare(
        `DELETE FROM coupon_use WHERE order_id = (SELECT id FROM sales_order WHERE order_number = ?) AND ${may.sql}`,
      )
      .bind(orderNumber, ...may.values),
  ]
}
