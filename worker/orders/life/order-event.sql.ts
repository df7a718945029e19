/**
 * The history of an order, which only grows, and how a batch ties its statements together: the first takes an act, and
 * those behind it follow only if the one before changed something.
 */

/** `by` says who did it: `staff:17`, `customer:4`, `guest`, `shop` or `provider`. */
export interface EventDetail {
  by?: string
  text?: string
  amount?: number
  carrier?: string
  trackingNumber?: string
}
export interface OrderEvent {
  kind: string
  detail: EventDetail | null
  at: number
}

/** What a batch did: whether it was taken, and the rows of its mails for `enqueueOutbox`. */
export interface Recorded {
  changed: boolean
  results: D1Result<unknown>[]
}

/** No cancellation waits for its money. `o` is the order. */
export const NOT_CANCELING =
  "NOT EXISTS (SELECT 1 FROM order_refund AS r WHERE r.order_id = o.id AND r.cancels = 1 AND r.status IN ('pending', 'stuck'))"
export const NOTHING_SHIPPED = 'NOT EXISTS (SELECT 1 FROM order_shipment AS s WHERE s.order_id = o.id)'
/** What is given back or may be. */
export const RESTOCKED =
  "(SELECT coalesce(sum(amount), 0) FROM order_refund AS r WHERE r.order_id = o.id AND r.status <> 'refused')"

/** Behind a statement that took an act: the history. A `kind` of `null` is the status that the order has now. */
export function appendEvent(
  db: D1Database,
  event: { orderNumber: string; kind: string | null; detail: EventDetail; now: number },
): D1PreparedStatement {
  const { orderNumber, kind, detail, now } = event
  return db
    .prepare(
      `INSERT INTO sales_order_event (order_id, kind, detail, at)
       SELECT id, coalesce(?2, status), ?3, ?4 FROM sales_order WHERE order_number = ?1 AND changes() > 0 RETURNING id AS event`,
    )
    .bind(orderNumber, kind, JSON.stringify(detail), now)
}

/** An act was taken when it left a trace in the history. */
export function wasRecorded(results: D1Result<unknown>[]): Recorded {
  const traced = (row: unknown) => typeof row === 'object' && row !== null && 'event' in row
  return { changed: results.some((result) => result.results.some(traced)), results }
}
