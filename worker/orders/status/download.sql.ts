/** Files of orders: which there are, and each fetch counted. They are written with the order, in order-placement.sql.ts. */
import type { Download } from '../../../schema/orders/status/download.ts'

/** The files of an order, by link id. */
export async function findDownloads(db: D1Database, orderNumber: string): Promise<Download[]> {
  const { results } = await db
    .prepare(
      `SELECT d.link_id AS linkId, d.title, d.file_key AS fileKey, d.allowed, d.used
       FROM order_download AS d JOIN sales_order AS o ON o.id = d.order_id
       WHERE o.order_number = ? ORDER BY d.link_id`,
    )
    .bind(orderNumber)
    .all<Download>()
  return results
}

/** Counts one fetch; false when the file was fetched as often as it was sold for. Two at once never share the last. */
export async function countDownload(db: D1Database, orderNumber: string, linkId: number): Promise<boolean> {
  const { meta } = await db
    .prepare(
      `UPDATE order_download SET used = used + 1
       WHERE order_id = (SELECT id FROM sales_order WHERE order_number = ?1) AND link_id = ?2
         AND (allowed = 0 OR used < allowed)`,
    )
    .bind(orderNumber, linkId)
    .run()
  return meta.changes > 0
}
