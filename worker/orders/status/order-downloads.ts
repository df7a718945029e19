/** The files of an order for its buyer, each with its own signed link. */

import type { Order } from '../../../schema/orders/order.ts'
import {
  areDownloadsUnlocked,
  DOWNLOAD_TTL_MS,
  type DownloadView,
  downloadsLeft,
} from '../../../schema/orders/status/download.ts'
import { downloadHref } from '../../../schema/paths.ts'
import { findDownloads } from './download.sql.ts'
import { signDownload } from './download-signature.ts'

/**
 * Returns the files of an order with links that are valid from `now`, signed with `secret`. Reads D1 only for
 * orders that can have files.
 */
export async function readOrderDownloads(
  db: D1Database,
  secret: string,
  order: Pick<Order, 'orderNumber' | 'status' | 'paymentMethod' | 'lines'>,
  now: number,
): Promise<DownloadView[]> {
  const { orderNumber, lines } = order
  if (!lines.some(({ type }) => type === 'downloadable' || type === 'bundle')) return []
  const isUnlocked = areDownloadsUnlocked(order)
  const expires = now + DOWNLOAD_TTL_MS
  return (await findDownloads(db, orderNumber)).map((file) => {
    const claim = { orderNumber, linkId: file.linkId, expires }
    const href = downloadHref({ ...claim, proof: signDownload(secret, claim) })
    return { title: file.title, href: isUnlocked ? href : null, left: downloadsLeft(file) }
  })
}
