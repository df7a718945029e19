/** Files of orders: which there are, and each fetch counted. They are written with the order, in order-placement.sql.ts. */
import { and, eq, lt, or, sql } from 'drizzle-orm'
import { orderDownload } from '../../../schema/orders/order.table.ts'
import type { Download } from '../../../schema/orders/status/download.ts'
import { connect } from '../../platform/drizzle.sql.ts'
import { orderId } from '../order.sql.ts'

/** Returns the files of an order, by link id. */
export function findDownloads(db: D1Database, orderNumber: string): Promise<Download[]> {
  const { linkId, title, fileKey, allowed, used } = orderDownload
  return connect(db)
    .select({ linkId, title, fileKey, allowed, used })
    .from(orderDownload)
    .where(eq(orderDownload.orderId, orderId(orderNumber)))
    .orderBy(linkId)
}

/** Counts one fetch; false when the file was fetched as often as it was sold for. Two at once never share the last. */
export async function countDownload(db: D1Database, orderNumber: string, linkId: number): Promise<boolean> {
  const { allowed, used } = orderDownload
  const { meta } = await connect(db)
    .update(orderDownload)
    .set({ used: sql`${used} + 1` })
    .where(
      and(
        eq(orderDownload.orderId, orderId(orderNumber)),
        eq(orderDownload.linkId, linkId),
        or(eq(allowed, 0), lt(used, allowed)),
      ),
    )
  return meta.changes > 0
}
