/** The one read behind the look-up without an account and the cancellation by number and e-mail. */

/** The e-mail of an order that stands or stood; `null` for every other number. */
export async function findOrderEmail(db: D1Database, orderNumber: string): Promise<string | null> {
  return db
    .prepare(
      `SELECT email FROM sales_order AS o WHERE order_number = ? AND email <> '' AND status <> 'pending_payment'
         AND (status <> 'canceled' OR EXISTS (
           SELECT 1 FROM sales_order_event AS e WHERE e.order_id = o.id AND e.kind IN ('paid', 'processing')))`,
    )
    .bind(orderNumber)
    .first<string>('email')
}
