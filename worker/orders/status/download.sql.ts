/**
 * Reads the files of orders and counts their downloads. order-placement.sql.ts inserts the files with the
 * order.
 */
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

/**
 * Counts one download; false when none is left. Of two requests for the last download at once, only one
 * succeeds.
 */
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
